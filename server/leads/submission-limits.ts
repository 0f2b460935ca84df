import { dataProblems } from "#content/data-problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Limit } from "#server/http/rate-limits.ts";
import type { ProcedureHook } from "#server/rest/calls.ts";

/** Offices and mobile networks share an address: an hour of ordinary use stays far below. */
const perAddress: Limit = { purpose: "submission-address", capacity: 60, perHour: 60 };
const perEmail: Limit = { purpose: "submission-email", capacity: 10, perHour: 10 };

/**
 * Holds back floods of `create_lead_without_auth`. Only what could be a new lead counts: the browser's queue may repeat a
 * submission under its known key as often as it needs. Trusted servers (secret key) are not limited.
 */
export function limitSubmissions(context: ServerContext): ProcedureHook {
  return async ({ args, caller, clientAddress }) => {
    const key = readKey(args.idempotency_key_param);
    if (caller.role === "service_role" || (await isKnownKey(context, key))) return undefined;

    const email = typeof args.email_param === "string" ? args.email_param : "";
    const waitSeconds = await countSubmission(context, { email, clientAddress, key });
    return waitSeconds === undefined ? undefined : tooMany(waitSeconds);
  };
}

type Arrival = { email: string; clientAddress: string; key: string | undefined };

/**
 * Counts what could be a new lead: one key with one e-mail once, even when it arrives many times before it is stored.
 *
 * @returns how many seconds to wait, when there were too many
 */
export async function countSubmission(
  { limits }: ServerContext,
  { email, clientAddress, key }: Arrival,
): Promise<number | undefined> {
  const mailbox = email.trim().toLowerCase();
  const tokens: [Limit, string][] = [[perAddress, clientAddress]];
  if (mailbox !== "") tokens.push([perEmail, mailbox]);
  // The e-mail belongs to it: a key that was counted for one mailbox opens no other.
  const occasion =
    key === undefined ? undefined : { purpose: "submission", subject: `${key.toLowerCase()}\n${mailbox}` };
  const { isAllowed, retryAfterSeconds } = await limits.takeEach(tokens, occasion);
  return isAllowed ? undefined : Math.max(1, retryAfterSeconds);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readKey(key: unknown): string | undefined {
  return typeof key === "string" && uuid.test(key) ? key : undefined;
}

async function isKnownKey({ db }: ServerContext, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false;
  const { rowCount } = await db.asServer((tx) =>
    tx.query("select from private.submissions where idempotency_key = $1", [key]),
  );
  return rowCount > 0;
}

function tooMany(retryAfterSeconds: number) {
  return {
    status: 429,
    code: "PT429",
    message: dataProblems.tooManySubmissions,
    details: null,
    hint: null,
    headers: { "retry-after": String(retryAfterSeconds) },
  };
}
