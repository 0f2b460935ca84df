import { randomBytes } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { firstPasswordProblems, type FirstPasswordProblem } from "#subjects/account/words/first-password.ts";
import { mailableAddress } from "#kit/email-address.ts";
import type { ServerContext } from "#server/context/context.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { sealId } from "#server/mail/sealed-id.ts";
import { createWire, goodPassword, productionSettings, signUpCustomer, type Wire } from "#tests/auth/support.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { marketing, newKey, rowsOf, secretariat, send } from "#tests/leads/sending.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import { callFunction } from "./customers.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let wire: Wire;
/** Where a sign-up waits for its proof. */
let strict: Wire;
let aheadMs = 0;
const dayMs = 24 * 3_600_000;

beforeEach(() => {
  aheadMs = 0;
  context = createTestContext({ db, now: () => new Date(Date.now() + aheadMs) });
  wire = createWire({ db });
  strict = createWire({ db, settings: productionSettings });
});
afterEach(() => db.reset());

const email = String(secretariat.email_param);

/** Orders and pays; the mail about it is queued. @returns the id of the lead */
async function pay(order: Record<string, unknown> = secretariat): Promise<string> {
  const { reference } = await send(db, { ...order, idempotency_key_param: newKey() });
  const [ordered] = await rowsOf<{ right_for: unknown; lead_id: string }>(
    db,
    `select jsonb_build_array(private.order_of(submission)) as right_for, lead_id
     from private.submissions as submission where idempotency_key = $1`,
    [reference],
  );
  const event = { id: `evt_${reference}`, type: "checkout.session.completed", reference, amount_cents: 11_640 };
  await db.asServer((tx) =>
    tx.query("select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb))", [
      JSON.stringify({ ...event, currency: "eur", right_for: ordered!.right_for }),
    ]),
  );
  return ordered!.lead_id;
}

/** Of the mails that were queued, oldest first: what their links hold. */
async function mailedTokens(): Promise<string[]> {
  const mails = await rowsOf<{ body: unknown }>(
    db,
    `select body from private.deliveries where event in ('mail.payment-received', 'mail.first-password')
     order by created_at, id`,
  );
  return mails.flatMap(({ body }) => {
    const { authSecret } = context.settings;
    const message = composeMail("id", body, {
      brand: "Zeta",
      from: "a@zeta.example",
      site: mailSiteForTests,
      authSecret,
      drawLetter,
    });
    if (!message.ok) throw new Error(message.problem);
    return /https:\S+\/compte\/mot-de-passe#acces=([\w-]+)/.exec(message.value.text)?.[1] ?? [];
  });
}

async function paidToken(order?: Record<string, unknown>): Promise<string> {
  await pay(order);
  const [token] = await mailedTokens();
  expect(token).toMatch(/^[\w-]{44}$/);
  return token!;
}

const ask = async (body: unknown) => {
  const { status, answer } = await callFunction(context, "set-first-password", {}, body);
  return { status, body: answer };
};
const refusal = (status: number, code: FirstPasswordProblem) => ({
  status,
  body: { error: firstPasswordProblems[code], code },
});

async function canSignIn(address = email, password = goodPassword): Promise<boolean> {
  const { status } = await wire.send("POST", "/token?grant_type=password", { body: { email: address, password } });
  return status === 200;
}

const accounts = () => rowsOf(db, "select email from auth.users");
const audit = async () =>
  (
    await rowsOf<{ line: string }>(
      db,
      `select action || coalesce(' ' || (detail ->> 'code'), '') as line from private.audit_log
       where action like 'account.first%' order by id`,
    )
  ).map(({ line }) => line);

describe("The link of the mail about a payment", () => {
  test("opens an account with the password that its reader chooses, with their order in it", async () => {
    const token = await paidToken();
    expect(await ask({ token })).toEqual({ status: 200, body: { outcome: "open", email } });
    expect(await accounts()).toEqual([]);

    expect(await ask({ token, password: goodPassword })).toEqual({ status: 200, body: { outcome: "set", email } });
    expect(await canSignIn()).toBe(true);
    expect(
      await rowsOf(
        db,
        `select account.email, account.email_confirmed_at is not null as is_confirmed,
                lead.payment_status, lead.account_exists
         from auth.users as account join public.user_profiles as profile on profile.user_id = account.id
         join public.leads as lead on lead.user_profile_id = profile.id`,
      ),
    ).toEqual([{ email, is_confirmed: true, payment_status: true, account_exists: false }]);
    expect(await audit()).toEqual(["account.first_password_set"]);
  });

  test("serves once, and says so", async () => {
    const token = await paidToken();
    await ask({ token, password: goodPassword });
    for (const body of [{ token }, { token, password: "Un-autre-mot-44" }, { token, renew: true }]) {
      expect(await ask(body)).toEqual(refusal(409, "link_used"));
    }
    expect(await canSignIn()).toBe(true);
    expect(await canSignIn(email, "Un-autre-mot-44")).toBe(false);
    await db.inspect("update public.user_profiles set user_id = null");
    await db.inspect("delete from auth.users");
    expect(await ask({ token, password: "Un-autre-mot-44" })).toEqual(refusal(409, "link_used"));
  });

  test("sets one password when ten arrive at the same moment", async () => {
    const token = await paidToken();
    const passwords = Array.from({ length: 10 }, (_, place) => `Bruyère-Matin-${place}7`);
    const answers = await Promise.all(passwords.map((password) => ask({ token, password })));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect(await accounts()).toHaveLength(1);
    expect(await canSignIn(email, winner)).toBe(true);
  });

  test("lives seven days; a late one has another sent to the same address, three in all", async () => {
    const token = await paidToken();
    aheadMs = 7 * dayMs + 60_000;
    expect(await ask({ token, password: goodPassword })).toEqual(refusal(409, "link_late"));
    expect(await ask({ token, renew: true })).toEqual({ status: 200, body: { outcome: "renewed" } });
    expect(await ask({ token, renew: true })).toEqual(refusal(409, "too_many_links"));
    const renewed = (await mailedTokens())[1]!;
    expect(await ask({ token: renewed })).toEqual({ status: 200, body: { outcome: "open", email } });
    aheadMs += 8 * dayMs;
    expect((await ask({ token: renewed, renew: true })).status).toBe(200);
    aheadMs += 8 * dayMs;
    expect(await ask({ token: renewed, renew: true })).toEqual(refusal(409, "too_many_links"));
    expect(await mailedTokens()).toHaveLength(3);
    expect(
      await rowsOf(
        db,
        "select distinct body ->> 'to' as to from private.deliveries where event = 'mail.first-password'",
      ),
    ).toEqual([{ to: email }]);
    expect(await accounts()).toEqual([]);
  });

  test("is sealed: no other spelling, and no token for another thing, opens anything", async () => {
    const token = await paidToken();
    const [row] = await rowsOf<{ id: string }>(db, "select id from private.first_passwords");
    const other = token[20] === "A" ? "B" : "A";
    const bent = [token.slice(1), `${token.slice(0, 20)}${other}${token.slice(21)}`, `${token} `, row!.id, "", "é\0"];
    const foreign = [
      sealId(context.settings.authSecret, "newsletter unsubscriptions", row!.id),
      randomBytes(33).toString("base64url"),
    ];
    for (const each of [...bent, ...foreign]) {
      expect([each, await ask({ token: each, password: goodPassword })]).toEqual([each, refusal(400, "link_unusable")]);
    }
    expect(await accounts()).toEqual([]);
    expect(JSON.stringify(await rowsOf(db, "select * from private.deliveries"))).not.toContain(token);
  });

  test.each([
    ["court", "password_length"],
    ["a".repeat(200), "password_length"],
    ["motdepasse", "password_common"],
    [email, "password_common"],
  ] as const)("refuses the password %s, and stays open", async (password, code) => {
    const token = await paidToken();
    expect(await ask({ token, password })).toEqual(refusal(400, code));
    expect((await ask({ token })).status).toBe(200);
    expect(await accounts()).toEqual([]);
  });

  test.each([null, [], "text", {}, { token: 7 }, { token: null }, { token: "a", password: 7 }])(
    "is asked for by %j: a sentence, and nothing breaks",
    async (body) => expect((await ask(body)).status).toBe(400),
  );
});

describe("What a stranger began with the address and never proved", () => {
  const began: [what: string, begin: () => Promise<unknown>][] = [
    ["a sign-up", () => strict.send("POST", "/signup", { body: { email, password: "Un-autre-mot-44" } })],
    ["a mailed code", () => strict.send("POST", "/otp", { body: { email, data: { name: "Mallory" } } })],
  ];

  test.each(began)(
    "does not keep who paid from their first password, nor the mail from its link: %s",
    async (_, begin) => {
      await begin();
      const token = await paidToken();
      await begin();
      expect((await ask({ token, password: goodPassword })).body).toEqual({ outcome: "set", email });
      expect(await accounts()).toHaveLength(1);
      expect(await canSignIn()).toBe(true);
      expect(await canSignIn(email, "Un-autre-mot-44")).toBe(false);
      const links = await rowsOf(db, "select from auth.one_time_tokens");
      expect(links).toEqual([]);
    },
  );
});

describe("No existing account is taken over", () => {
  /** After the mail left: before, there would be no link at all. */
  const owners: [who: string, make: () => Promise<unknown>][] = [
    ["with a password", () => signUpCustomer(wire, email)],
    ["of an identity provider", () => signIn(context, db, { email })],
    ["with a second factor, invited", async () => {
      await signIn(context, db, { email, hasFactor: true });
      await db.inspect("update auth.users set invited_at = now()");
    }],
    ["of an administrator who was invited", async () => {
      await signIn(context, db, { email, isAdministrator: true });
      await db.inspect("update auth.users set invited_at = now()");
    }],
    ["with a password, not confirmed yet", () =>
      db.inspect("insert into auth.users (email, encrypted_password) values ($1, 'x')", [email])],
  ]; // prettier-ignore

  test.each(owners)("%s", async (_, make) => {
    const token = await paidToken();
    await make();
    const before = await rowsOf(db, "select * from auth.users");
    expect(await ask({ token, password: "Un-autre-mot-44" })).toEqual(refusal(409, "account_exists"));
    expect(await ask({ token, renew: true })).toEqual(refusal(409, "account_exists"));
    expect(await rowsOf(db, "select * from auth.users")).toEqual(before);
    expect(await rowsOf(db, "select from public.user_profiles where user_id is null")).toHaveLength(1);
    expect(await audit()).toContain("account.first_password_refused account_exists");
  });

  test("and a customer with a password is mailed no link", async () => {
    await signUpCustomer(wire, email);
    await pay();
    expect(await mailedTokens()).toEqual([]);
    expect(await rowsOf(db, "select from private.first_passwords")).toEqual([]);
  });

  test("nor when the account is made while the password is hashed", async () => {
    const token = await paidToken();
    const { passwords } = context;
    const slow: ServerContext = {
      ...context,
      passwords: {
        ...passwords,
        async hash(password) {
          await signUpCustomer(wire, email);
          return passwords.hash(password);
        },
      },
    };
    const { status } = await callFunction(slow, "set-first-password", {}, { token, password: "Un-autre-mot-44" });
    expect(status).toBe(409);
    expect(await canSignIn()).toBe(true);
  });
});

describe("The link is bound to its order", () => {
  test.each([
    ["unpaid since", "update public.leads set payment_status = false", "order_unpaid"],
    ["of an address that was corrected", "update public.leads set email = 'autre@exemple.fr'", "link_unusable"],
    ["of a contact of another address", "update public.user_profiles set email = 'autre@exemple.fr'", "link_unusable"],
    ["erased", "delete from public.leads", "link_unusable"],
  ] as const)("%s, it opens nothing", async (_, change, code) => {
    const token = await paidToken();
    await db.inspect(change);
    expect(await ask({ token, password: goodPassword })).toEqual(refusal(code === "link_unusable" ? 400 : 409, code));
    expect(await accounts()).toEqual([]);
  });

  test("an unpaid order has none, and a payment by hand mails none", async () => {
    await send(db, secretariat);
    await db.inspect("update public.leads set payment_status = true");
    expect(await rowsOf(db, "select from private.first_passwords")).toEqual([]);
  });

  test("an account that the team invited meanwhile gets its first password, and its invitation ends", async () => {
    const token = await paidToken();
    const admin = await signIn(context, db, { isAdministrator: true });
    const [lead] = await rowsOf<{ id: string }>(db, "select id from public.leads");
    await callFunction(context, "create-account", { authorization: `Bearer ${admin.token}` }, { lead_id: lead!.id });
    expect(await rowsOf(db, "select from auth.one_time_tokens")).toHaveLength(1);
    expect((await ask({ token, password: goodPassword })).status).toBe(200);
    expect(await canSignIn()).toBe(true);
    expect(await rowsOf(db, "select from auth.one_time_tokens")).toEqual([]);
  });

  test("of two paid orders of one contact, one link is enough: the other finds the account", async () => {
    await pay();
    await pay({ ...marketing, email_param: email });
    const [first, second] = await mailedTokens();
    expect((await ask({ token: first, password: goodPassword })).status).toBe(200);
    expect(await ask({ token: second, password: "Un-autre-mot-44" })).toEqual(refusal(409, "account_exists"));
    expect(
      await rowsOf(
        db,
        "select from public.leads join public.user_profiles as p on p.id = user_profile_id where p.user_id is not null",
      ),
    ).toHaveLength(2);
  });
});

describe("An address that other programs fold in another way", () => {
  /** The lead of the person, and a payment of a stranger under an address that `lower` of SQL takes for theirs. */
  async function payBeside(victim: string, stranger: string): Promise<string[]> {
    await send(db, { ...marketing, email_param: victim, idempotency_key_param: newKey() });
    await pay({ ...secretariat, email_param: stranger });
    return mailedTokens();
  }

  test.each([
    ["contact@info-x.example", "contact@İnfo-x.example"],
    ["ix@d.example", "İx@d.example"],
    ["élodie@d.example", "Élodie@d.example"],
  ])("is another person's: who has %s keeps what is theirs from %s", async (victim, stranger) => {
    const tokens = await payBeside(victim, stranger);
    const profiles = await rowsOf(db, 'select email from user_profiles order by email collate "C"');
    expect(profiles).toHaveLength(2);
    for (const token of tokens) {
      expect((await ask({ token, password: goodPassword })).body).toEqual({ outcome: "set", email: stranger });
    }
    expect(await canSignIn(victim)).toBe(false);
    const owned = await rowsOf(
      db,
      `select lead.email from leads as lead join user_profiles as profile on profile.id = user_profile_id
       where user_id is not null`,
    );
    expect(owned).toEqual(tokens.map(() => ({ email: stranger })));
  });

  test("gets no mail where its domain has no form that all programs agree on", async () => {
    expect(await payBeside("contact@info-x.example", "contact@İnfo-x.example")).toEqual([]);
    expect(await rowsOf(db, "select body ->> 'to' as to from private.deliveries where kind = 'mail'")).toEqual([
      { to: "contact@info-x.example" },
    ]);
  });

  test("is refused before a password is chosen where the accounts of a project do not take it", async () => {
    const token = await paidToken({ ...secretariat, email_param: "chloé@x.example" });
    const ofProject = createTestContext({ db, settings: { supabaseUrl: "http://127.0.0.1:9" } });
    for (const body of [{ token }, { token, password: goodPassword }]) {
      const { status, answer } = await callFunction(ofProject, "set-first-password", {}, body);
      expect({ status, body: answer }).toEqual(refusal(409, "address_refused"));
    }
    await pay({ ...marketing, email_param: "jean&marie@pâtisserie.example" });
    const ascii = (await mailedTokens()).at(-1);
    const { answer } = await callFunction(ofProject, "set-first-password", {}, { token: ascii });
    expect(answer).toEqual({ outcome: "open", email: "jean&marie@xn--ptisserie-b2a.example" });
  });

  test.each([
    ["jean&marie@x.example"],
    ["vente/x@x.example"],
    ["contact@pâtisserie-léa.example"],
    ["x@shop.xn--p1ai"],
    ["chloé@x.example"],
    ["Élodie@x.example"],
    ["root@intranet"],
  ])("%s orders, pays, chooses a password and signs in, in every spelling of it", async (typed) => {
    const token = await paidToken({ ...secretariat, email_param: ` ${typed.normalize("NFD")}\u200b` });
    const address = mailableAddress(typed)!;
    expect(await ask({ token, password: goodPassword })).toEqual({
      status: 200,
      body: { outcome: "set", email: address },
    });
    expect(await rowsOf(db, "select email from leads")).toEqual([{ email: typed }]);
    for (const spelling of [typed, address, typed.normalize("NFD"), `\u202a${typed}\u202c`]) {
      expect(await canSignIn(spelling)).toBe(true);
    }
    const asked = await wire.send("POST", "/recover", { body: { email: typed } });
    expect(asked.status).toBe(200);
    const mails = await rowsOf<{ to: string }>(
      db,
      "select distinct body ->> 'to' as to from private.deliveries where kind = 'mail'",
    );
    expect(mails).toEqual([{ to: address }]);
  });
});
