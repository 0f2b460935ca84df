/** What people can cause comes back as a value; bugs and broken machinery are thrown. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function failed<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
