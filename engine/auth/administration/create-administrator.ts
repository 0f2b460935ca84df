import { failed, ok, type Result } from "#kit/result.ts";
import {
  type Appointment,
  closeWaysIn,
  emailIdentity,
  giveRight,
  insertAccount,
  storeOwnIdentity,
} from "#engine/auth/accounts/accounts.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";
import { findPasswordWeaknesses } from "#engine/auth/passwords/password-rules.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import type { PasswordHasher } from "#engine/passwords/password-hasher.ts";

import { unlessLast } from "./team.ts";
import type { WaysLeft } from "./account-administration.ts";
import { type ProjectAccounts, projectOf } from "./project-accounts.ts";

export type NewAdministrator = Appointment & { email: string; password: string; guessableWords: readonly string[] };

export type CredentialProblem = "malformed_email" | "password_length" | "password_too_common" | "last_manager";

/**
 * Makes an administrator at once: a new account, or the one that has this address, which then opens with this password
 * only.
 */
export async function createAdministrator(
  db: Database,
  { email: typedEmail, password, guessableWords, ...appointment }: NewAdministrator,
  passwords: PasswordHasher,
  /** Where there is one, it keeps the accounts. */
  project?: ProjectAccounts,
): Promise<Result<{ userId: string } & WaysLeft, CredentialProblem>> {
  const email = readEmail(typedEmail);
  if (!email) return failed("malformed_email");
  const [weakness] = findPasswordWeaknesses(password, { email, guessableWords, isAdministrator: true });
  if (weakness) return failed(weakness === "length" ? "password_length" : "password_too_common");

  const passwordHash = project ? "" : await passwords.hash(password);
  return unlessLast(() =>
    db.asServer(async (tx) => {
      const now = new Date();
      const made = project
        ? await project.giveAccount(tx, { email, password })
        : {
            userId:
              (await insertAccount(tx, { email, passwordHash, isEmailConfirmed: true }, now)) ??
              (await takeOverAccount(tx, email, passwordHash, now)),
          };
      await giveRight(tx, made.userId, { isInvited: false, ...appointment });
      return ok(made);
    }),
  );
}

async function takeOverAccount(tx: Tx, email: string, passwordHash: string, now: Date): Promise<string> {
  const userId = await closeWaysIn(tx, email, now);
  if (!userId) throw new Error("An account disappeared while it became an administrator's.");
  await tx.query(
    `update auth.users set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, $3)
     where id = $1`,
    [userId, passwordHash, now],
  );
  await storeOwnIdentity(tx, { userId, name: "email", data: emailIdentity(userId, email, true) }, now);
  return userId;
}

/**
 * The administrator of the settings, unless there is one already.
 *
 * @throws Error in one sentence when the settings' password or address cannot be used
 */
export async function createFirstAdministrator(
  { db, settings, passwords }: Pick<EngineContext, "db" | "settings" | "passwords">,
  administrator: { email: string; password: string; name?: string },
): Promise<void> {
  const hasOne = await db.asServer(
    async (tx) => (await tx.query("select 1 from public.admin_users limit 1")).rowCount > 0,
  );
  if (hasOne) return;
  const { guessableWords } = settings;
  const created = await createAdministrator(db, { ...administrator, guessableWords }, passwords, projectOf(settings));
  if (!created.ok) throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD: ${administratorProblems[created.problem]}`);
}

/** For the operator who typed them. */
export const administratorProblems: Record<CredentialProblem, string> = {
  malformed_email: "this is not an e-mail address.",
  password_length: "the password must have 12 to 128 characters.",
  last_manager: "the last manager keeps this role: make another one first.",
  password_too_common: "many people use this password: choose another one.",
};
