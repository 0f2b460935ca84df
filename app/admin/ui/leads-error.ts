import type { LeadsProblem } from "#app/api/admin/leads.ts";
import type { Result } from "#kit/result.ts";

/** The query cache knows failures by their throwing: a problem of the leads API on its way there. */
export class LeadsError extends Error {
  override name = "LeadsError";
  readonly code: LeadsProblem["code"];
  readonly row: LeadsProblem["row"];

  constructor({ code, message, row }: LeadsProblem) {
    super(message);
    this.code = code;
    this.row = row;
  }
}

export function valueOf<Value>(result: Result<Value, LeadsProblem>): Value {
  if (!result.ok) throw new LeadsError(result.problem);
  return result.value;
}

export function hasEndedAccess(error: unknown): boolean {
  return error instanceof LeadsError && error.code === "access_ended";
}
