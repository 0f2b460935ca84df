import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { readFileSync } from "node:fs";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { resumeProblems } from "#subjects/funnel/words/resume-link.ts";
import { emptyAnswers } from "#subjects/funnel/rules/answers.ts";
import { readFunnelState } from "#subjects/funnel/rules/stored-state.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import type { ServerContext } from "#server/context/context.ts";
import { drawLetter } from "#app/mail/draw-letter.tsx";
import { composeMail } from "#server/mail/compose-mail.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { countRows, hostileTexts, newKey, nothing, type Post, postTo } from "./orders.ts";
import { addContact, signIn } from "#tests/fixtures/accounts.ts";
import { secretariat, send as sendLead } from "#tests/leads/sending.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const dayMs = 24 * 60 * 60 * 1000;
const db = await openDatabaseForFile();
let context: ServerContext;
let now: Date;
let send: Post;
let open: Post;

beforeEach(() => {
  now = start;
  context = createTestContext({ db, now: () => now });
  send = postTo(context, "send-resume-link");
  open = postTo(context, "open-resume-link");
});

afterEach(() => db.reset());

const accepted = { status: 200, body: { accepted: true }, retryAfter: null };
const email = "yann@menuiserie.example";
/** As step 3 of the secretariat holds them. */
const answers = {
  email,
  firstName: "Yann",
  lastName: "Kerbrat",
  phone: "06 39 98 20 16",
  companyName: "D'Été & Fils <b>",
  businessType: "menuiserie",
  voice: "feminin",
  welcomeMessage: "Bonjour, je suis l’assistant vocal.",
  businessHours: ["autres", "8h, 12h"],
  callsPerMonth: 50,
  volume: 50,
};
const request = { funnel: "secretariat", answers };

type Mail = { to: string; template: string; data: { link: string } };

async function readMails(): Promise<Mail[]> {
  const { rows } = await db.inspect<{ body: Mail }>(
    "select body from private.deliveries where event = 'mail.resume-signup' order by created_at",
  );
  return rows.map(({ body }) => body);
}

async function mailedToken(): Promise<string> {
  const mails = await readMails();
  return mails.at(-1)?.data.link.split("#reprise=")[1] ?? "";
}

/** Everything in every table of ours, as text. */
async function readEverything(): Promise<string> {
  const { rows: tables } = await db.inspect<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')",
  );
  const texts = await Promise.all(
    tables.map(({ name }) => db.inspect(`select coalesce(string_agg(t::text, '\n'), '') as text from ${name} t`)),
  );
  return texts.map(({ rows }) => String(rows[0]?.text)).join("\n");
}

describe("Asking for a link", () => {
  test("queues one mail to the address typed, with our words and a link of our own", async () => {
    expect(await send(request)).toEqual(accepted);

    const [mail, ...others] = await readMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, template: "resume-signup" });
    expect(Object.keys(mail?.data ?? {})).toEqual(["link"]);
    const origin = context.settings.site.origin;
    expect(mail?.data.link.startsWith(`${origin}/inscription-secretariat#reprise=`)).toBe(true);
    expect(mail?.data.link.length).toBeLessThan(600);
  });

  test("stores no answer anywhere: not in the queue, not elsewhere", async () => {
    const marked = {
      ...answers,
      firstName: "Marqueur-7f3",
      companyName: "Marqueur-7f3",
      welcomeMessage: "Marqueur-7f3",
    };
    await send({ funnel: "secretariat", answers: { ...marked, password: "Marqueur-7f3" } });

    expect(await readEverything()).not.toContain("Marqueur-7f3");
    expect(await countRows(db)).toEqual(nothing);
    expect(await readMails()).toHaveLength(1);
  });

  test.each(hostileTexts)("that says %j puts nothing of it in the mail, and gives it back as it was", async (text) => {
    const typed = { ...answers, firstName: text, companyName: text, welcomeMessage: text };
    expect(await send({ funnel: "secretariat", answers: typed })).toEqual(accepted);

    const [mail] = await readMails();
    const message = composeMail(newKey(), mail, {
      brand: "Ariane",
      from: "Ariane <bonjour@ariane.example>",
      site: { ...context.settings.site, today: mailSiteForTests.today, prices: firstPrices },
      authSecret: context.settings.authSecret,
      drawLetter,
    });
    expect(message.ok && [message.value.subject, message.value.text, message.value.html].join()).not.toContain(text);
    const { body } = await open({ funnel: "secretariat", token: await mailedToken() });
    expect(body.state).toMatchObject({ firstName: text, welcomeMessage: text });
  });

  test("answers the same for a mailbox that has an account, a lead, or nothing", async () => {
    await signIn(context, db, { email: "compte@exemple.fr" });
    await addContact(db, { email: "contact@exemple.fr" });
    for (const known of ["compte@exemple.fr", "contact@exemple.fr", "inconnu@exemple.fr"]) {
      expect(await send({ funnel: "secretariat", answers: { ...answers, email: known } })).toEqual(accepted);
    }
    expect((await readMails()).map(({ to }) => to).sort()).toEqual([
      "compte@exemple.fr",
      "contact@exemple.fr",
      "inconnu@exemple.fr",
    ]);
  });

  test("with the trap field filled is answered like the others and mails nothing", async () => {
    expect(await send({ ...request, website: "https://spam.example" })).toEqual(accepted);
    expect(await readMails()).toEqual([]);
  });

  test("a sixth time for one mailbox waits, for all clients and spellings together; other mailboxes do not", async () => {
    for (let count = 0; count < 5; count += 1) expect(await send(request)).toEqual(accepted);

    const sixth = await send({ funnel: "marketing", answers: { email: email.toUpperCase() } });
    expect(sixth).toMatchObject({
      status: 429,
      body: { error: resumeProblems.too_many_links, code: "too_many_links" },
    });
    expect(Number(sixth.retryAfter)).toBeGreaterThan(600);
    expect(await readMails()).toHaveLength(5);
    expect(await send({ funnel: "secretariat", answers: { ...answers, email: "autre@exemple.fr" } })).toEqual(accepted);
  });

  test("forty times at once from one address, for as many mailboxes, mails thirty at most", async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send({ funnel: "secretariat", answers: { ...answers, email: `n${index}@exemple.fr` } }),
      ),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(await readMails()).toHaveLength(30);
  });

  test("ten times at once for one mailbox mails five at most", async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(request)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await readMails()).toHaveLength(5);
  });

  test("when the mail cannot be queued says so, and a repeat starts clean", async () => {
    await db.inspect("create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
    await db.inspect("create trigger refuse before insert on private.deliveries execute function public.refuse()");
    expect(await send(request)).toMatchObject({ status: 500, body: { code: "unexpected_failure" } });

    await db.inspect("drop trigger refuse on private.deliveries");
    await db.inspect("drop function public.refuse");
    expect(await send(request)).toEqual(accepted);
  });
});

describe("No mail leaves", () => {
  test.each([
    "",
    " ",
    "a",
    "a@",
    "@b",
    "a b@c.fr",
    "a@b, c@d",
    "<a@b.fr>",
    "a@b.fr\r\nBcc: c@d.fr",
    "\ud800@b.fr",
    `${"a".repeat(300)}@b.fr`,
  ])("to %j", async (address) => {
    const { status, body } = await send({ funnel: "secretariat", answers: { ...answers, email: address } });
    expect([status, body]).toEqual([400, { error: resumeProblems.email_malformed, code: "email_malformed" }]);
    expect(await readMails()).toEqual([]);
  });

  test("with more than a link holds: 2 000 characters of French do, 4 000 do not, and the sentence says so", async () => {
    const article = readFileSync("subjects/blog/words/articles/donnees-hebergees-en-france.mdx", "utf8").replace(
      /^---[^]*?---/,
      "",
    );
    const withText = (length: number) => ({ ...answers, knowledgeBaseOwnText: article.slice(0, length) });

    const { status, body } = await send({ funnel: "secretariat", answers: withText(4000) });
    expect([status, body]).toEqual([400, { error: resumeProblems.answers_too_long, code: "answers_too_long" }]);
    expect(body.error).toMatch(/2\u202f000 caractères/);
    expect(await readMails()).toEqual([]);

    expect(await send({ funnel: "secretariat", answers: withText(2000) })).toEqual(accepted);
    const [mail] = await readMails();
    expect(mail?.data.link.length).toBeLessThanOrEqual(2000);
  });

  test.each<[string, unknown, number]>([
    ["nothing", "", 400],
    ["null", "null", 400],
    ["a list", [request], 400],
    ["text that is not JSON", "{", 400],
    ["no answers", { funnel: "secretariat" }, 400],
    ["answers that are a list", { funnel: "secretariat", answers: [email] }, 400],
    ["an e-mail that is a list", { funnel: "secretariat", answers: { email: [email] } }, 400],
    ["another form", { funnel: "closing", answers }, 400],
    ["no funnel", { answers }, 400],
    ["too much", JSON.stringify({ funnel: "secretariat", answers: { ...answers, phone: "1".repeat(70_000) } }), 413],
  ])("for a request with %s", async (_title, body, status) => {
    expect(await send(body)).toMatchObject({ status, body: { code: "unreadable", error: expect.any(String) } });
    expect(await readMails()).toEqual([]);
  });

  test("without the public key, or with another", async () => {
    expect(await send(request, { authorization: undefined })).toMatchObject({ status: 401 });
    expect(await send(request, { authorization: "Bearer sb_publishable_another" })).toMatchObject({ status: 401 });
    expect(await open({ funnel: "secretariat", token: "A" }, { authorization: undefined })).toMatchObject({
      status: 401,
    });
    expect(await readMails()).toEqual([]);
  });
});

describe("Opening a link", () => {
  test.each(funnelOffers)(
    "of %s gives its answers as the stored state, to resume at step 3 at the latest",
    async (funnel) => {
      const all = { ...emptyAnswers, ...answers, marketingNeeds: "Relancer", clientFollowupGoals: "Garder le lien" };
      await send({
        funnel,
        answers: {
          ...all,
          step: 5,
          price: 1,
          callConsent: true,
          password: "secret",
          idempotencyKeys: { [funnel]: newKey() },
          paymentStartedAt: start.toISOString(),
        },
      });

      const { status, body } = await open({ funnel, token: await mailedToken() });
      expect(status).toBe(200);
      expect(body.state).toMatchObject({ funnel, step: 3, version: 1, email, firstName: "Yann", volume: 50 });
      for (const absent of ["password", "price", "callConsent", "idempotencyKeys", "paymentStartedAt", "savedAt"]) {
        expect(body.state).not.toHaveProperty(absent);
      }
      const resumed = readFunnelState(JSON.stringify(body.state), {
        offer: funnel,
        now,
        newKey: newKey(),
        prices: firstPrices,
      });
      expect(resumed).toMatchObject({
        step: 3,
        companyName: answers.companyName,
        callConsent: false,
        paymentStartedAt: null,
      });
    },
  );

  test("with a missing answer in step 2 resumes there", async () => {
    await send({ funnel: "secretariat", answers: { ...answers, phone: " " } });
    const { body } = await open({ funnel: "secretariat", token: await mailedToken() });
    expect(
      readFunnelState(JSON.stringify(body.state), { offer: "secretariat", now, newKey: newKey(), prices: firstPrices })
        .step,
    ).toBe(2);
  });

  test("drops each answer that is none, and no other with it", async () => {
    await send({
      funnel: "secretariat",
      answers: { ...answers, voice: "robot", callsPerMonth: -1, businessHours: "24h", phone: {}, volume: "1; drop" },
    });
    const { body } = await open({ funnel: "secretariat", token: await mailedToken() });
    expect(body.state).toEqual({
      funnel: "secretariat",
      step: 3,
      version: 1,
      email,
      firstName: "Yann",
      lastName: "Kerbrat",
      companyName: answers.companyName,
      businessType: "menuiserie",
      welcomeMessage: answers.welcomeMessage,
    });
  });

  test("can be done again, and changes nothing", async () => {
    await send(request);
    const token = await mailedToken();
    const first = await open({ funnel: "secretariat", token });
    expect(await open({ funnel: "secretariat", token })).toEqual(first);
    expect(await countRows(db)).toEqual(nothing);
    expect(await readMails()).toHaveLength(1);
  });

  test("works for 30 days, and not a millisecond more", async () => {
    await send(request);
    const token = await mailedToken();
    now = new Date(start.getTime() + 30 * dayMs);
    expect(await open({ funnel: "secretariat", token })).toMatchObject({ status: 200 });
    now = new Date(start.getTime() + 30 * dayMs + 1);
    const late = { error: resumeProblems.link_late, code: "link_late" };
    expect(await open({ funnel: "secretariat", token })).toMatchObject({ status: 409, body: late });
  });

  test("of another funnel, another site, bent, cut or of no kind at all gives one same sentence", async () => {
    await send(request);
    const token = await mailedToken();
    const elsewhere = createTestContext({
      db,
      now: () => now,
      environment: { AUTH_SECRET: "another-secret-of-32-characters-at-least" },
    });

    const refused = await Promise.all([
      open({ funnel: "marketing", token }),
      postTo(elsewhere, "open-resume-link")(
        { funnel: "secretariat", token },
        { authorization: `Bearer ${elsewhere.settings.publishableKey}` },
      ),
      ...[
        token.slice(0, -1),
        `${token}A`,
        token.toLowerCase(),
        "",
        "A",
        "a".repeat(2001),
        "💥",
        "\u0000",
        7,
        null,
        [token],
      ].map((bad) => open({ funnel: "secretariat", token: bad })),
      open({ token }),
      open({ funnel: "__proto__", token }),
      open([]),
    ]);
    for (const { status, body } of refused) expect([status, body]).toEqual([400, unusable]);
  });
});

const unusable = { error: resumeProblems.link_unusable, code: "link_unusable" };

describe("The link of the first mail", () => {
  const sent = { ...secretariat, email_param: email, first_name_param: "Yann", calls_per_month_param: 50 };

  /** As the mail holds it, with the token of its link. */
  async function order(asked: Record<string, unknown> = sent) {
    const { reference } = await sendLead(db, { ...asked, idempotency_key_param: newKey() });
    const { rows } = await db.inspect<{ body: unknown }>(
      "select body from private.deliveries where event = 'mail.lead-received'",
    );
    const message = composeMail(newKey(), rows.at(-1)?.body, {
      brand: "Ariane",
      from: "Ariane <bonjour@ariane.example>",
      site: { ...context.settings.site, today: mailSiteForTests.today, prices: firstPrices },
      authSecret: context.settings.authSecret,
      drawLetter,
    });
    if (!message.ok) throw new Error(message.problem);
    const token = /#reprise=(\S+)/.exec(message.value.text)?.[1] ?? "";
    return { reference, token, ...message.value };
  }

  /** So many days ago, by the clock of this file. */
  async function age(days: number) {
    for (const table of ["submissions", "deliveries"]) {
      await db.inspect(`update private.${table} set created_at = $1`, [new Date(now.getTime() - days * dayMs)]);
    }
  }

  test("is its one button, waits nowhere, and opens the summary of the very order", async () => {
    const { reference, token, html } = await order();
    expect(html).toMatch(/class="letter-button"[^>]*>Reprendre et payer</);
    expect(await readEverything()).not.toContain(token);
    const { status, body } = await open({ funnel: "secretariat", token });
    expect(status).toBe(200);
    expect(body.state).toMatchObject({
      email,
      firstName: "Yann",
      callsPerMonth: 50,
      volume: 50,
      step: 5,
      idempotencyKeys: { secretariat: reference },
    });
    expect(body.state).not.toHaveProperty("callConsent");
    expect(body.state).not.toHaveProperty("price");
  });

  test("opens nothing of another funnel, and nothing once the order is paid, erased or was a suspect's", async () => {
    const { token } = await order();
    expect(await open({ funnel: "marketing", token })).toMatchObject({ body: { code: "link_unusable" } });
    await db.inspect("update leads set payment_status = true");
    expect(await open({ funnel: "secretariat", token })).toMatchObject({ status: 409, body: { code: "order_paid" } });
    await db.inspect("update leads set payment_status = false");
    await db.inspect("update private.submissions set is_suspect = true");
    expect(await open({ funnel: "secretariat", token })).toMatchObject({ body: { code: "link_unusable" } });
    await db.inspect("delete from leads");
    expect(await open({ funnel: "secretariat", token })).toMatchObject({ body: { code: "link_unusable" } });
  });

  test("ends 30 days after the last mail about the order, and says so", async () => {
    const { token } = await order();
    await age(29);
    expect((await open({ funnel: "secretariat", token })).status).toBe(200);
    await age(31);
    const late = await open({ funnel: "secretariat", token });
    expect([late.status, late.body]).toEqual([409, { error: resumeProblems.link_late, code: "link_late" }]);
  });

  test("is not offered where a volume is not sold online", async () => {
    const { html, text } = await order({ ...sent, calls_per_month_param: 1000 });
    expect(`${html}${text}`).not.toContain("Reprendre et payer");
    expect(html).toMatch(/class="letter-button"/);
  });
});
