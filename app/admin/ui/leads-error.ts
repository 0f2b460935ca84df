import type { CallProblem } from "#app/api/transport/call.ts";
import type { LeadsProblem } from "#subjects/leads/calls/leads.ts";
import type { Result } from "#kit/result.ts";

/** The query cache knows failures by their throwing: a problem of a call on its way there. */
export class LeadsError extends Error {
  override name = "LeadsError";
  readonly problem: LeadsProblem;

  constructor(problem: LeadsProblem) {
    super(describe(problem));
    this.problem = problem;
  }
}

/** For the console. */
function describe(problem: LeadsProblem): string {
  if (problem.code === "access_ended") return "";
  return problem.code === "refused" ? `${problem.status} ${problem.reason}` : (problem.message ?? "");
}

export function valueOf<Value>(result: Result<Value, LeadsProblem>): Value {
  if (!result.ok) throw new LeadsError(result.problem);
  return result.value;
}

export function hasEndedAccess(error: unknown): boolean {
  return error instanceof LeadsError && error.problem.code === "access_ended";
}

/** Refused by the database itself, which says nothing of who asks: their right may have been withdrawn, or not. */
export function isForbidden(error: unknown): boolean {
  return error instanceof LeadsError && error.problem.code === "refused" && error.problem.reason === "42501";
}

/** What a person reads of a problem; the end of their access is the query cache's to see. */
export function sentenceOf(problem: CallProblem, otherwise: string): string {
  if (problem.code === "access_ended") throw new LeadsError(problem);
  return (problem.code === "refused" && problem.sentence) || otherwise;
}
