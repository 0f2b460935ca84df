import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";

import { fileParam } from "#app/admin/data/file-address.ts";
import { shownRows } from "#app/admin/data/shown-leads.ts";
import type { LeadOutcome } from "#subjects/leads/calls/bulk.ts";
import { Button } from "#app/ui/button.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { bulkCopy } from "#subjects/leads/words/admin-bulk.ts";
import { nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import type { BulkJob } from "./bulk-job.ts";
import { sortOutcomes } from "./bulk-run.ts";

const copy = bulkCopy.report;
/** Names that one reads; beyond, they are counted. */
const namedLeads = 50;

/** How far it came, and how to stop it. */
export function BulkProgressLine({ job: { progress, total }, onStop }: { job: BulkJob; onStop: () => void }) {
  const done = progress.outcomes.length;
  return (
    <Row gap={12} align="center" isWrapping isGrowing>
      <progress className="bulk-progress" aria-label={bulkCopy.progress.label} max={total} value={done} />
      <span className="tabular" role="status">
        {bulkCopy.progress.of(done, total)}
      </span>
      <Button variant="secondary" isSmall hasPlug={false} onClick={onStop}>
        {bulkCopy.progress.stop}
      </Button>
    </Row>
  );
}

type ReportProps = { job: BulkJob; onResume: () => void; onInsist: () => void };

/** Which were done and which were not, and how to go on. */
export function BulkReport({ job: { task, progress }, onResume, onInsist }: ReportProps) {
  const isDeletion = task.kind === "deletion";
  const { done, refused } = sortOutcomes(progress.outcomes, isDeletion);
  const { left, problem } = progress;
  const isOverruled = refused.some(({ code }) => code === "changed_meanwhile");
  const facts = [
    (isDeletion ? copy.deleted : copy.changed)(done.length),
    refused.length > 0 && (isDeletion ? copy.kept : copy.refused)(refused.length),
    left.length > 0 && copy.left(left.length),
  ];

  return (
    <Stack gap={8}>
      <p role="status">
        <b>{facts.filter(Boolean).join(", ")}.</b> {problem?.code === "unavailable" && copy.cut}
        {problem?.code === "refused" && problem.sentence}
      </p>
      {refused.length > 0 && <Refused outcomes={refused} />}
      {(left.length > 0 || isOverruled) && (
        <Row gap={8} isWrapping>
          {left.length > 0 && (
            <Button variant="secondary" isSmall hasPlug={false} onClick={onResume}>
              {copy.resume}
            </Button>
          )}
          {isOverruled && (
            <Button variant="secondary" isSmall hasPlug={false} onClick={onInsist}>
              {isDeletion ? copy.deleteAnyway : copy.changeAnyway}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

/** One line per lead, with why. */
function Refused({ outcomes }: { outcomes: LeadOutcome[] }) {
  const queryClient = useQueryClient();
  const names = new Map(shownRows(queryClient).map((row) => [row.leadId, nameOfLead(row) ?? row.email]));
  return (
    <details className="bulk-refused">
      <summary>{copy.details}</summary>
      <ul>
        {outcomes.slice(0, namedLeads).map(({ leadId, code, sentence }) => (
          <Row key={leadId} as="li" columnGap={12} isWrapping justify="between" paddingBlock={4} rule="top">
            <Link to={`/dashboard?${new URLSearchParams({ [fileParam]: leadId }).toString()}`}>
              {names.get(leadId) ?? leadId.slice(0, 8)}
            </Link>
            <span className="text-caption quiet">{copy.reasons[code] ?? sentence}</span>
          </Row>
        ))}
      </ul>
      {outcomes.length > namedLeads && (
        <Box as="p" paddingTop={4} className="text-caption quiet">
          {copy.more(outcomes.length - namedLeads)}
        </Box>
      )}
    </details>
  );
}
