import { failed, ok, type Result } from "./result.ts";

/** In characters. Source: resolutions, section 11: 8 at least, 12 for administrators. */
export const passwordLengths = { customer: 8, administrator: 12, longest: 128 };

export type NewPasswordProblem = "missing" | "tooShort" | "tooLong";

/** Length only: the server, which knows the common ones, has the last word. A password keeps its spaces. */
export function readNewPassword(
  typed: string,
  { isAdministrator }: { isAdministrator: boolean },
): Result<string, NewPasswordProblem> {
  const characters = Array.from(typed).length;
  if (characters === 0) return failed("missing");
  if (characters < leastLength(isAdministrator)) return failed("tooShort");
  return characters > passwordLengths.longest ? failed("tooLong") : ok(typed);
}

export function leastLength(isAdministrator: boolean): number {
  return isAdministrator ? passwordLengths.administrator : passwordLengths.customer;
}
