import { domainToASCII } from "node:url";

import { expect, test } from "vitest";

import { canonicalEmail, mailableAddress } from "#kit/email-address.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mailableEmails, refusedEmails, takenEmails } from "#tests/support/email-examples.ts";

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

type Read = { mailable: string | null; canonical: string };

async function readAddresses(typed: readonly string[]): Promise<Read[]> {
  const { rows } = await db.inspect<Read>(
    `select private.mailable_address(text) as mailable, private.canonical_email(text) as canonical
     from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [typed],
  );
  return rows;
}

test("The database and the rest of the product give each address one form", async () => {
  const typed = mailableEmails.map(([text]) => text);
  const read = await readAddresses(typed);
  expect(read.map(({ mailable }) => mailable)).toEqual(mailableEmails.map(([, address]) => address));
  expect(read.map(({ canonical }) => canonical)).toEqual(typed.map(canonicalEmail));
});

test("The form of a form is itself, and what no mail can reach has the form of nothing else", async () => {
  const [reached, others] = [true, false].map((isReached) =>
    mailableEmails.flatMap(([typed, address]) => ((address !== null) === isReached ? [canonicalEmail(typed)] : [])),
  );
  expect((await readAddresses(reached ?? [])).map(({ canonical }) => canonical)).toEqual(reached);
  expect((await readAddresses(others ?? [])).map(({ mailable }) => mailable)).toEqual(others?.map(() => null));
});

test("Each letter of a domain is converted as IDNA does it, or no mail is sent to it", async () => {
  const letters = Array.from({ length: 0xff00 }, (_, index) => String.fromCodePoint(0x80 + index))
    .filter((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter))
    .filter((_, index) => index < 3000 || index % 16 === 0);
  const typed = letters.map((letter) => `a@x${letter}y-${letter}.fr`);
  const read = await readAddresses(typed);
  expect(read.map(({ mailable }) => mailable)).toEqual(typed.map((text) => mailableAddress(text) ?? null));
  const converted = read.flatMap(({ mailable }, index) => (mailable ? [[mailable, letters[index] ?? ""]] : []));
  for (const [mailable, letter = ""] of converted) {
    expect(mailable).toBe(`a@${domainToASCII(`x${letter}y-${letter}.fr`)}`);
  }
  expect(converted.length).toBeGreaterThan(2000);
}, 60_000);
