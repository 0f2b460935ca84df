import { isDeepStrictEqual } from "node:util";

import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { siteSettingsCall, type SiteVersion } from "#subjects/site-settings/contract/site-settings.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

import { readSiteDraft, readPublished } from "./stored-draft.ts";

type Row = Omit<SiteVersion, "made_at" | "effective_at" | "withdrawn_at"> &
  Record<"made_at" | "effective_at", Date> & { withdrawn_at: Date | null };

/** `GET /site-settings`. */
export const siteSettings = administratorFunction(siteSettingsCall, {
  sentences: siteProblems,
  async act(tx, { context: { settings, liveSite } }) {
    const published = await readPublished(tx, settings.document);
    const draft = await readSiteDraft(tx);
    const { rows: versions } = await tx.query<Row>("select * from private.site_version_lines()");
    const { rows: authors } = await tx.query<{ email: string | null }>("select private.site_draft_author() as email");
    return ok({ published, draft, author: authors[0]?.email ?? null, versions, liveSite });
  },
  headers: { "cache-control": "no-store" },
  answer: ({ published, draft, author, versions, liveSite }) => ({
    published,
    draft: draft ? { document: draft.document, seen_at: draft.seenAt.toISOString(), author } : null,
    versions,
    is_file_other: !isDeepStrictEqual(liveSite.fileDocument, published.document),
    refused_versions: [...liveSite.refused().keys()],
    undrawn_pages: [...liveSite.undrawn()],
  }),
});
