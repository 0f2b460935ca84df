import { failed, ok, type Result } from "#kit/result.ts";
import type { EngineContext } from "#engine/context.ts";
import type { DbRow, Statement } from "#engine/db/database.ts";
import { type Limit, mailboxOf, type Permission } from "#engine/limits/rate-limits.ts";
import { countMailTo } from "#engine/mail/mailbox-limits.ts";
import type { RateLimitName } from "#engine/settings/auth-config.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import { authProblem, type AuthProblem } from "./problems.ts";

/**
 * How often what may be asked. A bucket per client address, then one per account or e-mail address, whether or not an
 * account has it: being told to wait says nothing about who is registered.
 */
export const limits = {
  signUp: { purpose: "auth sign-up", capacity: 30, perHour: 120 },
  anonymous: { purpose: "auth anonymous sign-in", capacity: 20, perHour: 30 },
  /** Wrong passwords; a right one gives its token back. */
  guessesPerAddress: { purpose: "auth guesses by address", capacity: 60, perHour: 200 },
  guessesPerAccount: { purpose: "auth guesses on account", capacity: 5, perHour: 30 },
  guessesFromKnownDevice: { purpose: "auth guesses on account from known device", capacity: 5, perHour: 20 },
  refresh: { purpose: "auth refresh", capacity: 150, perHour: 1800 },
  exchange: { purpose: "auth code exchange", capacity: 60, perHour: 720 },
  provider: { purpose: "auth provider", capacity: 60, perHour: 720 },
  web3: { purpose: "auth wallets", capacity: 30, perHour: 360 },
  verify: { purpose: "auth verify", capacity: 30, perHour: 360 },
  update: { purpose: "auth account change", capacity: 30, perHour: 120 },
  /** Adding, removing and naming factors and passkeys. */
  factors: { purpose: "auth factors", capacity: 60, perHour: 720 },
  factorChallenges: { purpose: "auth factor challenges", capacity: 30, perHour: 900 },
  factorCodes: { purpose: "auth factor codes", capacity: 30, perHour: 900 },
  passkeys: { purpose: "auth passkey sign-ins", capacity: 60, perHour: 720 },
  signOut: { purpose: "auth sign-out", capacity: 120, perHour: 3600 },
  refused: { purpose: "auth endpoints not offered", capacity: 60, perHour: 720 },
  mailsPerAddress: { purpose: "auth mails by address", capacity: 30, perHour: 30 },
  otp: { purpose: "auth one-time sign-in", capacity: 60, perHour: 120 },
  textsPerAddress: { purpose: "auth text messages by address", capacity: 15, perHour: 15 },
  /** Each costs money and rings: as few as mails to one mailbox. */
  textsPerPhone: { purpose: "auth text messages to phone", capacity: 5, perHour: 5 / 24 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

const fiveMinutesAnHour = 12;

/** Those that `[auth.rate_limit]` sets, and how often its count comes back in an hour. Source: the Supabase CLI. */
const configurable: Partial<Record<LimitName, [key: RateLimitName, timesAnHour: number]>> = {
  signUp: ["sign_in_sign_ups", fiveMinutesAnHour],
  guessesPerAddress: ["sign_in_sign_ups", fiveMinutesAnHour],
  refresh: ["token_refresh", fiveMinutesAnHour],
  verify: ["token_verifications", fiveMinutesAnHour],
  mailsPerAddress: ["email_sent", 1],
  textsPerAddress: ["sms_sent", 1],
  anonymous: ["anonymous_users", 1],
  web3: ["web3", fiveMinutesAnHour],
};

/** As configured, else as this service has it. */
export function limitOf({ auth }: Pick<EngineSettings, "auth">, name: LimitName): Limit {
  const [key, timesAnHour] = configurable[name] ?? [];
  const count = key && auth.rateLimit[key];
  return count && timesAnHour ? { ...limits[name], capacity: count, perHour: count * timesAnHour } : limits[name];
}

type RateProblemCode = "over_request_rate_limit" | "over_email_send_rate_limit" | "over_sms_send_rate_limit";

/** Takes one token under this client address. */
export function limitAddress(
  context: EngineContext,
  name: LimitName,
  clientAddress: string,
): Promise<Result<undefined, AuthProblem>> {
  return consume(context, name, clientAddress, "over_request_rate_limit");
}

/** Takes one token under this client address, and what it allows goes along: see `RateLimiter`. */
export async function limitAddressWith<R extends DbRow>(
  context: EngineContext,
  name: LimitName,
  clientAddress: string,
  allowed: Statement,
): Promise<Result<R[], AuthProblem>> {
  const counted = await context.limits.consumeWith<R>(limitOf(context.settings, name), clientAddress, allowed);
  const permission = readPermission(counted, "over_request_rate_limit");
  return permission.ok ? ok(counted.rows) : permission;
}

/** Takes one token under this account or e-mail address. */
export function limitSubject(
  context: EngineContext,
  name: LimitName,
  subject: string,
): Promise<Result<undefined, AuthProblem>> {
  return consume(context, name, subject, "over_request_rate_limit");
}

/** Before anything is mailed, and before looking whether there is anybody to mail to. */
export async function limitMail(
  context: EngineContext,
  clientAddress: string,
  email: string,
): Promise<Result<undefined, AuthProblem>> {
  const byAddress = await consume(context, "mailsPerAddress", clientAddress, "over_email_send_rate_limit");
  return byAddress.ok ? limitMailbox(context, email) : byAddress;
}

/** For a second mailbox that the same request writes to. */
export async function limitMailbox(context: EngineContext, email: string): Promise<Result<undefined, AuthProblem>> {
  const again = mailAgain(context.settings);
  const permission = again ? await context.limits.consume(again, mailboxOf(email)) : undefined;
  return permission?.isAllowed === false
    ? readPermission(permission, "over_email_send_rate_limit")
    : limitTrustedMail(context, email);
}

/** What the holder of the secret key has mailed counts as every mail to the mailbox, and may follow the last at once. */
export async function limitTrustedMail(context: EngineContext, email: string): Promise<Result<undefined, AuthProblem>> {
  return readPermission(await countMailTo(context.limits, email), "over_email_send_rate_limit");
}

/** `max_frequency`: how long after a mail the next one may leave for the same mailbox. */
function mailAgain({ auth }: Pick<EngineSettings, "auth">): Limit | undefined {
  const { maxFrequencySeconds: seconds } = auth.email;
  return seconds > 0 ? { purpose: "auth mails again", capacity: 1, perHour: 3600 / seconds } : undefined;
}

/** Before anything is sent to a phone, and before looking whose it is. */
export async function limitText(
  context: EngineContext,
  clientAddress: string,
  phone: string,
): Promise<Result<undefined, AuthProblem>> {
  const byAddress = await consume(context, "textsPerAddress", clientAddress, "over_sms_send_rate_limit");
  return byAddress.ok ? limitPhone(context, phone) : byAddress;
}

/** For a second phone that the same request writes to. */
export async function limitPhone(context: EngineContext, phone: string): Promise<Result<undefined, AuthProblem>> {
  const { maxFrequencySeconds } = context.settings.auth.sms;
  if (maxFrequencySeconds > 0) {
    const apart = { purpose: "auth text messages apart", capacity: 1, perHour: 3600 / maxFrequencySeconds };
    const permission = readPermission(await context.limits.consume(apart, phone), "over_sms_send_rate_limit");
    if (!permission.ok) return permission;
  }
  return consume(context, "textsPerPhone", phone, "over_sms_send_rate_limit");
}

/** Puts a token back: what was counted against a guesser was its owner. */
export function refund(context: EngineContext, name: LimitName, subject: string): Promise<void> {
  return context.limits.refund(limitOf(context.settings, name), subject);
}

async function consume(
  context: EngineContext,
  name: LimitName,
  subject: string,
  code: RateProblemCode,
): Promise<Result<undefined, AuthProblem>> {
  return readPermission(await context.limits.consume(limitOf(context.settings, name), subject), code);
}

function readPermission(
  { isAllowed, retryAfterSeconds }: Permission,
  code: RateProblemCode,
): Result<undefined, AuthProblem> {
  if (isAllowed) return ok(undefined);
  const message =
    code !== "over_request_rate_limit"
      ? `For security purposes, you can only request this after ${inWords(retryAfterSeconds)}.`
      : undefined;
  return failed(authProblem(code, { retryAfterSeconds, ...(message && { message }) }));
}

/** As long as clients count them, seconds, as supabase/auth says them; hours are read by people. */
function inWords(seconds: number): string {
  if (seconds <= 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
