import { expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";
import { refusedEmails, takenEmails } from "#tests/support/email-examples.ts";

const db = await openDatabaseForFile();

const codes = { missing: "email_missing", malformed: "email_malformed", tooLong: "value_too_long" };

function readEmail(typed: string): Promise<string | undefined> {
  return db.asServer(async (tx) => {
    const { rows } = await tx.query<{ email: string }>("select private.read_email($1, 'p') as email", [typed]);
    return rows[0]?.email;
  });
}

test.each(takenEmails)("The procedures take the e-mail %j as the forms do", async (typed, taken) => {
  expect(await readEmail(typed)).toBe(taken);
});

test.each(refusedEmails)("The procedures refuse the e-mail %j as the forms do: %s", async (typed, problem) => {
  await expect(readEmail(typed)).rejects.toThrow(`${codes[problem]}: p`);
});
