import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import { downloadFile, type SavedFile } from "#app/api/transport/download.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type AuditFilters, writeAuditFilters } from "#subjects/journal/rules/audit-filters.ts";
import { type AuditEntry, readAuditLogCall } from "#subjects/leads/contract/desk-lists.ts";
import { exportJournalCall } from "#subjects/leads/contract/files.ts";
import type { Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** The last line of a page: the next one begins after it. */
export type AuditPlace = Pick<AuditEntry, "id" | "at">;

/** As many lines as a page of `read_audit_log` holds: with fewer there is no other page. */
export const auditPageSize = 50;

export type AuditApi = {
  /** The newest first. */
  lines(
    filters: AuditFilters,
    after: AuditPlace | undefined,
    signal?: AbortSignal,
  ): Promise<Result<AuditEntry[], CallProblem>>;
  /** All that the filters leave. */
  exportLines(filters: AuditFilters): Promise<Result<SavedFile, CallProblem>>;
};

export function createAuditApi(api: ApiSettings, accessToken: AccessToken): AuditApi {
  const caller = callingAs(api, accessToken);
  return {
    lines({ person, action, leadId, from, to }, after, signal) {
      const asked = {
        actor_param: person === "server" ? null : person,
        by_server_param: person === "server",
        action_param: action,
        lead_id_param: leadId,
        from_param: from,
        to_param: to,
        before_at_param: after?.at,
        before_id_param: after?.id,
      };
      return call(caller, readAuditLogCall, asked, { signal });
    },
    exportLines: (filters) => downloadFile(caller, exportJournalCall, { query: writeAuditFilters(filters).toString() }),
  };
}
