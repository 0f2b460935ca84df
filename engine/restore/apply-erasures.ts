import { readFile } from "node:fs/promises";

import * as z from "zod";

import { type AccountsContext, accountsOf } from "#engine/auth/administration/account-administration.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import { accountsErasedLater } from "#server/leads/erasable-accounts.ts";
import { eraseContact } from "#server/leads/erase-contact.ts";

const erasureShape = z.object({
  at: z.iso.datetime(),
  subject: z.enum(["lead", "profile", "account", "expired", "agreement", "newsletter"]),
  salt: z.string(),
  hash: z.string(),
});

/**
 * A line of the list beside the backups: the salted hash of an erased row's id. `expired`: a lead erased at its term;
 * `agreement`: what outlived the lead with that id; `newsletter`: a newsletter request that outlived its lead.
 */
export type Erasure = z.infer<typeof erasureShape>;

const perTransaction = 50;
const hashesPerQuestion = 5000;

/**
 * The list beside the backups. A last line that was cut off by a full disk or a kill was never acknowledged, and is not
 * counted.
 *
 * @throws in one sentence when the file that was named is not there, or is no such list
 */
export async function readErasures(file: string | undefined): Promise<Erasure[]> {
  if (file === undefined) return [];
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(`There is no list of erasures ${file}.`, { cause });
  });
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line, index) => {
    const erasure = erasureShape.safeParse(parseJson(line));
    if (!erasure.success) throw new Error(`Line ${index + 1} of ${file} is no erasure: put the list back as it was.`);
    return erasure.data;
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Repeats the erasures on a restored database. Ids are never reused, so erasures younger and older than the backup are
 * applied alike. A profile goes when it has no lead left: a merge of contacts moved its leads to another profile.
 *
 * @returns how many leads, profiles and accounts
 */
export async function applyErasures(db: Database, context: AccountsContext, erasures: Erasure[]): Promise<number> {
  let count = 0;
  const find = (subject: Erasure["subject"], table: string, column = "id") =>
    findErased(
      db,
      table,
      column,
      erasures.filter((erasure) => erasure.subject === subject),
    );
  const known: Known = {
    accounts: new Set(await find("account", "auth.users")),
    expired: new Set(await find("expired", "public.leads")),
  };
  for (const { subject, table, column, erase } of steps) {
    const ids = await find(subject, table, column);
    for (let start = 0; start < ids.length; start += perTransaction) {
      const some = ids.slice(start, start + perTransaction);
      await db.asServer(async (tx) => {
        for (const id of some) count += await erase(tx, context, id, known);
      });
    }
  }
  return count;
}

/** What else is known of the ids on the list. */
type Known = { accounts: Set<string>; expired: Set<string> };

type Step = {
  subject: Erasure["subject"];
  table: string;
  /** What is hashed, where it is not `id`. */
  column?: string;
  erase: (tx: Tx, context: AccountsContext, id: string, known: Known) => Promise<number>;
};

/** In this order: a profile can go once its leads have, and what outlives a lead is there once the lead is gone. */
const steps: Step[] = [
  { subject: "lead", table: "public.leads", erase: eraseLead },
  { subject: "profile", table: "public.user_profiles", erase: eraseProfile },
  { subject: "account", table: "auth.users", erase: eraseAccount },
  { subject: "agreement", table: "private.kept_agreements", column: "lead_id", erase: forgetAgreements },
  { subject: "newsletter", table: "private.newsletter_requests", erase: forgetLetter },
];

async function eraseLead(tx: Tx, context: AccountsContext, id: string, { expired }: Known): Promise<number> {
  const { rows } = await tx.query<{ profile_id: string }>(
    "select user_profile_id as profile_id from public.leads where id = $1",
    [id],
  );
  if (!rows[0]) return 0;
  const lead = { leadId: id, profileId: rows[0].profile_id, userId: undefined };
  const request = { ...lead, scope: "lead" as const, isAtTerm: expired.has(id) };
  const erased = await eraseContact(tx, request, context.now(), accountsErasedLater(context));
  return erased.ok ? erased.value.leads : 0;
}

/** With all that was written to the contact, unless its account lives on: then it was left behind by a merge. */
async function eraseProfile(tx: Tx, context: AccountsContext, id: string, { accounts }: Known): Promise<number> {
  const { rowCount: leads } = await tx.query("select from public.leads where user_profile_id = $1 limit 1", [id]);
  if (leads > 0) return 0;
  const { rows } = await tx.query<{ user_id: string | null }>(
    "select user_id from public.user_profiles where id = $1",
    [id],
  );
  const account = rows[0]?.user_id ?? null;
  if (account !== null && !accounts.has(account)) {
    return (await tx.query("delete from public.user_profiles where id = $1", [id])).rowCount;
  }
  // What outlived its leads has lines of its own.
  const profile = { leadId: undefined, profileId: id, userId: undefined };
  const request = { ...profile, scope: "contact" as const, isAtTerm: true };
  const erased = await eraseContact(tx, request, context.now(), accountsErasedLater(context));
  return erased.ok ? erased.value.profiles : 0;
}

async function eraseAccount(tx: Tx, context: AccountsContext, id: string): Promise<number> {
  await tx.query("delete from private.sign_in_events where user_id = $1", [id]);
  return (await accountsOf(context).remove(tx, id)).accounts;
}

async function forgetAgreements(tx: Tx, _: AccountsContext, leadId: string): Promise<number> {
  await tx.query(
    `select private.forget_agreements(array(
       select id from private.kept_agreements where lead_id = $1 and email is not null))`,
    [leadId],
  );
  return 0;
}

async function forgetLetter(tx: Tx, context: AccountsContext, id: string): Promise<number> {
  await tx.query("select private.forget_letters(array[$1::uuid], $2)", [id, context.now().toISOString()]);
  return 0;
}

/** The ids of a table that are on the list. Lines of one database share their salt: each is one look at the table. */
async function findErased(db: Database, table: string, column: string, erasures: Erasure[]): Promise<string[]> {
  const bySalt = Map.groupBy(erasures, ({ salt }) => salt);
  const found = new Set<string>();
  for (const [salt, lines] of bySalt) {
    const hashes = [...new Set(lines.map(({ hash }) => hash))];
    for (let start = 0; start < hashes.length; start += hashesPerQuestion) {
      const { rows } = await db.asServer((tx) =>
        tx.query<{ id: string }>(
          `select ${column} as id from ${table}
           where encode(sha256(convert_to($1 || ${column}::text, 'UTF8')), 'hex') = any ($2::text[])`,
          [salt, hashes.slice(start, start + hashesPerQuestion)],
        ),
      );
      for (const { id } of rows) found.add(id);
    }
  }
  return [...found];
}
