import { afterEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { createRateLimiter, mailboxOf } from "#engine/limits/rate-limits.ts";
import { countMailTo } from "#engine/mail/mailbox-limits.ts";
import { findInDatabase } from "#tests/support/doctor-findings.ts";
import { createWire } from "#tests/auth/support.ts";
import { callFunction } from "#tests/functions/customers.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mailableEmails } from "#tests/support/email-examples.ts";

import { marketing, newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();
afterEach(() => db.reset());

const spellings = [
  "Contact@pâtisserie-léa.example",
  "contact@PÂTISSERIE-LÉA.example",
  "contact@xn--ptisserie-la-pbb2i.example",
  "contact@pa\u0302tisserie-le\u0301a.example",
  "\u202acontact@pâtisserie-léa.example\u202c",
];

describe("One address in several spellings", () => {
  test("is one person with one request of an offer, and what was typed is kept", async () => {
    for (const email of spellings)
      await send(db, { ...secretariat, email_param: email, idempotency_key_param: newKey() });
    expect(await rowsOf(db, "select email from user_profiles")).toEqual([
      { email: "contact@xn--ptisserie-la-pbb2i.example" },
    ]);
    expect(await rowsOf(db, "select email from leads")).toEqual([{ email: spellings[0] }]);
    const mails = await rowsOf(db, "select distinct body ->> 'to' as to from private.deliveries where kind = 'mail'");
    expect(mails).toEqual([{ to: "contact@xn--ptisserie-la-pbb2i.example" }]);
  });

  test("repeats a submission under its key; the address of another program's folding does not", async () => {
    const key = newKey();
    for (const email of spellings) await send(db, { ...secretariat, email_param: email, idempotency_key_param: key });
    expect(await rowsOf(db, "select from private.submissions")).toHaveLength(1);

    const other = newKey();
    await send(db, { ...secretariat, email_param: "ix@d.example", idempotency_key_param: other });
    await expect(
      send(db, { ...secretariat, email_param: "İx@d.example", idempotency_key_param: other }),
    ).rejects.toMatchObject({ code: "PT409" });
  });

  test("shows two requests as alike in the list, whatever was typed", async () => {
    await send(db, { ...secretariat, email_param: spellings[0], idempotency_key_param: newKey() });
    await send(db, { ...marketing, email_param: spellings[2], idempotency_key_param: newKey() });
    expect(await rowsOf(db, "select distinct email from private.lead_list")).toHaveLength(1);
  });
});

describe("Mails that strangers cause", () => {
  const tagged = (turn: number) => `victime+${turn}@exemple.fr`;
  const mails = () =>
    rowsOf<{ to: string }>(db, "select body ->> 'to' as to from private.deliveries where kind = 'mail'");

  test("count for one mailbox without what follows the +, over all doors", async () => {
    const context: ServerContext = createTestContext({ db });
    const wire = createWire({ db });
    for (let turn = 0; turn < 8; turn += 1) {
      await send(db, { ...secretariat, email_param: tagged(turn), idempotency_key_param: newKey() });
      await callFunction(
        context,
        "send-resume-link",
        {},
        { funnel: "secretariat", answers: { email: tagged(100 + turn) } },
      );
      await wire.send("POST", "/otp", { body: { email: tagged(200 + turn) } });
      await wire.send("POST", "/recover", { body: { email: tagged(turn) } });
      await wire.send("POST", "/signup", { body: { email: tagged(300 + turn), password: "un long mot de passe" } });
    }
    expect(await rowsOf(db, "select from leads")).toHaveLength(8);
    expect((await mails()).length).toBeGreaterThan(0);
    expect((await mails()).length).toBeLessThanOrEqual(5);
  });

  test("The database counts in the bucket of the server", async () => {
    const limits = createRateLimiter(db);
    await countMailTo(limits, "A+x@exemple.fr");
    const asked = () => rowsOf<{ may: boolean }>(db, "select private.may_mail_to('a+y@exemple.fr') as may");
    for (let turn = 0; turn < 4; turn += 1) expect(await asked()).toEqual([{ may: true }]);
    expect(await asked()).toEqual([{ may: false }]);
    expect((await countMailTo(limits, "a@exemple.fr")).isAllowed).toBe(false);
    expect(await rowsOf(db, "select from private.rate_buckets")).toHaveLength(1);
  });

  test.each([...mailableEmails.map(([typed]) => typed), "a+b+c@ex.fr", "+b@ex.fr", "Été+b@ex.fr"])(
    "The mailbox of %j is the same for both",
    async (typed) => {
      expect(await rowsOf(db, "select private.mailbox_of($1) as mailbox", [typed])).toEqual([
        { mailbox: mailboxOf(typed) },
      ]);
    },
  );
});

describe("What was kept before addresses had one form", () => {
  /** As earlier versions wrote it: past the triggers. */
  async function keep(...statements: string[]) {
    await db.inspect(
      `do $keep$ begin set local session_replication_role = replica; ${statements.join("; ")}; end $keep$`,
    );
  }
  const account = (id: number, email: string) =>
    `insert into auth.users (id, email, email_confirmed_at)
     values ('0000000${id}-0000-4000-8000-000000000000', '${email}', now())`;
  const profile = (id: number, email: string, user = "null") =>
    `insert into public.user_profiles (id, email, user_id, created_at)
     values ('0000001${id}-0000-4000-8000-000000000000', '${email}', ${user}, now() + interval '${id} s')`;
  const lead = (id: number, email: string, profileId: number) =>
    `insert into public.leads (id, email, user_profile_id, funnel_origin)
     values ('0000002${id}-0000-4000-8000-000000000000', '${email}',
       '0000001${profileId}-0000-4000-8000-000000000000', 'secretariat')`;
  const settle = () => db.asServer((tx) => tx.query("select private.settle_addresses()"));

  test("gets it, and an account of the letters of a domain signs in under its form", async () => {
    await keep(account(1, "lea@pâtisserie.example"), profile(1, "zoé@bücher.example"), lead(1, "Zo\u00ade@ex.fr", 1));
    await settle();
    expect(await rowsOf(db, "select email from auth.users")).toEqual([{ email: "lea@xn--ptisserie-b2a.example" }]);
    expect(await rowsOf(db, "select email from user_profiles")).toEqual([{ email: "zoé@xn--bcher-kva.example" }]);
    expect(await rowsOf(db, "select email from leads")).toEqual([{ email: "Zoe@ex.fr" }]);
    expect(await findInDatabase(db)).toEqual([]);
  });

  test("stays apart where something else has that form: the team is told, and no account gets it", async () => {
    await keep(
      account(1, "a@bücher.example"),
      account(2, "a@xn--bcher-kva.example"),
      profile(1, "b@bücher.example"),
      profile(2, "b@xn--bcher-kva.example"),
      lead(1, "b@bücher.example", 1),
      lead(2, "b@xn--bcher-kva.example", 2),
      account(3, "b@bücher.example"),
    );
    await settle();
    expect(await rowsOf(db, "select email from auth.users order by id")).toEqual([
      { email: "a@bücher.example" },
      { email: "a@xn--bcher-kva.example" },
      { email: "b@bücher.example" },
    ]);
    expect(await rowsOf(db, "select email from user_profiles order by id")).toEqual([
      { email: "b@bücher.example" },
      { email: "b@xn--bcher-kva.example" },
    ]);
    const said = (await findInDatabase(db)).map(({ sentence }) => sentence);
    expect(said.map((sentence) => sentence.split(" has ")[0])).toEqual([
      "The account 00000001-0000-4000-8000-000000000000",
      "The account 00000003-0000-4000-8000-000000000000",
      "The contact 00000011-0000-4000-8000-000000000000",
    ]);
  });

  test("names the lead that an older rule put under another person's address", async () => {
    await keep(profile(1, "contact@info-x.example"), lead(1, "contact@İnfo-x.example", 1));
    await settle();
    const said = (await findInDatabase(db)).map(({ sentence }) => sentence);
    // Where the locale of the database folds that letter, as most do.
    const [locale] = await rowsOf<{ folds: boolean }>(db, "select lower('İ') = 'i' as folds");
    expect(said).toHaveLength(locale?.folds ? 1 : 0);
  });
});
