import { beforeAll, describe, expect, test } from "vitest";

import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import { countMailTo } from "#engine/mail/mailbox-limits.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createWire,
  expectProblem,
  goodPassword,
  linkPath,
  mailsTo,
  nextEmail,
  productionSettings,
  signUpCustomer,
  type SignedIn,
} from "./support.ts";

const db = await openDatabaseForFile();
const demo = createWire({ db });
const live = createWire({ db, settings: productionSettings, clock: demo.clock });

async function countUsers(email: string): Promise<number> {
  return (await db.inspect("select 1 from auth.users where email = $1", [email])).rowCount;
}

type Seen = { status: number; headers: string[][]; answer: string };

/** Waits are told in whole seconds: answers with one must be of the same, and a busy machine may need another try. */
async function withinASecond(ask: () => Promise<Seen[]>, attempts = 10): Promise<Seen[]> {
  const startedAt = performance.now();
  const answers = await ask();
  const isInTime = performance.now() - startedAt < 900;
  const tellsWait = answers.some(({ status }) => status === 429);
  return isInTime || !tellsWait || attempts === 1 ? answers : withinASecond(ask, attempts - 1);
}

describe("In a demonstration", () => {
  test("a sign-up is confirmed at once and signed in, without a mail", async () => {
    const email = nextEmail();
    const { status, body } = await demo.send("POST", "/signup", {
      body: { email, password: goodPassword, data: { voice: "Alice" } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "bearer", user: { email, user_metadata: { voice: "Alice" } } });
    expect(body.user.email_confirmed_at).toBeTruthy();
    expect(await mailsTo(db, email)).toEqual([]);
  });

  test("an address with an account is told, and keeps its password", async () => {
    const { email } = await signUpCustomer(demo);
    const again = await demo.send("POST", "/signup", { body: { email, password: "Une-Autre-Phrase-3" } });
    expect(expectProblem(again)).toEqual({ status: 422, code: "user_already_exists" });
    const path = "/token?grant_type=password";
    expect((await demo.send("POST", path, { body: { email, password: goodPassword } })).status).toBe(200);
  });

  test("twenty sign-ups at once with one address make one account", async () => {
    const email = nextEmail();
    const body = { email, password: goodPassword };
    const answers = await Promise.all(Array.from({ length: 20 }, () => demo.send("POST", "/signup", { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect(await countUsers(email)).toBe(1);
  });
});

test.each([
  ["an e-mail only", { email: "a@exemple.example" }, 400, "validation_failed"],
  [
    "an e-mail and a phone",
    { email: "a@exemple.example", phone: "33600000000", password: goodPassword },
    400,
    "validation_failed",
  ],
  ["an e-mail that is none", { email: "a@", password: goodPassword }, 400, "validation_failed"],
  ["an object as e-mail", { email: { $ne: "" }, password: goodPassword }, 400, "bad_json"],
  [
    "an e-mail with a line break",
    { email: "a@exemple.example\r\nBcc: b@exemple.example", password: goodPassword },
    400,
    "validation_failed",
  ],
  [
    "an e-mail of 300 characters",
    { email: `${"a".repeat(300)}@exemple.example`, password: goodPassword },
    400,
    "validation_failed",
  ],
  ["7 characters", { email: "a@exemple.example", password: "Ab3!efg" }, 422, "weak_password"],
  ["129 characters", { email: "a@exemple.example", password: "Ab3!".repeat(33) }, 422, "weak_password"],
  ["data that is a text", { email: "a@exemple.example", password: goodPassword, data: "x" }, 400, "bad_json"],
  [
    "5 KB of data",
    { email: "a@exemple.example", password: goodPassword, data: { x: "y".repeat(5000) } },
    400,
    "validation_failed",
  ],
  [
    "a null character in data",
    { email: "a@exemple.example", password: goodPassword, data: { x: "\u0000" } },
    400,
    "validation_failed",
  ],
  [
    "half a character in data",
    { email: "a@exemple.example", password: goodPassword, data: { x: "\ud800" } },
    400,
    "validation_failed",
  ],
  [
    "a plain code challenge",
    {
      email: "a@exemple.example",
      password: goodPassword,
      code_challenge: "x".repeat(43),
      code_challenge_method: "plain",
    },
    400,
    "validation_failed",
  ],
  [
    "a method without challenge",
    { email: "a@exemple.example", password: goodPassword, code_challenge_method: "s256" },
    400,
    "validation_failed",
  ],
  [
    "a short challenge",
    {
      email: "a@exemple.example",
      password: goodPassword,
      code_challenge: "x".repeat(42),
      code_challenge_method: "s256",
    },
    400,
    "validation_failed",
  ],
])("Signing up with %s is refused", async (_, body, status, code) => {
  for (const wire of [demo, live]) {
    expect(expectProblem(await wire.send("POST", "/signup", { body }))).toEqual({ status, code });
  }
});

test("Signing up with no body at all asks for no anonymous account", async () => {
  const count = async () => (await db.inspect("select from auth.users")).rowCount;
  const before = await count();
  for (const rawBody of [undefined, ""]) {
    expect(expectProblem(await demo.send("POST", "/signup", { ...(rawBody !== undefined && { rawBody }) }))).toEqual({
      status: 400,
      code: "bad_json",
    });
  }
  expect(await count()).toBe(before);
  expect((await demo.send("POST", "/signup", { rawBody: "null" })).body.user).toMatchObject({ is_anonymous: true });
});

test.each([
  ["nothing", {}, "anonymous_provider_disabled"],
  ["a password only", { password: goodPassword }, "anonymous_provider_disabled"],
  ["a phone", { phone: "33600000000", password: goodPassword }, "phone_provider_disabled"],
])("Signing up with %s is no way in of production", async (_, body, code) => {
  expect(expectProblem(await live.send("POST", "/signup", { body }))).toEqual({ status: 422, code });
});

test.each([
  ["a short one", "Ab3!efg", "length"],
  ["the most used one of eight", "password", "pwned"],
  ["one of the keyboard", "azertyuiop", "pwned"],
  ["the brand and a year", "Ariane2026!", "pwned"],
  ["the brand twice", "ariane-ariane", "pwned"],
  ["one sign repeated", "aaaaaaaaaaaa", "pwned"],
])("A weak password says why: %s", async (_, password, reason) => {
  const { status, body, headers } = await demo.send("POST", "/signup", { body: { email: nextEmail(), password } });
  expect({ status, code: body.code, weak: body.weak_password }).toEqual({
    status: 422,
    code: "weak_password",
    weak: { reasons: [reason] },
  });
  expect(headers.get("x-sb-error-code")).toBe("weak_password");
  const { error } = await demo.client().auth.signUp({ email: nextEmail(), password });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: [reason] });
});

test("Signing up without a key of ours is refused", async () => {
  const body = { email: nextEmail(), password: goodPassword };
  expect(expectProblem(await demo.send("POST", "/signup", { body, apiKey: null }))).toEqual({
    status: 401,
    code: "no_authorization",
  });
  expect(await countUsers(body.email)).toBe(0);
});

describe("In production", () => {
  test("a sign-up waits for its mail's link, which signs in where it was made", async () => {
    const jar = new Map();
    const client = live.client({ jar });
    const email = nextEmail();
    const { data, error } = await client.auth.signUp({ email, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    // An empty list is how clients are told that the address is taken.
    const { id } = data.user!;
    expect(data.user).toMatchObject({
      email,
      user_metadata: { sub: id, email, email_verified: false, phone_verified: false },
      identities: [{ provider: "email", id, user_id: id, email, identity_data: { email, sub: id } }],
    });

    const signIn = () => live.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } });
    expect(expectProblem(await signIn())).toEqual({ status: 400, code: "email_not_confirmed" });
    const [mail] = await mailsTo(db, email);
    expect(mail).toMatchObject({ template: "confirm-signup", data: { code: expect.stringMatching(/^\d{8}$/) } });

    const clicked = await live.send("GET", linkPath(mail!), { apiKey: null, jar });
    expect(clicked.status).toBe(303);
    expect(clicked.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/#access_token=.*&type=signup&sb=$/);
    expect((await signIn()).status).toBe(200);
  });

  test("a code typed confirms as the link does", async () => {
    const client = live.client();
    const email = nextEmail();
    await client.auth.signUp({ email, password: goodPassword });
    const [mail] = await mailsTo(db, email);
    const { data, error } = await client.auth.verifyOtp({ email, token: mail!.data.code, type: "signup" });
    expect(error).toBeNull();
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  });

  test("the newest of two sign-ups of one browser counts, and both links are good", async () => {
    const [email, jar] = [nextEmail(), new Map()];
    await live.send("POST", "/signup", { body: { email, password: "Premier-Essai-44" }, jar });
    await live.send("POST", "/signup", { body: { email, password: goodPassword }, jar });
    for (const mail of await mailsTo(db, email)) {
      const { headers } = await live.send("GET", linkPath(mail), { jar });
      expect(headers.get("location")).toMatch(/^http:\/\/localhost:3000\/#access_token=/);
    }
    const signIn = (password: string) => live.send("POST", "/token?grant_type=password", { body: { email, password } });
    expect((await signIn("Premier-Essai-44")).status).toBe(400);
    expect((await signIn(goodPassword)).status).toBe(200);
    expect(await countUsers(email)).toBe(1);
  });
});

describe("An answer does not reveal whether an address has an account", () => {
  /** Hashing once is enough: the others get the same hash. */
  let passwordOwner: Promise<SignedIn>;
  beforeAll(() => void (passwordOwner = signUpCustomer(demo)));

  /** An address of each kind, by the name a watcher must not be able to tell. */
  async function addresses(): Promise<Record<string, string>> {
    const model = await passwordOwner;
    const create = () =>
      db.asServer(async (tx) => {
        const email = nextEmail();
        const userId = await insertAccount(tx, { email, isEmailConfirmed: true }, new Date());
        await tx.query(
          "update auth.users set encrypted_password = (select encrypted_password from auth.users where id = $2) where id = $1",
          [userId, model.userId],
        );
        return { email, userId: userId ?? "" };
      });
    const [known, banned, unconfirmed, google, admin] = [
      await create(),
      await create(),
      await create(),
      await create(),
      await create(),
    ];
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [banned.userId]);
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [unconfirmed.userId]);
    await db.inspect("update auth.users set encrypted_password = null where id = $1", [google.userId]);
    await db.inspect("update auth.identities set provider = 'google' where user_id = $1", [google.userId]);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [admin.userId]);
    return {
      unknown: nextEmail(),
      known: known.email,
      banned: banned.email,
      unconfirmed: unconfirmed.email,
      "google only": google.email,
      administrator: admin.email,
    };
  }

  const requests: Record<string, (email: string) => [path: string, body: unknown]> = {
    "sign-up": (email) => ["/signup", { email, password: "Une-Autre-Phrase-3", data: { a: 1 } }],
    "sign-in": (email) => ["/token?grant_type=password", { email, password: "Une-Autre-Phrase-3" }],
    recover: (email) => ["/recover", { email }],
    "recover with PKCE": (email) => [
      "/recover",
      { email, code_challenge: "x".repeat(43), code_challenge_method: "s256" },
    ],
    "resend sign-up": (email) => ["/resend", { email, type: "signup" }],
    "resend e-mail change": (email) => ["/resend", { email, type: "email_change" }],
    otp: (email) => ["/otp", { email }],
    "otp for who has an account": (email) => ["/otp", { email, create_user: false }],
    "magic link with PKCE": (email) => [
      "/magiclink",
      { email, code_challenge: "x".repeat(43), code_challenge_method: "s256" },
    ],
    "verify a code": (email) => ["/verify", { email, type: "recovery", token: "12345678" }],
  };

  test.each(Object.keys(requests))("%s: same status, headers, body and wait", async (name) => {
    const request = requests[name]!;
    const seen: Record<string, unknown> = {};
    for (const [kind, email] of Object.entries(await addresses())) {
      const [path, body] = request(email);
      const address = `203.0.113.${Object.keys(seen).length + 1}`;
      const ask = async () => {
        const { status, headers, text } = await live.send("POST", path, { body, address });
        // The mark of a browser is random, as an id is.
        const named = [...headers].map(([header, value]) => [
          header,
          value.replace(/^sign-up=[\w-]{43};/, "sign-up=<mark>;"),
        ]);
        return {
          status,
          headers: named,
          answer: text.replaceAll(email, "<email>").replace(/"(id|identity_id|user_id|sub)":"[^"]+"/g, '"$1":"<id>"'),
        };
      };
      seen[kind] = await withinASecond(async () => {
        await emptyBuckets(db, live.context);
        // One mail is left for this mailbox: the second request is told to wait.
        for (let mail = 1; mail < 5; mail += 1) await countMailTo(live.context.limits, email);
        return [await ask(), await ask()];
      });
    }
    await emptyBuckets(db, live.context);
    expect(Object.keys(seen)).toHaveLength(6);
    for (const [kind, answers] of Object.entries(seen))
      expect({ kind, answers }).toEqual({ kind, answers: seen.unknown });
  });

  test("A sign-up for a taken address changes nothing, and mails its owner a way in", async () => {
    const { email, userId } = await signUpCustomer(demo);
    const before = await db.inspect("select to_jsonb(users) as row from auth.users where id = $1", [userId]);
    expect((await live.send("POST", "/signup", { body: { email, password: "Une-Autre-Phrase-3" } })).status).toBe(200);
    const after = await db.inspect("select to_jsonb(users) as row from auth.users where id = $1", [userId]);
    expect(after.rows).toEqual(before.rows);
    const mails = await mailsTo(db, email);
    expect(mails).toMatchObject([{ template: "address-taken", data: { code: expect.stringMatching(/^\d{8}$/) } }]);
    const { headers } = await live.send("GET", linkPath(mails[0]!));
    expect(headers.get("location")).toMatch(/^http:\/\/localhost:3000\/compte\/mot-de-passe#access_token=/);
  });
});
