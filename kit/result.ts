/** What people can cause comes back as a value; bugs and broken machinery are thrown. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function failed<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}

/** Of an answer that says no more than that it was done. */
export function withoutValue<Problem>(result: Result<unknown, Problem>): Result<void, Problem> {
  return result.ok ? ok(undefined) : result;
}
