// npm run admin -- create EMAIL [--name NAME] [--role manager|seller|reader]
// Makes an administrator, or gives one a new password. Asks for it, or reads it from a pipe; without one, an invitation
// to choose it is mailed, with which the right begins. Every other way into the account is closed: its identities,
// second factors, passkeys, phone, mailed links and sessions.
// npm run admin -- reset-factors EMAIL
// For a device that was lost: takes the account's second factors and passkeys away, and ends its sessions.
// npm run admin -- rotate-keys [--now]
// The next key signs tokens. With --now no older key is believed any more, the way on when AUTH_SECRET was lost.
// npm run admin -- documents FOLDER
// Writes what the law wants kept beside the site: register of processing, procedure and notice of a breach.

import { failed, ok, type Result } from "#kit/result.ts";
import { administratorProblems, createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import type { Appointment } from "#engine/auth/accounts/accounts.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { projectOf } from "#engine/auth/administration/project-accounts.ts";
import { factorResetProblems, resetFactorsOf } from "#engine/auth/administration/reset-factors.ts";
import { keysAreConfigured } from "#engine/identity/configured-keys.ts";
import { createSigningKeys, refuseOtherSecret } from "#engine/identity/signing-keys.ts";
import type { Database } from "#engine/db/database.ts";
import type { CheckBeforeUse } from "#engine/db/migrations.ts";
import { createLog } from "#server/log.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { roles } from "#domain/kernel/roles.ts";
import { longestName } from "#subjects/team/rules/person-name.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { createPasswordHasher, productionCost } from "#engine/passwords/password-hasher.ts";
import type { Settings } from "#server/settings/settings.ts";

import { askServer } from "./ask-server.ts";
import { readLine } from "./read-line.ts";
import { writeDocuments } from "./documents/write-documents.ts";
import { fail, failOn } from "./fail.ts";

const passwords = createPasswordHasher(productionCost);
const usage = [
  "Usage: npm run admin -- create EMAIL [--name NAME] [--role manager|seller|reader]",
  "       npm run admin -- reset-factors EMAIL",
  "       npm run admin -- rotate-keys [--now]",
  "       npm run admin -- documents FOLDER",
].join("\n");
const [command, argument, ...others] = process.argv.slice(2);

try {
  const options = readOptions(others);
  if (command === "create" && argument && options) await create({ email: argument, ...options });
  else if (command === "reset-factors" && argument && others.length === 0) await reset(argument);
  else if (command === "rotate-keys" && (argument ?? "--now") === "--now" && others.length === 0)
    await rotateKeys(argument !== undefined);
  else if (command === "documents" && argument && others.length === 0) await document(argument);
  else fail(usage);
  process.exit(0);
} catch (error) {
  failOn(error);
}

/** What may follow the address of a new administrator. @returns undefined when it is something else */
function readOptions([option, value, ...others]: string[]): Appointment | undefined {
  if (option === undefined) return {};
  const rest = readOptions(others);
  const name = value?.trim() ?? "";
  const role = roles.find((known) => known === value);
  if (rest && option === "--name" && name !== "" && name.length <= longestName) return { ...rest, name };
  return rest && option === "--role" && role ? { ...rest, role } : undefined;
}

async function create(administrator: New): Promise<void> {
  const { email } = administrator;
  const settings = await loadSettings(process.cwd());
  const password = await readPassword();
  const made =
    (await createByServer(settings, administrator, password)) ??
    (await createDirectly(settings, administrator, password));
  if (!made.ok) fail(`No administrator was made: ${made.problem}`);
  console.log(
    password === undefined
      ? `An invitation is in the mail: ${email} is an administrator once they have chosen a password.`
      : `${email} is an administrator.`,
  );
  if (made.value.length === 0) return;
  console.log(
    `The project's API does not close these ways into the account, so do it there: ${made.value.join(", ")}.`,
  );
}

async function reset(email: string): Promise<void> {
  const settings = await loadSettings(process.cwd());
  const problem =
    (await actByServer(settings, "/operations/factor-resets", { email })) ?? (await resetDirectly(settings, email));
  if (problem !== "") fail(`Nothing was reset: ${problem}`);
  console.log(`${email} has no second factor and no passkey any more, and is signed out everywhere; a mail says so.`);
}

/** @param isNow whether the tokens of today's keys are refused at once, instead of until they expire */
async function rotateKeys(isNow: boolean): Promise<void> {
  const settings = await loadSettings(process.cwd());
  if (settings.supabaseUrl) fail("No key was changed: they are those of the Supabase project.");
  if (settings.signingKeys) fail(`No key was changed: ${keysAreConfigured}`);
  const problem =
    (await actByServer(settings, "/operations/signing-keys", { now: isNow })) ??
    (await rotateKeysDirectly(settings, isNow));
  if (problem !== "") fail(`No key was changed: ${problem}`);
  console.log(
    isNow
      ? "A new key signs, and no older one is believed."
      : "The next key signs; tokens of the one before are good until they expire.",
  );
}

async function document(folder: string): Promise<void> {
  const { site } = await loadSettings(process.cwd());
  for (const file of writeDocuments(site, folder, new Date())) console.log(file);
}

/** @returns the problem, `""` when it is done, undefined when no server runs (or it is not ours to ask) */
async function actByServer(settings: Settings, path: string, body: object): Promise<string | undefined> {
  const answer = await askServer(settings, { method: "POST", path, body });
  if (!answer) return undefined;
  return answer.ok ? "" : (answer.body as { error: string }).error;
}

type New = Appointment & { email: string };

/** What opens the account besides, or why there is no administrator. */
type Made = Result<string[], string>;

/** @returns undefined when no server runs */
async function createByServer(settings: Settings, administrator: New, password?: string): Promise<Made | undefined> {
  const answer = await askServer(settings, {
    method: "POST",
    path: "/operations/administrators",
    body: { ...administrator, password },
  });
  if (!answer) return undefined;
  const { error, waysLeft } = answer.body as { error: string; waysLeft: string[] };
  return answer.ok ? ok(waysLeft) : failed(error);
}

async function createDirectly(settings: Settings, administrator: New, password?: string): Promise<Made> {
  const db = await openOwnDatabase(settings, createLog("warn"), { keepsVersion: true });
  const created =
    password === undefined
      ? await inviteAdministrator({ db, settings, now: () => new Date() }, administrator)
      : await createAdministrator(
          db,
          { ...administrator, password, guessableWords: settings.guessableWords },
          passwords,
          projectOf(settings),
        );
  await db.close();
  return created.ok ? ok(created.value.waysLeft ?? []) : failed(administratorProblems[created.problem]);
}

async function resetDirectly(settings: Settings, email: string): Promise<string> {
  const db = await openOwnDatabase(settings, createLog("warn"), { keepsVersion: true });
  const done = await db.asServer((tx) => resetFactorsOf({ settings, now: () => new Date() }, tx, email));
  await db.close();
  return done.ok ? "" : factorResetProblems[done.problem];
}

async function rotateKeysDirectly(settings: Settings, isNow: boolean): Promise<string> {
  let isLocked = false;
  // Keys that this AUTH_SECRET does not open can still be given up.
  const noteLock: CheckBeforeUse = async (client) => {
    isLocked = await refuseOtherSecret(client, settings.authSecret).then(
      () => false,
      () => true,
    );
  };
  const options = isNow ? { checkBeforeUse: noteLock, keepsVersion: true } : { keepsVersion: true };
  const db = await openOwnDatabase(settings, createLog("warn"), options);
  const keys = createSigningKeys({ db, settings, now: () => new Date() });
  await (isNow ? keys.retire() : keys.rotate());
  if (isLocked && settings.mode === "demo") await renewPrintedPassword(db, settings);
  await db.close();
  return "";
}

/** What the demonstration prints at its start follows from AUTH_SECRET: with another one, so must the account. */
async function renewPrintedPassword(db: Database, { firstAdmin, guessableWords }: Settings): Promise<void> {
  if (firstAdmin) await createAdministrator(db, { ...firstAdmin, guessableWords }, passwords);
}

/** @returns undefined when none is given */
async function readPassword(): Promise<string | undefined> {
  const question = "Password (12 characters at least; none mails an invitation): ";
  return (await readLine(question, { isSecret: true })) || undefined;
}
