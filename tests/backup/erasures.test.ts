import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { writeErasures } from "#engine/backup/erasure-list.ts";
import { startScheduledBackups } from "#engine/backup/scheduled-backups.ts";
import type { Database } from "#engine/db/database.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseContact } from "#subjects/account/server/erase-contact.ts";
import { admin, actors, alice, bob, chloe, newcomer } from "#tests/policies/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { fullTest } from "#tests/support/full-test.ts";

import {
  backUp,
  emptyPlace,
  fillWithLife,
  freshPlace,
  openSite,
  type Place,
  restore,
  settingsWith,
  temporaryFolder,
} from "./places.ts";

/** Tables of the place in which the text is somewhere, in whatever column. */
async function tablesWith(place: Place, text: string): Promise<string[]> {
  const { rows: tables } = await place.inspect<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth')`,
  );
  const looks = tables.map(({ name }) => `select '${name}' as name from ${name} as line where line::text like $1`);
  const { rows } = await place.inspect<{ name: string }>(looks.join(" union "), [`%${text}%`]);
  return rows.map(({ name }) => name).toSorted();
}

/** The list as the running site writes it. @param least how many lines are waited for */
async function listWithinTenSeconds(db: Database, dir: string, least: number): Promise<string> {
  const list = join(dir, "erased");
  const backup = { dir, at: "0 3 1 1 *", keep: 1, key: undefined };
  const jobs = startScheduledBackups(createTestContext({ db, settings: settingsWith({ backup }) }));
  try {
    const read = () => (existsSync(list) ? readFileSync(list, "utf8") : "");
    await expect.poll(() => read().split("\n").length).toBeGreaterThan(least);
    return read();
  } finally {
    await jobs.stop();
  }
}

async function countLeads(place: Place): Promise<number> {
  const { rows } = await place.inspect<{ n: number }>("select count(*)::int as n from public.leads");
  return rows[0]?.n ?? 0;
}

test("A restore brings back no person erased after the backup, by any door; merged ones come back", async () => {
  const source = await freshPlace("postgres");
  await fillWithLife(source);
  const folder = temporaryFolder();
  const file = join(folder, "a.backup");
  await backUp(source, file);
  const leadsBefore = await countLeads(source);

  const db = await openSite(source);
  const context = { settings: source.settings, now: () => new Date() };
  // the function's door, with profile and account
  const request = { leadId: undefined, profileId: alice.profile, userId: alice.account, scope: "contact" as const };
  const erased = await db.asServer((tx) => eraseContact(tx, request, new Date(), accountsErasedLater(context)));
  expect(erased.ok).toBe(true);
  // the door of the API
  const deleted = await db.asCaller(actors.service_role, {}, (tx) =>
    tx.query("delete from public.leads where id = $1", [chloe.lead]),
  );
  expect(deleted.rowCount).toBe(1);
  // the door of accounts, which may keep the row without a name
  await db.asServer((tx) =>
    tx.query("update auth.users set email = 'x', deleted_at = now() where id = $1", [newcomer.account]),
  );
  // no erasure: a lead that lives on in another
  await source.inspect(
    `insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
     select gen_random_uuid(), $1, id, $2, '{}' from public.leads where email like 'helene%' limit 1`,
    [bob.lead, admin.account],
  );
  await source.inspect("delete from public.leads where id = $1", [bob.lead]);
  const list = await listWithinTenSeconds(db, folder, 4);
  for (const id of [alice.profile, alice.account, alice.lead, chloe.lead]) expect(list).not.toContain(id);

  const place = await emptyPlace("postgres");
  const { erasedUntil } = await restore(place, file, { erasedFile: join(folder, "erased") });
  const lastLine = list.trimEnd().split("\n").at(-1) ?? "";
  expect(erasedUntil).toBe((JSON.parse(lastLine) as { at: string }).at);
  expect(await tablesWith(place, alice.email)).toEqual([]);
  expect(await tablesWith(place, alice.account)).toEqual(await tablesWith(source, alice.account));
  // Her lead's number is in what leaves to tell receivers that it is gone, and where it was in the source.
  const told = ["private.deliveries", ...(await tablesWith(source, chloe.lead))];
  expect((await tablesWith(place, chloe.lead)).filter((table) => !told.includes(table))).toEqual([]);
  expect(await tablesWith(place, newcomer.email)).toEqual([]);
  expect(await tablesWith(place, bob.email)).toContain("public.leads");
  // hers and the one that was deleted by itself, and no other
  expect(await countLeads(place)).toBe(leadsBefore - 2);
}, 60_000);

fullTest(
  "Without the list they come back: it is the list that keeps them out",
  async () => {
    const source = await freshPlace("postgres");
    await fillWithLife(source);
    const file = join(temporaryFolder(), "a.backup");
    await backUp(source, file);
    const place = await emptyPlace("postgres");
    await restore(place, file);
    expect(await tablesWith(place, alice.email)).toContain("public.leads");
  },
  60_000,
);

fullTest(
  "A list whose last line was cut off by a full disk is gone on with, each line once on the disk",
  async () => {
    const source = await freshPlace("postgres");
    await fillWithLife(source);
    const folder = temporaryFolder();
    const list = join(folder, "erased");
    const db = await openSite(source);
    const eraseLead = (id: string) => source.inspect("delete from public.leads where id = $1", [id]);

    await eraseLead(bob.lead);
    await writeErasures(db, folder);
    appendFileSync(list, '{"at":"2026-11-2');
    await eraseLead(chloe.lead);
    await writeErasures(db, folder);
    await writeErasures(db, folder);

    const lines = readFileSync(list, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { subject: string }).subject)).toEqual(["lead", "lead"]);
  },
  60_000,
);

test("A lead that came to its term comes to it again, and leaves what outlived it unless that was erased", async () => {
  const source = await freshPlace("postgres");
  await fillWithLife(source);
  const stays = "reste@exemple.example";
  const goes = "part@exemple.example";
  for (const email of [stays, goes]) {
    await source.inspect(
      `with profile as (insert into public.user_profiles (email) values ($1) returning id),
            lead as (insert into public.leads (user_profile_id, funnel_origin, email)
                     select id, 'conferences', $1 from profile returning id),
            letter as (insert into private.newsletter_requests
                         (lead_id, email, token_hash, confirmed_at, confirmed_text, confirmed_version)
                       select id, $1, sha256(convert_to($1, 'utf8')), now(), 'Oui', '1' from lead)
       insert into private.submissions (form, email, lead_id, answers, consents)
       select 'conferences', $1, id, '{"extra_answers": {"kind": "waitlist"}}',
              '{"calls": {"granted": true, "at": "x", "version": "1", "text": "Oui"}}' from lead`,
      [email],
    );
  }
  const folder = temporaryFolder();
  const file = join(folder, "a.backup");
  await backUp(source, file);

  const db = await openSite(source);
  const context = { settings: source.settings, now: () => new Date() };
  const accounts = accountsErasedLater(context);
  const { rows } = await source.inspect<{ lead: string; profile: string }>(
    "select id as lead, user_profile_id as profile from public.leads where email = any($1)",
    [[stays, goes]],
  );
  for (const { lead, profile } of rows) {
    const request = { leadId: lead, profileId: profile, userId: undefined, scope: "contact" as const, isAtTerm: true };
    await db.asServer((tx) => eraseContact(tx, request, new Date(), accounts));
  }
  await db.asServer((tx) => tx.query("select private.forget_addresses(array[$1], now())", [goes]));
  await writeErasures(db, folder);

  const place = await emptyPlace("postgres");
  await restore(place, file, { erasedFile: join(folder, "erased") });
  const outliving = ["private.kept_agreements", "private.newsletter_requests"];
  expect(await tablesWith(place, stays)).toEqual(outliving);
  expect(await tablesWith(place, goes)).toEqual([]);
  expect(await tablesWith(source, stays)).toEqual(expect.arrayContaining(outliving));
}, 60_000);
