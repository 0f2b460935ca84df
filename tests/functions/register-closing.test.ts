import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { leadReceivedMail } from "#content/lead-mails.ts";
import { type LeadReceived, purchaseInMail } from "#subjects/orders/words/order-in-mail.ts";
import { closingProblems, orderRefusals } from "#subjects/orders/words/order-problems.ts";
import { closingObjectives } from "#subjects/funnel/rules/choices.ts";
import { trimmed } from "#kit/trimmed.ts";
import { asKept } from "#subjects/orders/rules/order-submission.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import {
  addLeadReceivers,
  countRows,
  hostileTexts,
  newKey,
  nothing,
  one,
  order,
  type Post,
  postAtOnce,
  postTo,
  publishedClient,
  readEvents,
  receipt,
} from "./orders.ts";
import { mountFunctions, signIn } from "#tests/fixtures/accounts.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let post: Post;

beforeEach(async () => {
  context = createTestContext({ db });
  post = postTo(context, "register-closing");
  await addLeadReceivers(context, db);
});

afterEach(() => db.reset());

async function readLead() {
  const { rows } = await db.inspect("select * from public.leads");
  return rows[0];
}

describe("The first mail of an order", () => {
  const mailDataOf = async (prospectsCount: string) => {
    await post({ ...order, prospectsCount });
    const { rows } = await db.inspect<{ data: object }>(
      "select body -> 'data' as data from private.deliveries where event = 'mail.lead-received'",
    );
    return rows[0]?.data;
  };

  test.each([
    "2000",
    " 2 000 ",
    "2.000",
    "environ 2 000",
    "~ 2000 prospects",
    "Env. 2 000 appels.",
    "2 000 contacts environ",
    "2\u202f000",
    "2k",
  ])("knows whom it is of, and that « %s » were asked for", async (count) => {
    const data = await mailDataOf(count);
    expect(data).toMatchObject({ offer: "closing", lead: (await readLead())?.id, asked: 2000 });
    expect(purchaseInMail(data as Parameters<typeof purchaseInMail>[0], firstPrices)).toEqual({
      offer: "closing",
      volume: 2000,
    });
  });

  test.each(["2000 ou 3000", "2000 https://evil.example", "2000\nprospects gratuits", "offert 2000"])(
    "of before, with words that are no number, holds none of them: %j",
    async (count) => {
      await db.asServer((tx) =>
        tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb))", [
          { idempotency_key: newKey(), form: "closing", email: order.email, answers: { prospects_count: count } },
        ]),
      );
      const { rows } = await db.inspect<{ data: object }>(
        "select body -> 'data' as data from private.deliveries where event = 'mail.lead-received'",
      );
      expect(rows[0]?.data).toMatchObject({ offer: "closing" });
      expect(rows[0]?.data).not.toHaveProperty("asked");
    },
  );
});

describe("An order", () => {
  test("stores profile, lead and submission, and tells every receiver, before it is answered", async () => {
    const key = newKey();
    const consents = { terms: receipt(true), certification: receipt(true, "Je certifie."), calls: receipt(false) };

    const { status, body } = await post({ ...order, consents }, { "idempotency-key": key });

    expect([status, body]).toEqual([200, { accepted: true, reference: key }]);
    expect(await countRows(db)).toEqual(one);
    expect(await readLead()).toMatchObject({
      funnel_origin: "closing",
      email: order.email,
      first_name: "Claire",
      last_name: "Delmas",
      phone: order.phone,
      phone_e164: "+33639987731",
      company_name: "Cabinet Orsay",
      role: "Avocate associée",
      prospects_count: "environ 2 000",
      objectives: ["meetings"],
      consents,
      is_suspect: false,
      payment_status: false,
    });
    const [event, ...others] = await readEvents(db);
    expect(others).toEqual([]);
    expect(event).toEqual({
      firstName: "Claire",
      lastName: "Delmas",
      email: order.email,
      phone: order.phone,
      companyName: "Cabinet Orsay",
      businessType: "",
      funnel: "closing",
      role: "Avocate associée",
      prospectsCount: "environ 2 000",
      objectives: ["meetings"],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      source: `${context.settings.site.origin}/closing`,
      event: "closing.registered",
      reference: key,
      consents,
    });
  });

  test("needs no key, no consents, and may come from the published client", async () => {
    const { data, error } = await publishedClient(context).invoke("register-closing", { body: order });

    expect(error).toBeNull();
    expect(data).toEqual({ accepted: true, reference: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await readLead()).toMatchObject({ consents: {} });
  });

  test("may name several of the four objectives, each once", async () => {
    await post({ ...order, objectives: [...closingObjectives, "meetings"].slice(0, 4) });
    expect(await readLead()).toMatchObject({ objectives: closingObjectives });
  });

  test("ignores fields it does not know, whatever they pretend", async () => {
    const { status } = await post({
      ...order,
      funnel: "secretariat",
      lead_status: "client",
      payment_status: true,
      is_suspect: true,
      user_id: newKey(),
      lead_id: newKey(),
      price: 0,
      source: "https://evil.example/",
      consents: { terms: receipt(true), admin: receipt(true), calls: "yes", certification: { granted: "true" } },
    });

    expect(status).toBe(200);
    expect(await readLead()).toMatchObject({
      funnel_origin: "closing",
      lead_status: "to_contact",
      payment_status: false,
      is_suspect: false,
      consents: { terms: receipt(true) },
    });
    const [event] = await readEvents(db);
    expect(event?.source).toBe(`${context.settings.site.origin}/closing`);
  });

  test("of one letter per field, or of spaces, is taken as the browser took it", async () => {
    const short = {
      ...order,
      firstName: "C",
      lastName: "D",
      role: "  ",
      prospectsCount: "1",
      email: "c@d",
      phone: "1",
    };
    expect(await post(short)).toMatchObject({ status: 200 });
    expect(await readLead()).toMatchObject({ first_name: "C", role: null, prospects_count: "1", email: "c@d" });
  });

  test.each(hostileTexts)("that says %j is kept as it was typed, but for marks at its ends", async (typed) => {
    const text = trimmed(typed);
    const names = ["firstName", "lastName", "phone", "company", "role"];
    const hostile = { ...order, ...Object.fromEntries(names.map((name) => [name, typed])) };
    expect(await post(hostile)).toMatchObject({ status: 200 });
    expect(await readLead()).toMatchObject({ first_name: text, role: text, phone: text });
  });

  test.each(["beaucoup", "environ deux mille", "entre 500 et 3000", "0", "  ", ".".repeat(300)])(
    "of %j prospects is refused in the words of the form, and nothing is kept of it",
    async (prospectsCount) => {
      expect(await post({ ...order, prospectsCount })).toMatchObject({
        status: 400,
        body: { error: closingProblems.prospectsCount.malformed },
      });
      expect(await countRows(db)).toEqual(nothing);
    },
  );

  test("that waited in a browser is taken with its words for a number, and its mail asks for one", async () => {
    const words = { ...order, prospectsCount: "environ deux mille" };
    const kept = asKept({ funnel: "closing", idempotencyKey: newKey(), body: words });
    expect(await post(kept.body)).toMatchObject({ status: 200 });
    expect(await readLead()).toMatchObject({ prospects_count: "environ deux mille" });
    const { rows } = await db.inspect<{ data: LeadReceived }>(
      "select body -> 'data' as data from private.deliveries where event = 'mail.lead-received'",
    );
    expect(leadReceivedMail(rows[0]!.data, "Zeta", mailSiteForTests).steps?.[0]).toContain("nombre de prospects");
    expect(await post({ ...kept.body, email: "?" })).toMatchObject({ status: 400 });
  });

  test("loses only what no database stores", async () => {
    const { status } =
      await post(`{"firstName":"A\\u0000b\\ud800","objectives":["meetings"],"lastName":"D","email":"a@b.fr",
      "phone":"1","company":"c","role":"r","prospectsCount":"1","consents":{"terms":{"granted":true,"at":"\\u0000","version":"\\udfff","text":"\\u0000"}}}`);
    expect(status).toBe(200);
    expect(await readLead()).toMatchObject({ first_name: "Ab" });
  });

  test("whose trap field is filled is stored and flagged", async () => {
    expect(await post({ ...order, website: "https://spam.example" })).toMatchObject({ status: 200 });
    expect(await readLead()).toMatchObject({ is_suspect: true });
  });

  test("under the e-mail of an account touches neither the account's leads nor the answer", async () => {
    const customer = await signIn(context, db, { email: order.email });
    const known = await post(order, {
      authorization: `Bearer ${customer.token}`,
      apikey: context.settings.publishableKey,
    });
    const unknown = await post({ ...order, email: "autre@exemple.fr" });

    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    const { rows } = await db.inspect(
      "select user_id, account_exists from public.leads join public.user_profiles as profile on profile.id = user_profile_id order by account_exists desc",
    );
    expect(rows).toEqual([
      { user_id: null, account_exists: true },
      { user_id: null, account_exists: false },
    ]);
  });
});

describe("The same key", () => {
  test("twice is one lead and one event", async () => {
    const key = newKey();
    const first = await post(order, { "idempotency-key": key });
    const second = await post(order, { "idempotency-key": key.toUpperCase() });

    expect(second).toEqual(first);
    expect(await countRows(db)).toEqual(one);
  });

  test("a hundred times at once is one lead and one event per receiver", async () => {
    const key = newKey();
    const answers = await postAtOnce(100, () => post(order, { "idempotency-key": key }));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await countRows(db)).toEqual(one);
  });

  test("with other answers replaces them, and what waits to be said of them", async () => {
    const key = newKey();
    await post(order, { "idempotency-key": key });
    await post({ ...order, prospectsCount: "5000" }, { "idempotency-key": key });

    expect(await readLead()).toMatchObject({ prospects_count: "5000" });
    expect((await readEvents(db)).map(({ prospectsCount }) => prospectsCount)).toEqual(["5000"]);
  });

  test("with another e-mail is refused, and changes nothing", async () => {
    const key = newKey();
    await post(order, { "idempotency-key": key });
    const { status, body } = await post({ ...order, email: "autre@exemple.fr" }, { "idempotency-key": key });

    expect([status, body]).toEqual([409, { error: orderRefusals.key_reused, code: "key_reused" }]);
    expect(await countRows(db)).toEqual(one);
  });

  test("repeated is never asked to wait", async () => {
    const key = newKey();
    await post(order, { "idempotency-key": key });
    for (let round = 0; round < 15; round++) {
      expect(await post(order, { "idempotency-key": key })).toMatchObject({ status: 200 });
    }
  });
});

describe("Nothing is stored", () => {
  const fields = Object.keys(order) as (keyof typeof order)[];

  test.each(fields)("without %s, empty, null or of another type: the answer says which, in French", async (field) => {
    const { [field]: _, ...without } = order;
    for (const body of [
      without,
      { ...order, [field]: field === "objectives" ? [] : "" },
      { ...order, [field]: null },
      { ...order, [field]: 7 },
    ]) {
      const { status, body: answer } = await post(body);
      expect([status, answer]).toEqual([400, { error: closingProblems[field].missing, code: "missing", field }]);
    }
    expect(await countRows(db)).toEqual(nothing);
  });

  test.each(["a", "a@", "@b", "a b@c.fr", "a@b c", "a\u0001@b.fr", "\ud800@b.fr"])(
    "for the e-mail %j",
    async (email) => {
      const { status, body } = await post({ ...order, email });
      expect([status, body]).toEqual([
        400,
        { error: closingProblems.email.malformed, code: "malformed", field: "email" },
      ]);
      expect(await countRows(db)).toEqual(nothing);
    },
  );

  test("for a line of more than 300 characters", async () => {
    const { status, body } = await post({ ...order, role: "r".repeat(301) });
    expect([status, body]).toEqual([400, { error: closingProblems.role.tooLong, code: "too_long", field: "role" }]);
    expect(await countRows(db)).toEqual(nothing);
  });

  test.each([
    ["an unknown objective", ["meetings", "spam"]],
    ["objectives that are no list", "meetings"],
    ["more objectives than there are", [...closingObjectives, "meetings"]],
  ])("for %s", async (_title, objectives) => {
    expect(await post({ ...order, objectives })).toMatchObject({ status: 400, body: { field: "objectives" } });
    expect(await countRows(db)).toEqual(nothing);
  });

  test.each<[string, unknown, number]>([
    ["a list", [order], 400],
    ["null", "null", 400],
    ["a number", "7", 400],
    ["no body", "", 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ ...order, website: "a".repeat(70_000) }), 413],
    ["too many keys", Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1])), 400],
  ])("for a request with %s", async (_title, body, status) => {
    expect(await post(body)).toMatchObject({ status, body: { error: expect.any(String), code: expect.any(String) } });
    expect(await countRows(db)).toEqual(nothing);
  });

  test("for a form instead of JSON, or a key that is none", async () => {
    expect(await post("a=b", { "content-type": "application/x-www-form-urlencoded" })).toMatchObject({ status: 415 });
    for (const key of ["", "1", "' or 1=1", "0".repeat(500)]) {
      expect(await post(order, { "idempotency-key": key })).toMatchObject({
        status: 400,
        body: { code: "key_malformed" },
      });
    }
    expect(await countRows(db)).toEqual(nothing);
  });

  test("without the public key, or with another", async () => {
    expect(await post(order, { authorization: undefined })).toMatchObject({ status: 401 });
    expect(await post(order, { authorization: "Bearer sb_publishable_another" })).toMatchObject({ status: 401 });
    expect(await countRows(db)).toEqual(nothing);
  });

  test("when a part of it cannot be: the answer is 500 and a repeat starts clean", async () => {
    await db.inspect("create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
    await db.inspect("create trigger refuse before insert on private.deliveries execute function public.refuse()");
    const key = newKey();
    try {
      const { status, body } = await post(order, { "idempotency-key": key });
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toMatch(/deliveries|raise|"no"/);
      expect(await countRows(db)).toEqual(nothing);
    } finally {
      await db.inspect("drop function public.refuse() cascade");
    }
    expect(await post(order, { "idempotency-key": key })).toMatchObject({ status: 200 });
    expect(await countRows(db)).toEqual(one);
  });

  test("with GET", async () => {
    const response = await mountFunctions(context).request("/functions/v1/register-closing");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("A flood", () => {
  test("under one e-mail, or from one address, is asked to wait", async () => {
    const underOneEmail: number[] = [];
    for (let round = 0; round < 12; round++) underOneEmail.push((await post(order)).status);
    expect(underOneEmail.filter((status) => status === 200)).toHaveLength(10);
    expect(underOneEmail.at(-1)).toBe(429);

    let last = await post({ ...order, email: "0@x.fr" });
    for (let round = 1; round < 60; round++) last = await post({ ...order, email: `${round}@x.fr` });
    expect(last).toMatchObject({ status: 429, body: { error: orderRefusals.too_many_orders } });
    expect(Number(last.retryAfter)).toBeGreaterThan(0);
  });
});
