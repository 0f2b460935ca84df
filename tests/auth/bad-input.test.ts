import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { registerReceivers } from "#server/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { createWire, goodPassword, nextEmail, nextPhone, signUpCustomer, type Received, type Wire } from "./support.ts";

/** What the ways in read, each with a body that is good but for one field. */
const requests: Record<string, { method?: string; path: string; good: () => Record<string, unknown> }> = {
  "a one-time mail": {
    path: "/otp",
    good: () => ({ email: nextEmail(), create_user: false, data: {}, ...pkce }),
  },
  "a one-time text message": { path: "/otp", good: () => ({ phone: nextPhone(), create_user: false, channel: "sms" }) },
  "a sign-up by mail": { path: "/signup", good: () => ({ email: nextEmail(), password: goodPassword, data: {} }) },
  "a sign-up by phone": {
    path: "/signup",
    good: () => ({ phone: nextPhone(), password: goodPassword, channel: "sms", data: {} }),
  },
  "a sign-in by phone": {
    path: "/token?grant_type=password",
    good: () => ({ phone: nextPhone(), password: goodPassword }),
  },
  "digits of a mail": { path: "/verify", good: () => ({ type: "email", email: nextEmail(), token: "12345678" }) },
  "digits of a phone": { path: "/verify", good: () => ({ type: "sms", phone: nextPhone(), token: "123456" }) },
  "a link's hash": { path: "/verify", good: () => ({ type: "magiclink", token_hash: "x" }) },
  "a mail again": { path: "/resend", good: () => ({ type: "signup", email: nextEmail(), ...pkce }) },
  "a text message again": { path: "/resend", good: () => ({ type: "phone_change", phone: nextPhone() }) },
  "a change of account": {
    method: "PUT",
    path: "/user",
    good: () => ({ phone: nextPhone(), channel: "sms", nonce: "12345678", data: {} }),
  },
};
const pkce = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };

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

let db: TestDatabase;
let wire: Wire;
let token: string;

beforeAll(async () => {
  db = await openTestDatabase();
  wire = createWire({ db });
  token = (await signUpCustomer(wire)).access;
  await registerReceivers(db, wire.context.settings, new Date());
});
beforeEach(() => emptyBuckets(db, wire.context));
afterAll(() => db.close());

const codes = new Set([
  "user_already_exists",
  "validation_failed",
  "bad_json",
  "invalid_credentials",
  "otp_expired",
  "weak_password",
  "reauthentication_needed",
  "reauthentication_not_valid",
]);

/** A way in answers well, or with the client's own error: JSON, a known code, never a failure of ours. */
function findFault({ status, body, headers }: Received): string | undefined {
  if (!headers.get("content-type")?.includes("json")) return "no JSON";
  if (status === 200) return undefined;
  if (status >= 500 || status < 400) return `status ${status}`;
  return codes.has(String(body.code)) && typeof body.message === "string" ? undefined : `code ${String(body.code)}`;
}

describe.each(Object.entries(requests))("Of %s", (_, { method = "POST", path, good }) => {
  const sent = (sending: object) =>
    wire.send(method, path, { token: method === "PUT" ? token : undefined, ...sending });

  test("each field absent or wrong is refused in the client's words, or does no harm", async () => {
    const faults = [];
    for (const field of Object.keys(good())) {
      await emptyBuckets(db, wire.context);
      const { [field]: _left, ...without } = good();
      const bodies: [string, unknown][] = [["absent", without]];
      for (const [name, value] of Object.entries(wrong)) bodies.push([name, { ...good(), [field]: value }]);
      for (const [name, body] of bodies) {
        const fault = findFault(await sent({ body }));
        if (fault) faults.push({ field, name, fault });
      }
    }
    expect(faults).toEqual([]);
  });

  test("a field that comes twice, and the same request twenty times at once, are no failure of ours", async () => {
    const body = good();
    const [field = ""] = Object.keys(body);
    const twice = JSON.stringify(body).replace("{", `{${JSON.stringify(field)}:"x",`);
    expect(findFault(await sent({ rawBody: twice }))).toBeUndefined();
    const { limits } = wire.context;
    wire.context.limits = { ...limits, consume: () => Promise.resolve({ isAllowed: true, retryAfterSeconds: 0 }) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sent({ body, address: "192.0.2.99" })));
    wire.context.limits = limits;
    expect(answers.map(findFault).filter(Boolean)).toEqual([]);
  });
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
  ["/otp", { phone: "33639980000", channel: "whatsapp" }, "Invalid channel, supported values are 'sms' or 'whatsapp'."],
  ["/otp", { phone: "33639980000", create_user: "no" }, "create_user is true or false"],
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
