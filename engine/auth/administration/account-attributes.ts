import { failed, ok, type Result } from "#kit/result.ts";
import { malformedEmail, readMetadata } from "#engine/auth/own-account/sign-up.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";
import { malformedPhone, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { longestGuess } from "#engine/passwords/password-hasher.ts";
import { readDuration } from "#engine/settings/duration.ts";

import { isUuid } from "#kit/uuid.ts";

/** What the holder of the secret key says of an account; undefined is left as it is. */
export type AccountAttributes = {
  id: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  password: string | undefined;
  passwordHash: string | undefined;
  confirmsEmail: boolean;
  confirmsPhone: boolean;
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
  /** 0 lifts a ban. */
  banSeconds: number | undefined;
};

/** A thousand years: a date further off is none. */
const longestBanSeconds = 1000 * 366 * 24 * 3600;

/** Null and an empty text are as good as absent, as supabase/auth has it. */
export function readAttributes(fields: Record<string, unknown>): Result<AccountAttributes, AuthProblem> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ""));
  const problem = findProblem(given);
  if (problem) return failed(problem);

  const userMetadata = readOptionalMetadata(given, "user_metadata");
  if (!userMetadata.ok) return userMetadata;
  const appMetadata = readOptionalMetadata(given, "app_metadata");
  if (!appMetadata.ok) return appMetadata;
  const text = (name: string) => given[name] as string | undefined;
  return ok({
    id: text("id"),
    email: given.email === undefined ? undefined : readEmail(given.email),
    phone: given.phone === undefined ? undefined : readPhone(given.phone),
    password: text("password"),
    passwordHash: text("password_hash"),
    confirmsEmail: given.email_confirm === true,
    confirmsPhone: given.phone_confirm === true,
    userMetadata: userMetadata.value,
    appMetadata: appMetadata.value,
    banSeconds: given.ban_duration === undefined ? undefined : readBan(given.ban_duration),
  });
}

function findProblem(given: Record<string, unknown>): AuthProblem | undefined {
  const refuse = (message: string) => authProblem("validation_failed", { message });
  const { id, email, phone, password, password_hash: hash, role, aud, ban_duration: ban } = given;
  if (id !== undefined && (!isUuid(id) || /^[0-]+$/.test(id))) return refuse("ID must conform to the uuid v4 format");
  if (email !== undefined && !readEmail(email)) return malformedEmail();
  if (phone !== undefined && !readPhone(phone)) return malformedPhone();
  if (password !== undefined && hash !== undefined) {
    return refuse("Only a password or a password hash should be provided");
  }
  if (password !== undefined && !isPassword(password)) return refuse("password is a text of 128 characters at most");
  if (hash !== undefined && !isKnownHash(hash)) return refuse("password_hash is no bcrypt, argon2i or argon2id hash");
  // The role of a token is the role of the database: no account has another one here.
  if (role !== undefined && role !== "authenticated") return refuse("role is authenticated for every account");
  if (aud !== undefined && aud !== "authenticated") return refuse("aud is authenticated for every account");
  if (ban !== undefined && readBan(ban) === undefined) return refuse("invalid format for ban duration");
  return undefined;
}

function isPassword(password: unknown): boolean {
  return typeof password === "string" && password.length <= longestGuess && Array.from(password).length <= 128;
}

const bcryptHash = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const argonHash =
  /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,172}$/;

/** An imported hash is worked out at each guess until the first right one: what costs more than a second is refused. */
function isKnownHash(hash: unknown): boolean {
  if (typeof hash !== "string" || hash.length > 512) return false;
  const bcryptCost = Number(bcryptHash.exec(hash)?.[1] ?? 0);
  if (bcryptCost >= 4 && bcryptCost <= 14) return true;
  const [, memoryKib = "0", passes = "0", threads = "0"] = argonHash.exec(hash) ?? [];
  const isSized = Number(memoryKib) >= 8 && Number(memoryKib) <= 262_144;
  return isSized && Number(passes) >= 1 && Number(passes) <= 10 && Number(threads) >= 1 && Number(threads) <= 16;
}

function readBan(ban: unknown): number | undefined {
  if (ban === "none") return 0;
  const seconds = typeof ban === "string" ? readDuration(ban) : undefined;
  return seconds !== undefined && seconds <= longestBanSeconds ? seconds : undefined;
}

function readOptionalMetadata(
  given: Record<string, unknown>,
  name: "user_metadata" | "app_metadata",
): Result<Record<string, unknown> | undefined, AuthProblem> {
  return given[name] === undefined ? ok(undefined) : readMetadata(given[name], { name });
}
