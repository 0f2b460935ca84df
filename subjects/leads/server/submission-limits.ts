import { dataProblems } from "#content/shared/data-problems.ts";
import type { ServerContext } from "#server/context/context.ts";
import { type FindFirstTime, type Limit, type Permission, type Token } from "#engine/limits/rate-limits.ts";
import type { ProcedureHook } from "#engine/rest/calls.ts";
import { isUuid } from "#kit/uuid.ts";

/** Whatever an address sends, known or not: pages left open that try again stay far below. */
export const callsPerAddress: Limit = { purpose: "submission-calls", capacity: 300, perHour: 600 };
/** The browser's queue tries again a few times an hour; one press of a button may come many times at once. */
const callsPerKey: Limit = { purpose: "submission-key", capacity: 120, perHour: 20 };
/** Offices and mobile networks share an address: an hour of ordinary use stays far below. */
const leadsPerAddress: Limit = { purpose: "submission-address", capacity: 60, perHour: 60 };
const leadsPerEmail: Limit = { purpose: "submission-email", capacity: 10, perHour: 10 };

/** The procedure that takes a lead from a form. */
export const submissionProcedure = "create_lead_without_auth";

/**
 * Holds back floods of `create_lead_without_auth`. Every call counts; what could be a new lead counts against narrower
 * buckets too, so the browser's queue may repeat a submission under its known key at an ordinary pace. Trusted servers
 * (secret key) are not limited.
 */
export function limitSubmissions(context: ServerContext): ProcedureHook {
  return async ({ args, caller, clientAddress }) => {
    if (caller.role === "service_role") return undefined;
    const emails = [args.email_param, caller.claims.email].filter((email) => typeof email === "string");
    const attempt = { emails, clientAddress, key: readKey(args.idempotency_key_param) };
    const ofEveryCall: Token[] = [[callsPerAddress, clientAddress], ...tokensOfKey(attempt)];
    const waitSeconds = secondsOf(await context.limits.consumeAll(ofEveryCall, findNewLead(attempt)));
    return waitSeconds === undefined ? undefined : tooMany(waitSeconds);
  };
}

/** Signing in makes one; an account that asks for it again and again writes rows each time. */
const profilesPerAccount: Limit = { purpose: "create-profile", capacity: 120, perHour: 1200 };

/**
 * Limits how often an account asks for its profile. Callers without an account are refused by the database.
 */
export function limitProfiles({ limits }: ServerContext): ProcedureHook {
  return async ({ caller }) => {
    if (!caller.userId) return undefined;
    const waitSeconds = secondsOf(await limits.consume(profilesPerAccount, caller.userId));
    return waitSeconds === undefined ? undefined : tooMany(waitSeconds);
  };
}

type SubmissionAttempt = {
  /** As typed, and the account's when a user is signed in: either may become the lead's. */
  emails: string[];
  clientAddress: string;
  key: string | undefined;
};

/** How long an address is still refused whatever it sends, from memory. */
export function findRefusedCall({ limits }: ServerContext, clientAddress: string): number | undefined {
  return limits.refusalOf(callsPerAddress, clientAddress)?.retryAfterSeconds;
}

/** Counts a call whatever it carries. @returns how many seconds to wait, when there were too many */
export async function countCall(
  { limits }: ServerContext,
  limit: Limit,
  clientAddress: string,
): Promise<number | undefined> {
  return secondsOf(await limits.consume(limit, clientAddress));
}

/**
 * Counts a submission whose call was counted. @returns how many seconds to wait, when there were too many
 */
export async function countSubmission(
  { limits }: ServerContext,
  attempt: SubmissionAttempt,
): Promise<number | undefined> {
  return secondsOf(await limits.consumeAll(tokensOfKey(attempt), findNewLead(attempt)));
}

function secondsOf({ isAllowed, retryAfterSeconds }: Permission): number | undefined {
  return isAllowed ? undefined : Math.max(1, retryAfterSeconds);
}

function tokensOfKey({ key }: SubmissionAttempt): Token[] {
  return key === undefined ? [] : [[callsPerKey, key]];
}

/**
 * What could be a new lead counts as one: a key with its e-mail once, even when it arrives many times before it is
 * stored.
 */
function findNewLead({ emails, clientAddress, key }: SubmissionAttempt): FindFirstTime {
  return async (tx) => {
    const { rows } = await tx.query<{ mailboxes: string[]; is_known: boolean }>(readArrival, [
      emails.map((email) => email.replaceAll("\0", "")),
      key ?? null,
    ]);
    const { mailboxes, is_known: isKnown } = rows[0] ?? { mailboxes: [], is_known: false };
    if (isKnown) return undefined;
    const visible = [...new Set(mailboxes)].toSorted();
    return {
      tokens: [[leadsPerAddress, clientAddress], ...visible.map((mailbox): Token => [leadsPerEmail, mailbox])],
      // The e-mail belongs to it: a key that was counted for one mailbox opens no other.
      dedupeKey: key === undefined ? undefined : { purpose: "submission", subject: [key, ...visible].join("\n") },
    };
  };
}

/** The mailboxes that the database will see in them. */
const readArrival = `
  select coalesce((
           select array_agg(private.mailbox_of(email))
           from unnest($1::text[]) as typed (email) where private.trimmed(email) is not null
         ), '{}') as mailboxes,
         exists (select from private.submissions where idempotency_key = $2::uuid) as is_known`;

function readKey(key: unknown): string | undefined {
  return isUuid(key) ? key.toLowerCase() : undefined;
}

/** In the error shape of the data service. */
export const tooManySubmissions = {
  code: "PT429",
  details: null,
  hint: null,
  message: dataProblems.tooManySubmissions,
};

function tooMany(retryAfterSeconds: number) {
  return { status: 429, ...tooManySubmissions, headers: { "retry-after": String(retryAfterSeconds) } };
}
