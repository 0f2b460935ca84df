import { beforeEach, describe, expect, test } from "vitest";

import { createAuthService } from "#engine/auth/auth-service.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { takeTurns } from "#tests/support/depth.ts";

import { challenge, enrollTotp } from "./authenticator-app.ts";
import { addressOf, alikeRoutes, type Known, pkce, questions, type Request, requests } from "./every-request.ts";
import { startProviderForFile } from "./test-provider.ts";
import {
  createWire,
  goodPassword,
  nextAddress,
  nextPhone,
  origin,
  signUpCustomer,
  type Received,
  type Sending,
} from "./support.ts";

const wrong: Record<string, unknown> = {
  null: null,
  "a number": 12,
  "a list": ["a"],
  "an object": { $ne: "" },
  true: true,
  "an empty text": "",
  "10,000 characters": "9".repeat(10_000),
  "control characters": "\u0000\u001b\r\nBcc: b@exemple.example",
  "half a character": "\ud800",
  "a direction mark": "\u202e33639980000",
};
const nextWrong = takeTurns(Object.entries(wrong), 2);

const address = nextAddress();

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const wire = createWire({ db, settings: { identityProvider: { ...provider.settings, otherClientIds: [] } } });
await registerReceivers(db, wire.context.settings, new Date());
const [customer, other] = [await signUpCustomer(wire), await signUpCustomer(wire)];
const token = customer.access;
const ofCustomer = await enrollTotp(wire, customer);
const ofOther = await enrollTotp(wire, other);
const { rows: passkeys } = await db.inspect<{ id: string }>(
  "insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, 'a', 'a') returning id",
  [customer.userId],
);
const known: Known = {
  userId: customer.userId,
  otherUserId: other.userId,
  factorId: ofCustomer.factorId,
  otherFactorId: ofOther.factorId,
  challengeId: await challenge(wire, { access: token, address }, ofCustomer.factorId),
  passkeyId: passkeys[0]!.id,
  refresh: customer.refresh,
};

beforeEach(() => emptyBuckets(db, wire.context));

const codesOfAny = ["validation_failed", "bad_json"];

/** An answer is good, or the client's own error: JSON, a known code, never a failure of ours. */
function findFault({ status, body, headers }: Received, codes: readonly string[] = []): string | undefined {
  if (status === 204) return undefined;
  if (!headers.get("content-type")?.includes("json")) return "no JSON";
  if (status === 200) return undefined;
  if (status >= 500 || status < 400) return `status ${status}`;
  const isKnown = [...codesOfAny, ...codes].includes(String(body.code)) && typeof body.message === "string";
  return isKnown ? undefined : `code ${String(body.code)}`;
}

/** How many rows there are that a refused request has no business adding to. */
async function countRows(): Promise<number> {
  const { rows } = await db.inspect<{ count: number }>(
    `select ((select count(*) from auth.users) + (select count(*) from auth.identities)
       + (select count(*) from auth.sessions) + (select count(*) from auth.mfa_factors)
       + (select count(*) from auth.webauthn_credentials) + (select count(*) from auth.one_time_tokens)
       + (select count(*) from private.deliveries))::int as count`,
  );
  return rows[0]?.count ?? 0;
}

function callerOf(as: Request["as"]): Sending {
  if (as === "server") return { apiKey: wire.context.settings.secretKey };
  return as === "user" ? { token, address } : {};
}

describe.each(Object.entries(requests))("Of %s", (_, { method = "POST", route, query = "", as, ids, good, codes }) => {
  const sent = (sending: Sending) =>
    wire.send(method, addressOf(route, ids?.(known)) + query, { ...callerOf(as), ...sending });

  test("each field absent or wrong is refused in the client's words, or does no harm", async () => {
    const faults = [];
    let rows = await countRows();
    for (const field of Object.keys(good(known))) {
      await emptyBuckets(db, wire.context);
      const { [field]: _left, ...without } = good(known);
      const bodies: [string, unknown][] = [["absent", without]];
      for (const [name, value] of nextWrong()) bodies.push([name, { ...good(known), [field]: value }]);
      for (const [name, body] of bodies) {
        const answer = await sent({ body });
        const fault = findFault(answer, codes);
        if (fault) faults.push({ field, name, fault });
        const rowsNow = await countRows();
        if (answer.status >= 400 && rowsNow > rows) faults.push({ field, name, fault: "half-written" });
        rows = rowsNow;
      }
    }
    expect(faults).toEqual([]);
  });

  test("a field that comes twice, and the same request twenty times at once, are no failure of ours", async () => {
    const body = good(known);
    const [field = ""] = Object.keys(body);
    const twice = JSON.stringify(body).replace("{", `{${JSON.stringify(field)}:"x",`);
    expect(findFault(await sent({ rawBody: twice }), codes)).toBeUndefined();
    const sameAddress = as === "user" ? {} : { address: "192.0.2.99" };
    const { limits } = wire.context;
    wire.context.limits = { ...limits, consume: () => Promise.resolve({ isAllowed: true, retryAfterSeconds: 0 }) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sent({ body, ...sameAddress })));
    wire.context.limits = limits;
    expect(answers.map((each) => findFault(each, codes)).filter(Boolean)).toEqual([]);
  });

  test("no body, and one that is no object, is refused or does no harm", async () => {
    for (const rawBody of ["", "{", "null", "[]", '"x"', "12", "\u0000"]) {
      await emptyBuckets(db, wire.context);
      expect([rawBody, findFault(await sent({ rawBody }), codes)]).toEqual([rawBody, undefined]);
    }
  });
});

/** Texts of an address: as they are typed, and as an attacker sends them. */
const wrongTexts = [
  "",
  "x",
  "'",
  "\u0000",
  "\r\nset-cookie: a=b",
  "\ud800",
  "../..",
  "//evil.example",
  "9".repeat(4_000),
];
const nextWrongTexts = takeTurns(wrongTexts, 2);

/** JSON or a redirect to a page of ours; never a page, never a failure of ours. */
function findAnswerFault({ status, headers, body }: Received): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (status === 302 || status === 303) {
    const location = headers.get("location") ?? "";
    return [`${origin}/`, provider.issuer].some((start) => location.startsWith(start)) ? undefined : location;
  }
  if (status === 204) return undefined;
  if (!headers.get("content-type")?.includes("json")) return "no JSON";
  return status < 400 || typeof body.code === "string" ? undefined : "no code";
}

describe.each(Object.entries(questions))("Asked for %s", (_, { route, as, ids, parameters = {} }) => {
  test("each parameter absent, wrong or twice is answered in JSON or by a way to a page of ours", async () => {
    const faults = [];
    for (const name of ["", ...Object.keys(parameters)]) {
      await emptyBuckets(db, wire.context);
      const left = new URLSearchParams(parameters);
      left.delete(name);
      for (const text of [undefined, ...nextWrongTexts()]) {
        const asked = new URLSearchParams(left);
        if (text !== undefined && name !== "") for (const each of [text, "x"]) asked.append(name, each);
        const answer = await wire.send("GET", `${addressOf(route, ids?.(known))}?${asked}`, callerOf(as));
        const fault = findAnswerFault(answer);
        if (fault) faults.push({ name, text, fault });
      }
    }
    expect(faults).toEqual([]);
  });
});

const named = [...Object.values(requests), ...Object.values(questions)];

test("An id that is none is refused in JSON, wherever it stands", async () => {
  const faults = [];
  for (const { route, as, ids, ...request } of named) {
    for (const [, name = ""] of route.matchAll(/:(\w+)/g)) {
      for (const text of wrongTexts.filter((each) => each !== "" && each !== "../..")) {
        await emptyBuckets(db, wire.context);
        const id = encodeURIComponent(text.toWellFormed());
        const method = "good" in request ? (request.method ?? "POST") : "GET";
        const body = "good" in request ? { body: request.good(known) } : {};
        const sending = { ...callerOf(as), ...body };
        const answer = await wire.send(method, addressOf(route, { ...ids?.(known), [name]: id }), sending);
        const fault = findAnswerFault(answer) ?? (answer.status < 400 ? `status ${answer.status}` : undefined);
        if (fault) faults.push({ route, method, text: text.slice(0, 20), fault });
      }
    }
  }
  expect(faults).toEqual([]);
});

test("Each route of the service is asked badly here", () => {
  const routes = new Set(createAuthService(wire.context).routes.map(({ path }) => path.replace(/(?<=.)\/$/, "")));
  const asked = [...named.map(({ route }) => route), ...alikeRoutes];
  expect([...routes].filter((route) => route !== "/*" && !asked.includes(route))).toEqual([]);
  expect(asked.filter((route) => !routes.has(route) && route !== "*")).toEqual([]);
});

test.each([
  ["/otp", {}, "One of email or phone must be set"],
  [
    "/otp",
    { email: "a@exemple.example", phone: "33639980000" },
    "Only an email address or phone number should be provided",
  ],
  ["/otp", { email: "a@exemple.example", channel: "sms" }, "Channel should only be specified with Phone OTP"],
  ["/otp", { phone: "0639980000" }, "Invalid phone number format (E.164 required)"],
  ["/otp", { phone: "+33 6 39 98 00 00 12 34 56" }, "Invalid phone number format (E.164 required)"],
  ["/otp", { phone: "33639980000", channel: "pigeon" }, "Invalid channel, supported values are 'sms' or 'whatsapp'."],
  ["/signup", { phone: "33639980000", password: goodPassword, ...pkce }, "PKCE not supported for phone signups"],
  ["/verify", { type: "sms", phone: "abc", token: "123456" }, "Invalid phone number format (E.164 required)"],
  ["/resend", { type: "recovery", email: "a@exemple.example" }, "Missing one of these types"],
  ["/resend", { type: "sms", email: "a@exemple.example" }, "Type provided requires a phone number"],
  ["/resend", { type: "signup", phone: "33639980000" }, "Type provided requires an email address"],
])("%s %j says what is wrong with it", async (path, body, message) => {
  const answer = await wire.send("POST", path, { body });
  expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect(answer.body.message).toContain(message);
});

test("A phone is one number however it is written", async () => {
  const phone = nextPhone();
  for (const written of [`+${phone}`, `+33 ${phone.slice(2)}`, phone])
    expect((await wire.send("POST", "/otp", { body: { phone: written } })).status).toBe(200);
  expect((await db.inspect("select phone from auth.users where phone like '%' || $1", [phone.slice(2)])).rows).toEqual([
    { phone },
  ]);
});
