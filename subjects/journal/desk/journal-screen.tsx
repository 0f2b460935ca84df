import { Link } from "react-router";

import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ExportButton } from "#app/admin/ui/export-button.tsx";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { shortInstant } from "#app/admin/ui/formats.ts";
import { MoreLines } from "#app/admin/ui/more-lines.tsx";
import { RoomLine } from "#app/admin/ui/room-line.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { AuditEntry } from "#subjects/leads/contract/desk-lists.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminAudit as copy } from "#subjects/journal/words/admin-audit.ts";

import { JournalFilters, useAuditFilters } from "./journal-filters.tsx";
import { useAuditLines } from "./journal-queries.ts";

/** Who did what, newest first. */
export function JournalScreen() {
  const { now } = useDashboardVisit();
  const address = useAuditFilters();
  const log = useAuditLines(address.filters);
  const { audit } = useServices().rooms;
  const { showToast: _, dismiss, ...page } = useToast();
  const lines = log.data?.pages.flat();

  return (
    <AttentionPage
      {...page}
      id="journal"
      copy={copy}
      query={log}
      total={lines && copy.total(lines.length, log.hasNextPage)}
      isEmpty={lines?.length === 0}
      onDismiss={dismiss}
      action={<ExportButton fetchFile={() => audit.exportLines(address.filters)} />}
      filters={<JournalFilters {...address} />}
    >
      {lines && lines.length > 0 && (
        <Box as="ol" rule="bottom" aria-label={copy.listLabel}>
          {lines.map((line) => (
            <Line key={line.id} line={line} now={now} />
          ))}
        </Box>
      )}
      <MoreLines query={log} label={copy.more} busyLabel={copy.loading} />
    </AttentionPage>
  );
}

function Line({ line, now }: { line: AuditEntry; now: Date }) {
  const { at, action, detail } = line;
  const said = copy.detailOf(action, detail, (instant) => shortInstant(instant, now));
  return (
    <RoomLine>
      <time className="text-caption quiet tabular" dateTime={at}>
        {shortInstant(at, now)}
      </time>
      <span className="text-caption">
        <Actor line={line} />
      </span>
      <span>
        <b>{copy.nameOf(action)}</b>
        {said !== "" && <span className="text-caption quiet">{` ${said}`}</span>}
      </span>
      <LeadOfLine line={line} />
    </RoomLine>
  );
}

function Actor({ line: { actor, actor_email } }: { line: AuditEntry }) {
  const { personOf } = useColleagues();
  if (actor === null) return copy.server;
  return actor_email === null ? copy.closedAccount : <PersonName person={personOf(actor_email)} />;
}

function LeadOfLine({ line: { lead_id, lead_name, has_lead } }: { line: AuditEntry }) {
  if (lead_id === null) return null;
  if (!has_lead) return <span className="text-caption faint">{copy.gone}</span>;
  return (
    <Link className="text-caption text-link" to={`/dashboard?fiche=${lead_id}`}>
      {lead_name ?? copy.unnamed}
    </Link>
  );
}
