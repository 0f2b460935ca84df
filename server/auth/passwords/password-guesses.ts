import { createHash } from "node:crypto";

import { ok, type Result } from "#domain/kernel/result.ts";
import { refund, limitAddress, limitSubject } from "#server/auth/limits.ts";
import type { Device } from "#server/auth/sessions/sessions.ts";
import type { AuthProblem } from "#server/auth/wire/problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { visitorOf } from "#server/limits/rate-limits.ts";

/** How long an address stays known to an account that signed in from it. */
const knownDeviceDays = 90;

/** A guess that was right is taken back: it was the owner. */
export type CountedGuess = { refund(): Promise<void> };

/**
 * Counts a guess under the client's address and under the account, before any hash. Where the account has signed in
 * before, guesses are counted apart, so that those made elsewhere do not lock its owner out.
 */
export async function countGuess(
  context: ServerContext,
  name: string,
  device: Device,
): Promise<Result<CountedGuess, AuthProblem>> {
  const byAddress = await limitAddress(context, "guessesPerAddress", device.address);
  if (!byAddress.ok) return byAddress;

  const known = knownDeviceSubject(name, device);
  const isKnown = await context.db.asServer((tx) => isKnownDevice(tx, known, context.now()));
  const limit = isKnown ? "guessesFromKnownDevice" : "guessesPerAccount";
  const subject = isKnown ? known : name;
  const byAccount = await limitSubject(context, limit, subject);
  if (!byAccount.ok) return byAccount;

  return ok({
    async refund() {
      await refund(context, "guessesPerAddress", device.address);
      await refund(context, limit, subject);
    },
  });
}

/** The account has just signed in from here: guesses made elsewhere do not lock its owner out. */
export async function rememberDevice(
  tx: Tx,
  { userId, name, device }: { userId: string; name: string; device: Device },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.known_devices (subject_hash, user_id, seen_at) values ($1, $2, $3)
     on conflict (subject_hash) do update set user_id = excluded.user_id, seen_at = excluded.seen_at`,
    [knownDeviceSubject(name, device), userId, now],
  );
}

function knownDeviceSubject(name: string, { address }: Device): string {
  return createHash("sha256")
    .update(`${name}\n${visitorOf(address)}`)
    .digest("base64url");
}

async function isKnownDevice(tx: Tx, subject: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from auth.known_devices
     where subject_hash = $1 and seen_at > $2::timestamptz - interval '${knownDeviceDays} days'`,
    [subject, now],
  );
  return rowCount > 0;
}
