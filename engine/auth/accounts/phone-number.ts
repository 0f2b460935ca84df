import { failed, ok, type Result } from "#kit/result.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";

const longestTyped = 40;

/**
 * A phone number as accounts know it: E.164 in digits alone, without its "+" and without spaces, as supabase/auth
 * stores it.
 *
 * @returns undefined for what is no number of a country
 */
export function readPhone(typed: unknown): string | undefined {
  if (typeof typed !== "string" || typed.length > longestTyped) return undefined;
  const digits = typed.trim().replace(/^\+/, "").replaceAll(" ", "");
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : undefined;
}

export function malformedPhone(): AuthProblem {
  return authProblem("validation_failed", { message: "Invalid phone number format (E.164 required)" });
}

/** What a code travels by is the affair of the hook that sends it. Without one, test numbers alone have codes. */
export function readChannel(
  { settings }: Pick<EngineContext, "settings">,
  channel: unknown,
): Result<undefined, AuthProblem> {
  const known = settings.auth.sendSms ? ["sms", "whatsapp"] : ["sms"];
  if (!channel || known.includes(channel as string)) return ok(undefined);
  const message =
    "Invalid channel, supported values are 'sms' or 'whatsapp'. " +
    "'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.";
  return failed(authProblem("validation_failed", { message }));
}
