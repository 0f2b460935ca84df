import { failed, ok, type Result } from "./result.ts";

/** What a password must hold, in the words of the Supabase CLI. */
export type PasswordRequirements =
  | ""
  | "letters_digits"
  | "lower_upper_letters_digits"
  | "lower_upper_letters_digits_symbols";

/** What the configuration asks of a password. */
export type PasswordRules = { leastLength: number; requirements: PasswordRequirements };

/** In characters. Source: resolutions, section 11: 8 at least unless configured, 12 for administrators. */
export const passwordLengths = { customer: 8, administrator: 12, longest: 128 };

export const usualPasswordRules: PasswordRules = { leastLength: passwordLengths.customer, requirements: "" };

export type NewPasswordProblem = "missing" | "tooShort" | "tooLong" | "tooPlain";

type Asked = { isAdministrator: boolean; rules?: PasswordRules };

/** Length and kinds of signs only: the server, which knows the common ones, has the last word. Spaces are kept. */
export function readNewPassword(
  typed: string,
  { isAdministrator, rules = usualPasswordRules }: Asked,
): Result<string, NewPasswordProblem> {
  const characters = Array.from(typed).length;
  if (characters === 0) return failed("missing");
  if (characters < leastLength(isAdministrator, rules)) return failed("tooShort");
  if (characters > passwordLengths.longest) return failed("tooLong");
  return holdsWhatIsAsked(typed, rules) ? ok(typed) : failed("tooPlain");
}

export function leastLength(isAdministrator: boolean, rules = usualPasswordRules): number {
  return isAdministrator ? Math.max(passwordLengths.administrator, rules.leastLength) : rules.leastLength;
}

/** The signs are those of ASCII, as on a hosted project. Source: supabase/auth, `internal/conf/configuration.go`. */
export function holdsWhatIsAsked(typed: string, { requirements }: PasswordRules): boolean {
  return asked[requirements].every((kind) => kind.test(typed));
}

const symbol = /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/;
const asked: Record<PasswordRequirements, RegExp[]> = {
  "": [],
  letters_digits: [/[A-Za-z]/, /[0-9]/],
  lower_upper_letters_digits: [/[a-z]/, /[A-Z]/, /[0-9]/],
  lower_upper_letters_digits_symbols: [/[a-z]/, /[A-Z]/, /[0-9]/, symbol],
};
