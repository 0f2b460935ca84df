import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Stack } from "#app/ui/layout.tsx";
import type { SiteState } from "#subjects/site-settings/contract/site-settings.ts";
import { adminSite as copy } from "#subjects/site-settings/words/admin-site.ts";

import { DraftChanges } from "./draft-changes.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { DraftPreview } from "./draft-preview.tsx";
import { PublicationForm } from "./publication-form.tsx";
import { useSiteState } from "./site-queries.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useDraftEditing } from "./use-draft-editing.ts";
import { VersionHistory } from "./version-history.tsx";

/** What the owner changes of the site: its draft, what differs, when it is published, and what was before. */
export function SiteScreen() {
  const site = useSiteState();
  const { showToast, dismiss, ...page } = useToast();
  const state = site.data;

  return (
    <AttentionPage
      {...page}
      id="site"
      copy={copy}
      query={site}
      total={state && copy.state(state.published.version, state.draft ? state.draft.author : undefined)}
      isEmpty={false}
      onDismiss={dismiss}
    >
      {state && <LoadedSite state={state} onDone={showToast} />}
    </AttentionPage>
  );
}

function LoadedSite({ state, onDone }: { state: SiteState; onDone: (sentence: string) => void }) {
  const editing = useDraftEditing(state, () => onDone(copy.form.saved));
  const isUnsaved = editing.count > 0;
  return (
    <Stack gap={32} paddingInline="inset" paddingTop={8} paddingBottom={40} className="compact-fields">
      <UnsavedGuard count={editing.count} />
      <Warnings state={state} />
      <DraftEditor editing={editing} />
      <DraftChanges state={state} onDone={onDone} />
      {state.draft && <DraftPreview />}
      {state.draft && (
        <PublicationForm key={state.draft.seen_at} draft={state.draft} isUnsaved={isUnsaved} onDone={onDone} />
      )}
      <VersionHistory versions={state.versions} online={state.published.version} onDone={onDone} />
    </Stack>
  );
}

function Warnings({ state }: { state: SiteState }) {
  const { is_file_other: isFileOther, refused_versions: refused, undrawn_pages: undrawn } = state;
  const said = [
    refused.length > 0 && copy.warnings.refused(refused.join(", ")),
    undrawn.length > 0 && copy.warnings.undrawn(undrawn.join(", ")),
    isFileOther && copy.warnings.isFileOther,
  ].filter((each) => each !== false);
  return said.map((sentence) => (
    <FormNotice key={sentence} variant="warning">
      {sentence}
    </FormNotice>
  ));
}
