import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type AuditFilters, writeAuditFilters } from "#domain/contracts/audit-filters.ts";
import type { Result } from "#kit/result.ts";

import {
  type AccessToken,
  type ActionProblem,
  type AdminProblem,
  downloadAsAdmin,
  type SavedFile,
} from "./admin-rest.ts";
import { createProcedureCall } from "./call-procedure.ts";

const lineShape = z.object({
  id: z.int(),
  at: z.string(),
  /** Null is the server itself. */
  actor: z.nullable(z.string()),
  /** Null when the account is gone. */
  actor_email: z.nullable(z.string()),
  action: z.string(),
  lead_id: z.nullable(z.string()),
  lead_name: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  /** Whether the lead is still there. */
  has_lead: z.boolean(),
});
const personShape = z.object({ user_id: z.string(), email: z.string() });

/** A line of the audit log. Instants are ISO 8601. */
export type AuditLine = z.infer<typeof lineShape>;
export type AuditPerson = z.infer<typeof personShape>;
/** The last line of a page: the next one begins after it. */
export type AuditPlace = Pick<AuditLine, "id" | "at">;

/** As many lines as a page of `read_audit_log` holds: with fewer there is no other page. */
export const auditPageSize = 50;

export type AuditApi = {
  /** The newest first. */
  lines(
    filters: AuditFilters,
    after: AuditPlace | undefined,
    signal?: AbortSignal,
  ): Promise<Result<AuditLine[], AdminProblem>>;
  /** All that the filters leave. */
  exportLines(filters: AuditFilters): Promise<Result<SavedFile, ActionProblem>>;
  /** The administrators. */
  people(signal?: AbortSignal): Promise<Result<AuditPerson[], AdminProblem>>;
};

export function createAuditApi(api: ApiSettings, accessToken: AccessToken): AuditApi {
  const call = createProcedureCall(api, accessToken);
  return {
    lines: ({ person, action, leadId, from, to }, after, signal) =>
      call(
        "read_audit_log",
        {
          actor_param: person === "server" ? null : person,
          by_server_param: person === "server",
          action_param: action,
          lead_id_param: leadId,
          from_param: from,
          to_param: to,
          before_at_param: after?.at,
          before_id_param: after?.id,
        },
        z.array(lineShape),
        signal,
      ),
    exportLines: (filters) =>
      downloadAsAdmin(api, accessToken, "/functions/v1/export-journal", {
        query: writeAuditFilters(filters).toString(),
      }),
    people: (signal) => call("list_audit_people", {}, z.array(personShape), signal),
  };
}
