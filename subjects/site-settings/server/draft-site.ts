import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { ServerContext } from "#server/context/context.ts";
import { SettingsError } from "#server/settings/settings.ts";

import { readSiteDraft } from "./stored-draft.ts";

/** What pages would show of the draft: undefined without one, or with one that a start would refuse. */
export function readDraftSite({ db, liveSite }: ServerContext): () => Promise<SiteSettings | undefined> {
  let kept: { seenAtMs: number; site: SiteSettings } | undefined;
  return async () => {
    const draft = await db.asServer((tx) => readSiteDraft(tx));
    if (!draft) return undefined;
    const seenAtMs = draft.seenAt.getTime();
    if (kept?.seenAtMs === seenAtMs) return kept.site;
    try {
      const { site } = await liveSite.readWith(draft.document);
      kept = { seenAtMs, site };
      return site;
    } catch (error) {
      if (error instanceof SettingsError) return undefined;
      throw error;
    }
  };
}
