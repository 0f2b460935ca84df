import { failed, ok, type Result } from "#kit/result.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { findAttemptedHash, readBrowser } from "#engine/auth/accounts/sign-up-attempts.ts";
import {
  findUserByEmail,
  findUserByPhone,
  isAdministrator,
  isBanned,
  lockUser,
  readEmail,
  type User,
} from "#engine/auth/accounts/users.ts";
import { readPhone } from "#engine/auth/accounts/phone-number.ts";
import { rememberDevice } from "#engine/auth/sessions/known-devices.ts";
import { describeSession, startSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem, type AuthProblemCode } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { longestGuess } from "#engine/passwords/password-hasher.ts";

import { countGuess } from "./password-guesses.ts";
import { refuseWeakPassword } from "./password-rules.ts";

/** `name`: the address or the phone that the account opens with. */
type Guess = { name: string; isPhone: boolean; password: string };

/**
 * Signs in with an e-mail address or a phone, and a password. Whatever is wrong with the account (unknown, banned,
 * unconfirmed, made by a provider), only who knows its password learns it; the others do the same work and get the same
 * answer.
 */
export async function grantByPassword(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const guess = readGuess(context, fields);
  if (!guess.ok) return guess;
  const device = deviceOf(c);
  const counted = await countGuess(context, guess.value.name, device);
  if (!counted.ok) return counted;

  const { name, password } = guess.value;
  const { user, hash } = await context.db.asServer((tx) => findGuessed(tx, guess.value, readBrowser(c)));
  const isRight = await context.passwords.check(password, hash);
  if (user && isRight) await counted.value.refund();
  const entry = checkEntry(guess.value, user, isRight, context.now());
  if (!entry.ok) {
    await context.db.asServer((tx) => auditRefusal(tx, user?.id, { method: "password", code: entry.problem }));
    return failed(authProblem(entry.problem));
  }

  const { id: userId, encrypted_password: checkedHash } = entry.value;
  const newHash = context.passwords.needsNewHash(checkedHash ?? "")
    ? await context.passwords.hash(password)
    : undefined;
  const opened = await context.db.asServer((tx) =>
    openWithPassword(context, tx, { userId, checkedHash, newHash, device, name }),
  );
  if (!opened) return failed(authProblem("invalid_credentials"));
  return ok({ ...(await describeSession(context, opened.session)), ...describeWeakness(context, guess.value, opened) });
}

function readGuess(
  { settings: { auth } }: EngineContext,
  { email, phone, password }: Record<string, unknown>,
): Result<Guess, AuthProblem> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  if (email && phone) return refuse("Only an email address or phone number should be provided on login");
  if (phone && !auth.sms.enableSignup) return failed(authProblem("phone_provider_disabled"));
  if (email && !auth.email.enableSignup) return failed(authProblem("email_provider_disabled"));
  if (!email && !phone) return refuse("missing email or phone");
  if (typeof password !== "string" || password === "") return refuse("missing password");
  const name = phone ? readPhone(phone) : readEmail(email);
  // Longer than any address, phone or password that was ever accepted: refused without hashing.
  if (!name || password.length > longestGuess) return failed(authProblem("invalid_credentials"));
  return ok({ name, isPhone: Boolean(phone), password });
}

type Guessed = { user: User | undefined; hash: string | null | undefined };

/** The account and what the guess is compared with; the same statements whether or not there is one. */
async function findGuessed(tx: Tx, guess: Guess, browser: string | undefined): Promise<Guessed> {
  const user = await (guess.isPhone ? findUserByPhone(tx, guess.name) : findUserByEmail(tx, guess.name));
  const attempted = await findAttemptedHash(tx, user?.id, browser);
  return {
    user,
    hash: isProved(guess, user) ? user?.encrypted_password : (attempted ?? user?.encrypted_password),
  };
}

/** The address or phone that was typed must itself be confirmed; another confirmed one does not count. */
function isProved({ isPhone }: Guess, user: User | undefined): boolean {
  return Boolean(isPhone ? user?.phone_confirmed_at : user?.email_confirmed_at);
}

function checkEntry(guess: Guess, user: User | undefined, isRight: boolean, now: Date): Result<User, AuthProblemCode> {
  if (!user || !isRight) return failed("invalid_credentials");
  if (isBanned(user, now)) return failed("user_banned");
  if (isProved(guess, user)) return ok(user);
  return failed(guess.isPhone ? "phone_not_confirmed" : "email_not_confirmed");
}

type SignInAttempt = {
  userId: string;
  checkedHash: string | null;
  newHash: string | undefined;
  device: Device;
  name: string;
};

/** @returns undefined when the password changed or the account went away while it was being checked */
async function openWithPassword(
  context: EngineContext,
  tx: Tx,
  { userId, checkedHash, newHash, device, name }: SignInAttempt,
): Promise<{ session: OpenSession; isAdministrator: boolean } | undefined> {
  const user = await lockUser(tx, userId);
  if (!user || user.encrypted_password !== checkedHash || isBanned(user, context.now())) return undefined;
  if (newHash) await tx.query("update auth.users set encrypted_password = $2 where id = $1", [userId, newHash]);
  const session = await startSession(context, tx, user, "password", device);
  // `startSession` remembers it under the address; here the account's phone may have been typed.
  if (name !== (user.email ?? user.phone)) await rememberDevice(tx, { userId, name, device }, context.now());
  return { session, isAdministrator: await isAdministrator(tx, userId) };
}

/** Imported passwords may be weaker than ours must be: the client is told, and let in. */
function describeWeakness(
  { settings }: EngineContext,
  { name, password }: Guess,
  { isAdministrator: isAdmin }: { isAdministrator: boolean },
): Record<string, unknown> {
  const owner = { email: name, isAdministrator: isAdmin };
  const weakness = refuseWeakPassword(settings, password, owner);
  return weakness ? { weak_password: { reasons: weakness.weakPassword, message: weakness.message } } : {};
}
