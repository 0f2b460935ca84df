import { createHash } from "node:crypto";

import { failed, ok, type Result } from "#domain/result.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { visitorOf } from "#server/http/rate-limits.ts";

import type { Answer, AuthRequest } from "./answers.ts";
import { giveBack, limitAddress, limitSubject } from "./limits.ts";
import { checkPassword, hashPassword, needsNewHash } from "./password-hashes.ts";
import { findPasswordWeaknesses } from "./password-rules.ts";
import { authProblem, weakPassword, type AuthProblem } from "./problems.ts";
import { describeSession, startSession, type Device, type OpenSession } from "./sessions.ts";
import { deviceOf } from "./signed-in-caller.ts";
import { findUserByEmail, isAdministrator, isBanned, lockUser, readEmail } from "./users.ts";

type Guess = { email: string; password: string };

/** How long an address stays known to an account that signed in from it. */
const knownDeviceDays = 90;

/**
 * Signs in with an e-mail address and a password. Whatever is wrong with the account (unknown, banned, unconfirmed, made
 * by a provider), only who knows its password learns it; the others do the same work and get the same answer.
 */
export async function signInWithPassword(
  context: ServerContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const guess = readGuess(fields);
  if (!guess.ok) return guess;
  const device = deviceOf(c);
  const counted = await countGuess(context, guess.value.email, device);
  if (!counted.ok) return counted;

  const { email, password } = guess.value;
  const user = await context.db.asServer((tx) => findUserByEmail(tx, email));
  const isRight = await checkPassword(password, user?.encrypted_password);
  if (!user || !isRight) return failed(authProblem("invalid_credentials"));
  await counted.value.takeBack();
  if (isBanned(user, context.now())) return failed(authProblem("user_banned"));
  if (!user.email_confirmed_at) return failed(authProblem("email_not_confirmed"));

  const newHash = needsNewHash(user.encrypted_password ?? "") ? await hashPassword(password) : undefined;
  const opened = await context.db.asServer((tx) =>
    openWithPassword(context, tx, { userId: user.id, checkedHash: user.encrypted_password, newHash, device, email }),
  );
  if (!opened) return failed(authProblem("invalid_credentials"));
  return ok({ ...(await describeSession(context, opened.session)), ...describeWeakness(context, guess.value, opened) });
}

function readGuess({ email: typedEmail, phone, password }: Record<string, unknown>): Result<Guess, AuthProblem> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  if (typedEmail && phone) return refuse("Only an email address or phone number should be provided on login");
  if (phone) return failed(authProblem("phone_provider_disabled"));
  if (!typedEmail) return refuse("missing email or phone");
  if (typeof password !== "string" || password === "") return refuse("missing password");
  const email = readEmail(typedEmail);
  // Nobody has such an address, and no longer password was ever accepted: no need to hash it.
  if (!email || password.length > 1024) return failed(authProblem("invalid_credentials"));
  return ok({ email, password });
}

/**
 * Counts a guess under the client's address and under the account, before any hash. Where the account has signed in
 * before, guesses are counted apart, so that those made elsewhere do not lock its owner out.
 */
async function countGuess(
  context: ServerContext,
  email: string,
  device: Device,
): Promise<Result<{ takeBack(): Promise<void> }, AuthProblem>> {
  const byAddress = await limitAddress(context, "guessesPerAddress", device.address);
  if (!byAddress.ok) return byAddress;

  const known = knownDeviceSubject(email, device);
  const isKnown = await context.db.asServer((tx) => isKnownDevice(tx, known, context.now()));
  const name = isKnown ? "guessesFromKnownDevice" : "guessesPerAccount";
  const subject = isKnown ? known : email;
  const byAccount = await limitSubject(context, name, subject);
  if (!byAccount.ok) return byAccount;

  return ok({
    async takeBack() {
      await giveBack(context, "guessesPerAddress", device.address);
      await giveBack(context, name, subject);
    },
  });
}

function knownDeviceSubject(email: string, { address }: Device): string {
  return createHash("sha256")
    .update(`${email}\n${visitorOf(address)}`)
    .digest("base64url");
}

async function isKnownDevice(tx: Tx, subject: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from auth.known_devices where subject_hash = $1 and seen_at > $2::timestamptz - interval '${knownDeviceDays} days'`,
    [subject, now],
  );
  return rowCount > 0;
}

type Opening = {
  userId: string;
  checkedHash: string | null;
  newHash: string | undefined;
  device: Device;
  email: string;
};

/** @returns undefined when the password changed or the account went away while it was being checked */
async function openWithPassword(
  context: ServerContext,
  tx: Tx,
  { userId, checkedHash, newHash, device, email }: Opening,
): Promise<{ session: OpenSession; isAdministrator: boolean } | undefined> {
  const user = await lockUser(tx, userId);
  if (!user || user.encrypted_password !== checkedHash || isBanned(user, context.now())) return undefined;
  if (newHash) await tx.query("update auth.users set encrypted_password = $2 where id = $1", [userId, newHash]);
  await tx.query(
    `insert into auth.known_devices (subject_hash, user_id, seen_at) values ($1, $2, $3)
     on conflict (subject_hash) do update set user_id = excluded.user_id, seen_at = excluded.seen_at`,
    [knownDeviceSubject(email, device), userId, context.now()],
  );
  const session = await startSession(context, tx, user, "password", device);
  return { session, isAdministrator: await isAdministrator(tx, userId) };
}

/** Imported passwords may be weaker than ours must be: the client is told, and let in. */
function describeWeakness(
  { settings }: ServerContext,
  { email, password }: Guess,
  { isAdministrator: isAdmin }: { isAdministrator: boolean },
): Record<string, unknown> {
  const weaknesses = findPasswordWeaknesses(password, { email, brand: settings.site.brand, isAdministrator: isAdmin });
  if (weaknesses.length === 0) return {};
  return { weak_password: { reasons: weaknesses, message: weakPassword(weaknesses).message } };
}
