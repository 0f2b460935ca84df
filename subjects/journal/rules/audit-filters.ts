import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { readUuid } from "#kit/uuid.ts";

import { type AuditAction, auditActions } from "./audit-actions.ts";

/** What narrows the journal; undefined narrows nothing. Days are those of Paris, both included. */
export type AuditFilters = {
  /** An account, by id; `server` for what the server did by itself. */
  person: string | undefined;
  action: AuditAction | undefined;
  leadId: string | undefined;
  from: CivilDate | undefined;
  to: CivilDate | undefined;
};

/** In the place of an account, in the address. */
const server = "serveur";

/** Addresses are typed, shared and kept: whatever is not understood reads as no filter. */
export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const person = params.get("personne");
  const action = params.get("action");
  return {
    person: person === server ? "server" : readUuid(person ?? ""),
    action: auditActions.find((known) => known === action),
    leadId: readUuid(params.get("fiche") ?? ""),
    from: readCivilDate(params.get("du") ?? ""),
    to: readCivilDate(params.get("au") ?? ""),
  };
}

export function writeAuditFilters({ person, action, leadId, from, to }: AuditFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (person) params.set("personne", person === "server" ? server : person);
  if (action) params.set("action", action);
  if (leadId) params.set("fiche", leadId);
  if (from) params.set("du", from);
  if (to) params.set("au", to);
  return params;
}
