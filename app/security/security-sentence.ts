import type { SecurityProblem } from "#subjects/account/calls/own-security.ts";
import { securityCopy } from "#content/security.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** What a problem's code says to people. */
export function securitySentence(code: string): string {
  const { problems, unknownProblem } = securityCopy;
  return Object.hasOwn(problems, code) ? (problems[code] ?? unknownProblem) : unknownProblem;
}

/** The sentence of a failure; when the session has ended, signs the user out first. */
export function withSentence<Value>(
  answer: Result<Value, SecurityProblem>,
  onSignedOut: () => void,
): Result<Value, string> {
  if (answer.ok) return ok(answer.value);
  if (answer.problem.kind === "failed") return failed(securitySentence(answer.problem.code));
  onSignedOut();
  return failed(securitySentence("unreachable"));
}
