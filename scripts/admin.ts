// npm run admin -- create EMAIL
// Makes an administrator, or gives one a new password. Asks for it, or reads it from a pipe; without one, an invitation
// to choose it is mailed.
import { createInterface } from "node:readline";

import { administratorProblems, createAdministrator } from "#server/auth/accounts.ts";
import { inviteAdministrator } from "#server/auth/invite-administrator.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { loadSettings } from "#server/load-settings.ts";
import { createLog } from "#server/log.ts";
import { type Settings, SettingsError } from "#server/settings.ts";

const [command, email] = process.argv.slice(2);
if (command !== "create" || !email) fail("Usage: npm run admin -- create EMAIL");

try {
  const settings = await loadSettings(process.cwd());
  const password = await readPassword();
  const problem = (await askServer(settings, email, password)) ?? (await createDirectly(settings, email, password));
  if (problem !== "") fail(`No administrator was made: ${problem}`);
  const isInvited = password === undefined;
  console.log(`${email} is an administrator${isInvited ? "; an invitation to choose a password is in the mail" : ""}.`);
  process.exit(0);
} catch (error) {
  fail(error instanceof SettingsError ? error.problems.join("\n") : (error as Error).message);
}

/** @returns the problem, `""` when it is done, undefined when no server runs (or it is not ours to ask) */
async function askServer({ port, host, secretKey, databaseUrl }: Settings, address: string, password?: string) {
  if (databaseUrl) return undefined;
  const target = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const answer = await fetch(`http://${target}:${port}/operations/administrators`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ email: address, password }),
  }).catch(() => undefined);
  if (!answer || answer.status === 404) return undefined;
  return answer.ok ? "" : ((await answer.json()) as { error: string }).error;
}

async function createDirectly(settings: Settings, address: string, password?: string): Promise<string> {
  const db = await openDatabase(settings, createLog("warn"));
  const created =
    password === undefined
      ? await inviteAdministrator({ db, settings, now: () => new Date() }, address)
      : await createAdministrator(db, { email: address, password, brand: settings.site.brand });
  await db.close();
  return created.ok ? "" : administratorProblems[created.problem];
}

/** @returns undefined when none is given */
async function readPassword(): Promise<string | undefined> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stdout.write("Password (12 characters at least; none mails an invitation): ");
  // Without an output the line editor echoes nothing.
  const lines = createInterface({ input: process.stdin, terminal: isTerminal });
  for await (const line of lines) {
    if (isTerminal) process.stdout.write("\n");
    return line === "" ? undefined : line;
  }
  return undefined;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
