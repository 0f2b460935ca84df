import { useState } from "react";

import { longInstant } from "#app/admin/ui/formats.ts";
import { useMay } from "#app/admin/people/role.tsx";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Row } from "#app/ui/layout.tsx";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { clockInParis, instantInParis } from "#domain/kernel/paris-clock.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { FileEntry } from "./file-entry.tsx";
import { useCallbackChange } from "./file-queries.ts";

/** When a call was promised, in the time of Paris wherever the device is, as the desk shows it. */
export function CallbackControl({ lead }: { lead: LeadRow }) {
  const change = useCallbackChange(lead);
  const mayChange = useMay("seller");
  const [typed, setTyped] = useState<string>();
  const shown = change.value === null ? "" : clockInParis(new Date(change.value));

  /** Once the field is left: a date that is being typed is a date all the time. */
  function save() {
    setTyped(undefined);
    if (typed === undefined || typed === shown) return;
    const at = instantInParis(typed);
    if (typed === "" || at) change.run(at?.toISOString() ?? null);
  }

  if (!mayChange) return <FileEntry label={copy.callback.label}>{longInstant(change.value)}</FileEntry>;
  return (
    <FileEntry label={copy.callback.label}>
      <Row gap={8} align="center" isWrapping>
        <input
          className="control file-control text-body tabular"
          type="datetime-local"
          aria-label={copy.callback.label}
          value={typed ?? shown}
          disabled={lead.leadId === null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
        {change.value !== null && (
          <button type="button" className="text-caption quiet-action" onClick={() => change.run(null)}>
            {copy.callback.clear}
          </button>
        )}
      </Row>
      <ProblemSentence sentence={change.problem} />
    </FileEntry>
  );
}
