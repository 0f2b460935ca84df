import type { CallProblem } from "#app/api/transport/call.ts";
import type { Result } from "#kit/result.ts";

/** What a colleague wrote first, under the names of the columns, and when. */
export type Conflict = { stored: Record<string, unknown>; updatedAt: string };

/** Where a change was refused because the row had changed since it was seen. */
export function conflictOf(problem: CallProblem): Conflict | undefined {
  if (problem.code !== "refused" || !problem.stored) return undefined;
  const { stored } = problem;
  return typeof stored.updated_at === "string" ? { stored, updatedAt: stored.updated_at } : undefined;
}

/** The state that a change is made on; none when whatever stands there may go. */
export function seenAtOf(at: string | null | undefined): { seen_at?: string } {
  return at === null || at === undefined ? {} : { seen_at: at };
}

/** `value`: what stood in the column when the row was seen, at `seenAt`. */
type Seen = { column: string; value: string | boolean | null; seenAt: string | null };

/**
 * Sends a change on the state that was seen. Where a colleague changed something else of the row meanwhile it is sent
 * again; where they changed the same, theirs stays, and is told.
 */
export async function sendAsSeen<Done>(
  { column, value, seenAt }: Seen,
  send: (seenAt?: string) => Promise<Result<Done, CallProblem>>,
  onConflict: (stored: unknown, updatedAt: string) => void = () => undefined,
): Promise<Result<Done, CallProblem>> {
  const sent = await send(seenAt ?? undefined);
  const conflict = sent.ok ? undefined : conflictOf(sent.problem);
  if (!conflict) return sent;
  const found = conflict.stored[column] ?? null;
  if (isSameValue(found, value)) return send(conflict.updatedAt);
  onConflict(found, conflict.updatedAt);
  return sent;
}

/** An instant is written in more than one way. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other);
}
