import { useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { DocumentChange } from "#subjects/site-settings/rules/document-changes.ts";
import { shownChanges } from "#subjects/site-settings/rules/shown-changes.ts";
import type { SiteState } from "#subjects/site-settings/contract/site-settings.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

import { sayPath, sayValue } from "./said-value.ts";
import { useSiteAct, useSiteCheck } from "./site-queries.ts";

const copy = adminSite.changes;

type Props = { state: SiteState; onDone: (sentence: string) => void };

/** What the saved draft says otherwise than the site, and what would keep it from being published. */
export function DraftChanges({ state: { draft, published }, onDone }: Props) {
  const changes = draft ? shownChanges(published.document, draft.document) : [];
  return (
    <Stack as="section" gap={12} aria-labelledby="site-changes">
      <h2 className="text-lead" id="site-changes">
        {copy.title}
      </h2>
      {changes.length === 0 && <p className="text-small quiet">{draft ? copy.none : copy.noDraft}</p>}
      {changes.length > 0 && (
        <Box as="ul" rule="bottom" aria-labelledby="site-changes">
          {changes.map((change) => (
            <ChangeLine key={change.path} change={change} />
          ))}
        </Box>
      )}
      {draft && <DraftCheck seenAt={draft.seen_at} />}
      {draft && <DiscardDraft seenAt={draft.seen_at} onDone={onDone} />}
    </Stack>
  );
}

function ChangeLine({ change: { path, before, after } }: { change: DocumentChange }) {
  return (
    <Box as="li" rule="top" paddingBlock={8} className="text-small breakable site-change">
      <b>{sayPath(path)}</b>
      <span>
        <span className="quiet">
          {copy.before}
          {"\u00a0: "}
        </span>
        {sayValue(path, before)}
      </span>
      <span>
        <span className="quiet">
          {copy.after}
          {"\u00a0: "}
        </span>
        {sayValue(path, after)}
      </span>
    </Box>
  );
}

function DraftCheck({ seenAt }: { seenAt: string }) {
  const { found, isFailed, isChecking, check } = useSiteCheck(seenAt);
  return (
    <Stack gap={8} role="status">
      {found?.length === 0 && <FormNotice variant="success">{copy.agrees}</FormNotice>}
      {found !== undefined && found.length > 0 && (
        <FormNotice variant="warning">
          {copy.disagrees(found.length)}
          <ul className="breakable">
            {found.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </FormNotice>
      )}
      <Row>
        <Button
          variant="secondary"
          isSmall
          hasPlug={false}
          busyLabel={isChecking ? copy.checking : undefined}
          onClick={check}
        >
          {copy.check}
        </Button>
      </Row>
      <ProblemSentence sentence={isFailed && !isChecking ? copy.checkFailed : undefined} />
    </Stack>
  );
}

function DiscardDraft({ seenAt, onDone }: { seenAt: string; onDone: Props["onDone"] }) {
  const [isAsked, setIsAsked] = useState(false);
  const { run, isBusy, problem } = useSiteAct(
    (site, seen: string) => site.discard(seen),
    () => onDone(copy.discarded),
  );
  if (!isAsked) {
    return (
      <Row>
        <button type="button" className="text-link finger-link text-small" onClick={() => setIsAsked(true)}>
          {copy.discard}
        </button>
      </Row>
    );
  }
  return (
    <Row gap={8} align="center" isWrapping>
      <span className="text-small">{copy.sure}</span>
      <Button
        variant="danger"
        isSmall
        hasPlug={false}
        busyLabel={isBusy ? copy.discarding : undefined}
        onClick={() => void run(seenAt)}
      >
        {copy.discard}
      </Button>
      <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsAsked(false)}>
        {copy.keep}
      </Button>
      <ProblemSentence sentence={problem} />
    </Row>
  );
}
