import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { conferenceProblems, orderRefusals } from "#subjects/orders/words/order-problems.ts";
import { civilDate } from "#kit/civil-date.ts";
import { trimmed } from "#kit/trimmed.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  addLeadReceivers,
  countRows,
  hostileTexts,
  newKey,
  nothing,
  one,
  type Post,
  postAtOnce,
  postTo,
  publishedClient,
  readEvents,
  receipt,
  registration,
} from "./orders.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let post: Post;

beforeEach(async () => {
  openOn("2025-10-15");
  await addLeadReceivers(context, db);
});

afterEach(() => db.reset());

/** The same site, as of that day. */
function openOn(day: string): void {
  context = createTestContext({ db, settings: { previewDate: civilDate(day) } });
  post = postTo(context, "register-conference");
}

async function readLead() {
  const { rows } = await db.inspect("select * from public.leads");
  return rows[0];
}

describe("A registration", () => {
  test("stores profile, lead and submission, and tells every receiver", async () => {
    const key = newKey();
    const consents = { newsletter: receipt(true, "J'accepte de recevoir…"), calls: receipt(false) };

    const { status, body } = await post(
      { ...registration, phone: "06 39 98 77 31", consents },
      { "idempotency-key": key },
    );

    expect([status, body]).toEqual([200, { accepted: true, reference: key }]);
    expect(await countRows(db)).toEqual(one);
    const kept = {
      newsletter: { ...consents.newsletter, form: "conferences" },
      calls: { ...consents.calls, form: "conferences" },
    };
    expect(await readLead()).toMatchObject({
      funnel_origin: "conferences",
      business_type: "lawyer",
      company_name: "Cabinet Orsay",
      phone: "06 39 98 77 31",
      extra_answers: { commentaire: "Sans gluten, merci.", newsletter: true },
      consents: kept,
    });
    const events = await readEvents(db);
    expect(events).toEqual([
      {
        firstName: "Claire",
        lastName: "Delmas",
        email: registration.email,
        phone: "06 39 98 77 31",
        companyName: "Cabinet Orsay",
        businessType: "lawyer",
        funnel: "conferences",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: `${context.settings.site.origin}/conferences`,
        commentaire: "Sans gluten, merci.",
        newsletter: true,
        event: "conference.registered",
        reference: key,
        consents: kept,
      },
    ]);
  });

  test("needs neither phone, comment, newsletter nor key, and may come from the published client", async () => {
    const { lastName, firstName, companyName, email } = registration;
    const { data, error } = await publishedClient(context).invoke("register-conference", {
      body: { lastName, firstName, companyName, email },
    });

    expect(error).toBeNull();
    expect(data).toEqual({ accepted: true, reference: expect.any(String) });
    expect(await readEvents(db)).toMatchObject([{ phone: "", commentaire: "", newsletter: false }]);
  });

  test("chooses neither its funnel, trade, page nor time", async () => {
    const pretending = {
      ...registration,
      funnel: "closing",
      businessType: "banker",
      source: "https://evil.example/x",
      timestamp: "never",
    };
    expect(await post(pretending)).toMatchObject({ status: 200 });
    expect(await readEvents(db)).toMatchObject([
      {
        funnel: "conferences",
        businessType: "lawyer",
        source: `${context.settings.site.origin}/conferences`,
        timestamp: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test.each(hostileTexts)("that says %j is kept as it was typed, but for marks at its ends", async (typed) => {
    const text = trimmed(typed);
    expect(
      await post({ ...registration, lastName: typed, companyName: typed, commentaire: typed, phone: typed }),
    ).toMatchObject({ status: 200 });
    expect(await readLead()).toMatchObject({
      last_name: text,
      company_name: text,
      phone: text,
      extra_answers: { commentaire: text },
    });
  });

  test("of 4000 characters of comment is taken whole, and loses only what no database stores", async () => {
    await post({ ...registration, commentaire: `${"é".repeat(3998)}\u0000\ud800` });
    expect(await readLead()).toMatchObject({ extra_answers: { commentaire: "é".repeat(3998) } });
  });

  test("under a known key is one lead, twice or fifty times at once", async () => {
    const key = newKey();
    const answers = await postAtOnce(50, () => post(registration, { "idempotency-key": key }));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await post(registration, { "idempotency-key": key })).toMatchObject({
      status: 200,
      body: { reference: key },
    });
    expect(await countRows(db)).toEqual(one);
  });

  test("under a key of another person's order is refused", async () => {
    const key = newKey();
    await post(registration, { "idempotency-key": key });
    expect(await post({ ...registration, email: "autre@x.fr" }, { "idempotency-key": key })).toMatchObject({
      status: 409,
      body: { error: orderRefusals.key_reused },
    });
    expect(await countRows(db)).toEqual(one);
  });

  test("whose trap field is filled is stored and flagged", async () => {
    await post({ ...registration, website: "x" });
    expect(await readLead()).toMatchObject({ is_suspect: true });
  });
});

describe("Once registration is closed", () => {
  test.each(["2025-12-02", "2025-12-03", "2026-06-01"])(
    "on %s, it is a place on the waiting list, and the answer says so",
    async (day) => {
      openOn(day);
      expect(await post(registration)).toMatchObject({ status: 200, body: { accepted: true, kind: "waitlist" } });
      expect(await readLead()).toMatchObject({ extra_answers: { kind: "waitlist" } });
      expect(await readEvents(db)).toMatchObject([{ kind: "waitlist", event: "conference.registered" }]);
    },
  );

  test("the queue tells its event and its mail from those of a place", async () => {
    openOn("2025-12-01");
    await post({ ...registration, email: "a@cabinet.example" });
    openOn("2025-12-02");
    await post({ ...registration, email: "b@cabinet.example" });
    const { rows } = await db.inspect(
      `select distinct event, is_waiting_list from private.open_deliveries()
       where event in ('conference.registered', 'mail.lead-received') order by is_waiting_list, event`,
    );
    expect(rows).toEqual([
      { event: "conference.registered", is_waiting_list: false },
      { event: "mail.lead-received", is_waiting_list: false },
      { event: "conference.registered", is_waiting_list: true },
      { event: "mail.lead-received", is_waiting_list: true },
    ]);
  });

  test("the last day before is still open", async () => {
    openOn("2025-12-01");
    const { body } = await post(registration);
    expect(body).not.toHaveProperty("kind");
    expect((await readEvents(db))[0]).not.toHaveProperty("kind");
  });

  test("what was registered in time stays so when it is sent again", async () => {
    const key = newKey();
    await post(registration, { "idempotency-key": key });
    openOn("2025-12-03");
    const { body } = await post(registration, { "idempotency-key": key });
    expect(body).toEqual({ accepted: true, reference: key });
    expect(await countRows(db)).toEqual(one);
  });

  test("who asked for the waiting list gets no place, whatever the day", async () => {
    const key = newKey();
    const sent = { ...registration, kind: "waitlist" };
    expect(await post(sent, { "idempotency-key": key })).toMatchObject({ body: { kind: "waitlist" } });
    expect(await post(sent, { "idempotency-key": key })).toMatchObject({ body: { kind: "waitlist" } });
    expect(await countRows(db)).toEqual(one);
  });
});

describe("Nothing is stored", () => {
  test.each(["firstName", "lastName", "companyName", "email"] as const)(
    "without %s: the answer says which, in French",
    async (field) => {
      for (const value of [undefined, "", null, 7, ["a"], { a: 1 }]) {
        const { status, body } = await post({ ...registration, [field]: value });
        expect([status, body]).toEqual([400, { error: conferenceProblems[field].missing, code: "missing", field }]);
      }
      expect(await countRows(db)).toEqual(nothing);
    },
  );

  test.each([
    ["phone", 7],
    ["phone", "0".repeat(301)],
    ["commentaire", "c".repeat(4001)],
    ["commentaire", { text: "x" }],
    ["newsletter", "on"],
    ["email", "claire"],
  ])("for the %s %j", async (field, value) => {
    expect(await post({ ...registration, [field]: value })).toMatchObject({
      status: 400,
      body: { field, error: expect.any(String) },
    });
    expect(await countRows(db)).toEqual(nothing);
  });

  test.each<[string, unknown, number]>([
    ["a list", [registration], 400],
    ["text that is not JSON", "nom=Delmas", 400],
    ["too much", JSON.stringify({ ...registration, website: "a".repeat(70_000) }), 413],
  ])("for a request with %s", async (_title, body, status) => {
    expect(await post(body)).toMatchObject({ status });
    expect(await countRows(db)).toEqual(nothing);
  });

  test("without the public key", async () => {
    expect(await post(registration, { authorization: undefined })).toMatchObject({ status: 401 });
    expect(await countRows(db)).toEqual(nothing);
  });
});
