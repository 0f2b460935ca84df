import { adminAudit as copy } from "#subjects/journal/words/admin-audit.ts";
import { readAuditFilters } from "#subjects/journal/rules/audit-filters.ts";
import * as wire from "#subjects/leads/contract/files.ts";

import { exportLines, formatInParis, linesPerBatch } from "#server/functions/door/export-lines.ts";

type Line = {
  id: string;
  at: Date;
  /** As the database writes it: a Date holds no microseconds, and the next batch begins after this very line. */
  place: string;
  actor: string | null;
  actor_email: string | null;
  action: string;
  lead_id: string | null;
  detail: Record<string, unknown>;
};

/** `POST /export-journal`: who did what, newest first. Names of leads are left to their files: their ids are here. */
export const exportJournal = exportLines(wire.exportJournalCall, {
  name: "journal",
  head: copy.columns,
  readFilters: readAuditFilters,
  describe: (filters) => filters,
  async read(tx, { person, action, leadId, from, to }, after: Line | undefined) {
    const { rows } = await tx.query<Line>(
      `select id::text, at, at::text as place, actor, actor_email, action, lead_id, detail
       from private.audit_lines($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        person === "server" ? null : person,
        person === "server",
        action,
        leadId,
        from,
        to,
        after?.place,
        after?.id,
        linesPerBatch,
      ],
    );
    return rows;
  },
  write: ({ at, actor, actor_email, action, lead_id, detail }) => [
    formatInParis(at),
    actor === null ? copy.server : (actor_email ?? copy.closedAccount),
    copy.nameOf(action),
    copy.detailOf(action, detail, (instant) => formatInParis(new Date(instant)) ?? ""),
    lead_id,
    actor,
    action,
  ],
});
