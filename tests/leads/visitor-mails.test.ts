import { afterEach, describe, expect, test } from "vitest";

import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseExpiredLeads } from "#subjects/leads/server/retention.ts";
import { drawLetter } from "#app/mail/draw-letter.tsx";
import { mailableAddress } from "#kit/email-address.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { arrangeAccounts, actors } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { createTestContext } from "#tests/support/context.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import { followUp, marketing, newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

afterEach(() => db.reset());

const closing = { email_param: "claire@orsay.example", funnel_origin_param: "closing", first_name_param: "Claire" };
const conference = { ...closing, email_param: "maitre@cabinet.example", funnel_origin_param: "conferences" };

type Mail = { to: string; template: string; data: Record<string, unknown> };

async function mails(template = "lead-received"): Promise<Mail[]> {
  const rows = await rowsOf<{ body: Mail }>(
    db,
    "select body from private.deliveries where kind = 'mail' and event = $1 order by created_at, id",
    [`mail.${template}`],
  );
  return rows.map(({ body }) => body);
}

function compose(body: unknown) {
  const message = composeMail("id", body, {
    brand: "Zeta",
    from: "Zeta <a@zeta.example>",
    site: mailSiteForTests,
    authSecret: "",
    drawLetter,
  });
  if (!message.ok) throw new Error(message.problem);
  return message.value;
}

describe("A confirmation", () => {
  test("leaves for each of the five forms, and says what was asked", async () => {
    for (const sent of [secretariat, marketing, followUp, closing, conference]) await send(db, sent);
    const texts = (await mails()).map((mail) => [mail.to, compose(mail).text] as const);
    expect(texts.map(([to]) => to)).toEqual(
      [secretariat, marketing, followUp, closing, conference].map((sent) => sent.email_param),
    );
    const [calls, prospects, clients, campaign, day] = texts.map(([, text]) => text);
    expect(calls).toContain("50 appels par jour");
    expect(prospects).toMatch(/De 1.000 à 5.000/u);
    expect(clients).toContain("200 clients actifs par mois");
    expect(campaign).toContain("Appels sortants");
    expect(day).toContain("mardi 2\u00a0décembre 2025");
  });

  test("says nothing that was typed: its address may be a victim's", async () => {
    const hostile = "Gagnez 500 € https://evil.example <script>alert(1)</script>";
    const typed = Object.fromEntries(
      [
        "first_name",
        "last_name",
        "company_name",
        "business_type",
        "welcome_message",
        "intention",
        "voice",
        "prospects_per_month",
      ].map((name) => [`${name}_param`, hostile]),
    );
    await send(db, { ...secretariat, ...typed, knowledge_base_url_param: "https://evil.example" });
    await send(db, { ...marketing, ...typed });
    const written = (await mails()).map((mail) => compose(mail));
    expect(written).toHaveLength(2);
    // Not « script » and « 500 » alone: addresses of ours hold them, an inscription and a token.
    for (const { subject, text, html } of written) {
      expect(`${subject}${text}${html}`).not.toMatch(
        /gagnez|evil|alert|(<|&lt;)\/?script|(?<!capital de [\d\s]*)500\s/i,
      );
    }
  });

  test("says none of a stranger's words as the first name of its reader", async () => {
    await send(db, { ...secretariat, first_name_param: "Virement Urgent" });
    const { text, html } = compose((await mails())[0]);
    expect(text).toContain("Bonjour,");
    expect(`${text}${html}`).not.toContain("Virement");
  });

  test.each([
    ["that confirmed its address is greeted by its own first name", "now()", "Bonjour Anne,"],
    ["that never confirmed its address is not greeted by a name", "null", "Bonjour,"],
  ])("to an account %s, whatever the form says", async (_, confirmedAt, greeting) => {
    await db.inspect(
      `with account as (
         insert into auth.users (id, email, email_confirmed_at, aud, role)
           values (gen_random_uuid(), $1, ${confirmedAt}, 'authenticated', 'authenticated') returning id)
       insert into public.user_profiles (user_id, email, first_name) select id, $1, 'Anne' from account`,
      [String(secretariat.email_param).toLowerCase()],
    );
    await send(db, { ...secretariat, first_name_param: "Virement Urgent" });
    expect(compose((await mails())[0]).text).toContain(greeting);
  });

  test("leaves once: no replay, new answers or second submission adds one", async () => {
    const first = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, first);
    await send(db, first);
    await send(db, { ...first, calls_per_month_param: 100 });
    await send(db, { ...secretariat, idempotency_key_param: newKey(), calls_per_month_param: 1000 });
    expect(await mails()).toHaveLength(1);
  });

  test("leaves once when 20 submissions arrive at the same moment", async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(db, { ...secretariat, idempotency_key_param: newKey() })));
    expect(await mails()).toHaveLength(1);
  });

  test("leaves for the first answers of a customer whose lead was empty", async () => {
    await arrangeAccounts(db);
    await send(db, secretariat, actors.owner);
    expect(await mails()).toMatchObject([{ to: actors.owner.claims.email }]);
  });

  test("never leaves for a suspect, and leaves for the person who comes after one", async () => {
    await send(db, { ...secretariat, website_param: "x" });
    expect(await mails()).toEqual([]);
    await send(db, secretariat);
    expect(await mails()).toHaveLength(1);
  });

  test("never leaves for a lead that no form made", async () => {
    await send(db, { ...secretariat, funnel_origin_param: "general" });
    expect(await mails()).toEqual([]);
  });

  test("reaches one address three times a day at most, however its e-mail is written; the leads are kept", async () => {
    const email = "victime@exemple.fr";
    for (const [turn, sent] of [secretariat, marketing, followUp, closing, conference].entries()) {
      await send(db, { ...sent, email_param: turn % 2 === 0 ? email : email.toUpperCase() });
    }
    expect(await mails()).toHaveLength(3);
    expect(await rowsOf(db, "select id from leads")).toHaveLength(5);
  });

  const possible = ["a@b", "a+b@exemple.fr", "o'neil@exemple.fr", "été@exemple.fr", `${"a".repeat(243)}@exemple.fr`];
  const impossible = [
    "a,b@exemple.fr",
    '"a"@exemple.fr',
    "a;b@exemple.fr",
    "<a@exemple.fr>",
    "a@b@exemple.fr",
    "a:b@exemple.fr",
    "a\\b@exemple.fr",
    "[a@exemple.fr",
    "(a)@exemple.fr",
    `${"a".repeat(244)}@exemple.fr`,
  ];

  test.each([...possible, ...impossible])(
    "leaves to %s if a mail can reach it, and the lead is kept anyway",
    async (email) => {
      expect(mailableAddress(email)).toBe(possible.includes(email) ? email : undefined);
      const { reference } = await send(db, {
        ...conference,
        email_param: email,
        consents_param: { newsletter: { granted: true } },
      });
      expect(reference).toBeTruthy();
      expect(await rowsOf(db, "select email from leads")).toEqual([{ email }]);
      expect(await mails()).toHaveLength(possible.includes(email) ? 1 : 0);
      expect(await rowsOf(db, "select 1 from private.deliveries where kind = 'mail'")).toHaveLength(
        possible.includes(email) ? 2 : 0,
      );
    },
  );

  test("is not written when the lead is refused, and never without it", async () => {
    await expect(send(db, { ...secretariat, voice_param: "x".repeat(301) })).rejects.toMatchObject({ code: "P0001" });
    expect(await mails()).toEqual([]);
  });

  test("goes with the lead when its time is over", async () => {
    await send(db, { ...conference, consents_param: { newsletter: { granted: true } } });
    expect(await rowsOf(db, "select 1 from private.deliveries where kind = 'mail'")).toHaveLength(2);
    const inSevenMonths = new Date(Date.now() + 214 * 24 * 3_600_000);
    const accounts = accountsErasedLater(createTestContext({ db }));
    expect(await db.asServer((tx) => eraseExpiredLeads(tx, accounts, inSevenMonths))).toBe(1);
    expect(await rowsOf(db, "select 1 from private.deliveries where kind = 'mail'")).toEqual([]);
    expect(await rowsOf(db, "select 1 from private.newsletter_requests")).toEqual([]);
  });
});

describe("The mail of a payment", () => {
  let events = 0;

  /** What these leads ordered: the endpoint of the events compares the price, and this is the price. */
  const rightFor = [{ form: "secretariat", asked: secretariat.calls_per_month_param }];
  const price = { amount_cents: 71_640, currency: "eur" };

  async function pay(reference: string, paid: Record<string, unknown> = price) {
    events += 1;
    const event = { id: `evt_${events}`, type: "checkout.session.completed", reference, right_for: rightFor, ...paid };
    await db.asServer((tx) =>
      tx.query("select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb))", [
        JSON.stringify(event),
      ]),
    );
    return event;
  }

  test("leaves to the lead once, whatever follows, with what was paid", async () => {
    const { reference } = await send(db, { ...secretariat, first_name_param: "Léa", idempotency_key_param: newKey() });
    await pay(reference);
    await pay(reference);
    await db.inspect("update leads set payment_status = false");
    await pay(reference);
    const [mail, ...others] = await mails("payment-received");
    expect(others).toEqual([]);
    expect(mail?.to).toBe(secretariat.email_param);
    expect(compose(mail).subject).toBe("Paiement reçu – Zeta");
    expect(compose(mail).text).toContain("Bonjour Léa,");
    expect(compose(mail).text).toMatch(/716,40\s€\sTTC/);
    expect(compose(mail).text).toContain("https://zeta.example/commande-validee");
  });

  test("claims no payment when nothing is due before the end of a trial", async () => {
    const { reference } = await send(db, secretariat);
    await pay(reference, { amount_cents: 0, currency: "eur" });
    const message = compose((await mails("payment-received"))[0]);
    expect(message.subject).toBe("Commande confirmée – Zeta");
    expect(message.text).not.toMatch(/paiement reçu|réglé/i);
  });

  test("waits for the lead of a payment that comes first, and never leaves without one", async () => {
    const key = newKey();
    await pay(key);
    await pay("unknown");
    expect(await mails("payment-received")).toEqual([]);
    await send(db, { ...secretariat, idempotency_key_param: key });
    expect(await mails("payment-received")).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test("leaves once when 10 events arrive at the same moment", async () => {
    const { reference } = await send(db, secretariat);
    await Promise.all(Array.from({ length: 10 }, () => pay(reference)));
    expect(await mails("payment-received")).toHaveLength(1);
  });

  test("is not sent for an administrator's change by hand", async () => {
    await send(db, secretariat);
    await db.inspect("update leads set payment_status = true");
    expect(await mails("payment-received")).toEqual([]);
  });
});
