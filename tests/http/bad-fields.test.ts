import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { order, registration } from "#tests/functions/orders.ts";
import { followUp, marketing, secretariat } from "#tests/leads/sending.ts";
import { type JsonAnswer, send, visitorAddress } from "#tests/support/http-client.ts";
import { takeTurns } from "#tests/support/depth.ts";
import { serveTests } from "#tests/support/http-server.ts";

const { db, server } = await serveTests();

/** What people and programs put into any field. */
const badValues = {
  "nothing at all": "",
  "spaces alone": " \u00a0  ",
  "10,000 characters": "é".repeat(10_000),
  emoji: "👩🏽‍⚖️🔥",
  "right to left": "שלום ‮nirts عليكم",
  HTML: '<img src=x onerror="alert(1)"></script>',
  SQL: "'); drop table public.leads; --",
  "control characters": "a\u0001\u0007\u001b[31mb",
  "a null and half a pair": "a\u0000b\ud800c",
  "a number with (0)": "+33 (0)6 39 98 20 16",
  "a number of La Réunion": "0692 12 34 56",
  "that number as written abroad": "+262 692 12 34 56",
  "pasted tabs": "\tMenuiserie\tKerbrat\t",
};

/** Each field gets some, so that every kind comes up several times in each form. */
const someBadValues = takeTurns(Object.entries(badValues), 4);
const someOfOtherTypes = takeTurns([7, true, [], {}, ["a"], { a: { b: 1 } }, null, 1e308], 3);
const noEmails = takeTurns(
  [
    ...Object.values(badValues),
    "abc",
    "@",
    "a@",
    "@b",
    "a b@c.fr",
    "a@b\r\nBcc: c@d",
    "a\u0001@b.fr",
    "a@b\u007f",
    7,
    null,
    [],
    {},
  ],
  8,
);

/** What the server does with a text that is no e-mail and no code. */
type Rules = {
  limit: number;
  /** What a text of spaces alone, which is no answer, is stored as. */
  nothing: null | "";
  /** Refused when nothing was typed. */
  isRequired: boolean;
  /** A null or half a pair is taken out, or makes the whole request unreadable. */
  isRepaired: boolean;
};

type Form = {
  name: string;
  path: string;
  body: Record<string, unknown>;
  email: string;
  /** Fields of free text, with the column where they end. */
  fields: Record<string, { column: string } & Partial<Rules>>;
  rules: Rules;
  keyed: (body: Record<string, unknown>, key: string) => { body: unknown; headers: Record<string, string> };
};

const questionnaireRules: Rules = { limit: 300, nothing: null, isRequired: false, isRepaired: false };
const keyedInBody: Form["keyed"] = (body, key) => ({ body: { ...body, idempotency_key_param: key }, headers: {} });
const keyedInHeader: Form["keyed"] = (body, key) => ({ body, headers: { "idempotency-key": key } });
const contact = Object.fromEntries(
  ["first_name", "last_name", "phone", "company_name", "business_type"].map((column) => [
    `${column}_param`,
    { column },
  ]),
);
const questionnaire = (name: string, body: Record<string, unknown>, fields: Form["fields"]): Form => ({
  name,
  path: "/rest/v1/rpc/create_lead_without_auth",
  body,
  email: "email_param",
  fields: { ...contact, ...fields },
  rules: questionnaireRules,
  keyed: keyedInBody,
});

const orderRules: Rules = { limit: 300, nothing: null, isRequired: true, isRepaired: true };
const forms: Form[] = [
  questionnaire("the secretariat", secretariat, {
    welcome_message_param: { column: "welcome_message", limit: 4000 },
    knowledge_base_url_param: { column: "knowledge_base_url", limit: 2000 },
    knowledge_base_text_param: { column: "knowledge_base_text", limit: 4400 },
    intention_param: { column: "intention" },
    voice_param: { column: "voice" },
  }),
  questionnaire("marketing", marketing, {
    voice_param: { column: "voice" },
    prospects_per_month_param: { column: "prospects_per_month" },
    current_clients_param: { column: "current_clients" },
    marketing_needs_param: { column: "marketing_needs", limit: 4000 },
  }),
  questionnaire("the follow-up", followUp, {
    voice_param: { column: "voice" },
    client_followup_goals_param: { column: "client_followup_goals", limit: 4000 },
  }),
  {
    name: "closing",
    path: "/functions/v1/register-closing",
    body: order,
    email: "email",
    fields: {
      firstName: { column: "first_name" },
      lastName: { column: "last_name" },
      phone: { column: "phone" },
      company: { column: "company_name" },
      role: { column: "role" },
    },
    rules: orderRules,
    keyed: keyedInHeader,
  },
  {
    name: "the conference",
    path: "/functions/v1/register-conference",
    body: registration,
    email: "email",
    fields: {
      firstName: { column: "first_name" },
      lastName: { column: "last_name" },
      companyName: { column: "company_name" },
      phone: { column: "phone", isRequired: false },
      commentaire: { column: "extra_answers ->> 'commentaire'", limit: 4000, isRequired: false, nothing: "" },
    },
    rules: orderRules,
    keyed: keyedInHeader,
  },
];

let visitor = 0;

async function submit({ path, body, email, keyed }: Form, change: Record<string, unknown>) {
  const [key, number] = [randomUUID(), visitor++];
  const changed = { ...body, [email]: `essai-${number}@exemple.example`, ...change };
  const { headers, body: sent } = keyed(changed, key);
  const sendOnce = () =>
    send(server.port, "POST", path, {
      from: visitorAddress(number),
      headers: {
        apikey: server.context.settings.publishableKey,
        authorization: `Bearer ${server.context.settings.publishableKey}`,
        ...headers,
      },
      body: sent,
    });
  let answer = await sendOnce();
  // A machine that is busy elsewhere may keep the database from answering in time: what was asked is not to blame.
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) answer = await sendOnce();
  return { key, answer };
}

async function storedUnder(key: string, column: string): Promise<{ found: boolean; value: unknown; e164: unknown }> {
  const { rows } = await db.inspect<{ value: unknown; phone_e164: unknown }>(
    `select lead.${column} as value, lead.phone_e164 from private.submissions as submission
     join public.leads as lead on lead.id = submission.lead_id where submission.idempotency_key = $1`,
    [key],
  );
  return { found: rows.length === 1, value: rows[0]?.value ?? null, e164: rows[0]?.phone_e164 ?? null };
}

/** A readable refusal, which names the field, and says nothing of the machinery. */
function expectRefusal({ status, body, text }: JsonAnswer, field = ""): void {
  expect(status).toBe(400);
  const sentence = String(body.error ?? body.message);
  expect(sentence).not.toBe("");
  expect(text).not.toMatch(/stack|private\.|plpgsql|node:/);
  expect(body.field ?? sentence).toContain(field);
}

const trimmed = (text: string) => text.trim();
const storable = (text: string) => text.replace(/\p{Surrogate}/gu, "").replaceAll("\0", "");

/** What becomes of the text: its value once stored, `null` for no answer, `undefined` when it is refused. */
function expectedOf(text: string, rules: Rules): string | null | undefined {
  const isUnstorable = storable(text) !== text;
  if (isUnstorable && !rules.isRepaired) return undefined;
  const kept = trimmed(storable(text));
  if (text === "" && rules.isRequired) return undefined;
  if (kept.length > rules.limit) return undefined;
  return kept === "" ? rules.nothing : kept;
}

describe.each(forms)("In $name", (form) => {
  const cases = Object.keys(form.fields).map((field) => ({ field }));

  test.each(cases)("$field is stored as it was typed or refused by name, whatever is in it", async ({ field }) => {
    const { column, ...own } = form.fields[field]!;
    const tries = someBadValues().map(async ([what, text]) => {
      const { key, answer } = await submit(form, { [field]: text });
      const { found, value } = await storedUnder(key, column);
      const expected = expectedOf(text, { ...form.rules, ...own });
      const isRefused = expected === undefined;
      expect([what, answer.status, found, value]).toEqual([what, isRefused ? 400 : 200, !isRefused, expected ?? null]);
    });
    await Promise.all(tries);
    const { answer } = await submit(form, { [field]: badValues["10,000 characters"] });
    expectRefusal(answer, field);
  });

  test.each(cases)("$field of another type is refused or read as text, never a failure of ours", async ({ field }) => {
    const answers = someOfOtherTypes().map(async (value) => {
      const { answer } = await submit(form, { [field]: value });
      expect([200, 400]).toContain(answer.status);
    });
    await Promise.all(answers);
  });

  test("the e-mail is an e-mail, or the answer says so and nothing is stored", async () => {
    for (const email of noEmails()) {
      const { key, answer } = await submit(form, { [form.email]: email });
      expectRefusal(answer, typeof email === "string" && email === storable(email) ? form.email : "");
      expect((await storedUnder(key, "email")).found).toBe(false);
    }
    for (const email of ["é👍@exemple.fr", "<b>@exemple.fr", "a'or'1'='1@exemple.fr", "\t pasted@exemple.fr \n"]) {
      const { key, answer } = await submit(form, { [form.email]: email });
      expect([email, answer.status]).toEqual([email, 200]);
      expect((await storedUnder(key, "email")).value).toBe(email.trim());
    }
  });

  test("the telephone is kept as typed, and read as a number that can be dialled", async () => {
    const field = Object.keys(form.fields).find((name) => form.fields[name]?.column === "phone")!;
    for (const [typed, e164] of [
      [badValues["a number with (0)"], "+33639982016"],
      [badValues["a number of La Réunion"], "+262692123456"],
      [badValues["that number as written abroad"], "+262692123456"],
      ["\t06 39 98 20 16\t", "+33639982016"],
      [badValues.SQL, null],
    ]) {
      const { key } = await submit(form, { [field]: typed });
      expect(await storedUnder(key, "phone")).toEqual({ found: true, value: typed?.trim(), e164 });
    }
  });

  test("no price, status, payment or owner is taken from the browser", async () => {
    const claims = { lead_status: "client", payment_status: true, user_id: randomUUID(), is_suspect: true };
    const { key, answer } = await submit(form, claims);
    if (answer.status !== 200) return expectRefusalOfUnknown(answer);
    expect(await storedUnder(key, "payment_status")).toMatchObject({ found: true, value: false });
    expect(await storedUnder(key, "lead_status")).toMatchObject({ value: "to_contact" });
  });
});

/** A procedure that has no such parameter. */
function expectRefusalOfUnknown({ status }: JsonAnswer): void {
  expect(status).toBe(404);
}
