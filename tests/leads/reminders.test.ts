import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { composeMail } from "#server/mail/compose-mail.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { remindUnpaidOrders } from "#subjects/leads/server/reminders.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { createTestContext, emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { followUp, newKey, rowsOf, secretariat, send } from "./sending.ts";

let now: Date;

const hourMs = 3_600_000;
const job = scheduledJobs.find(({ name }) => name === "remind_unpaid_orders")!;
const consents_param = { reminder: { granted: true, at: "", version: "", form: "secretariat", text: "" } };
const email_param = "lea@exemple.fr";
const agreed = { ...secretariat, email_param, consents_param };

const db = await openDatabaseForFile();
const context = createTestContext({ db, now: () => now });

beforeEach(() => (now = new Date()));
afterEach(async () => {
  await db.reset();
  await emptyBuckets(db, context);
});

type Reminder = { to: string; data: { lead: string; order: string } };

async function reminders(): Promise<Reminder[]> {
  const sql = "select body from private.deliveries where event = 'mail.order-reminder' order by created_at";
  return (await rowsOf<{ body: Reminder }>(db, sql)).map(({ body }) => body);
}

const hoursLater = (hours: number) => (now = new Date(Date.now() + hours * hourMs));
const remind = () => runScheduledJob(context, job);

function compose(body: unknown) {
  const { site, authSecret } = context.settings;
  const dated = { ...site, today: context.settings.previewDate!, prices: firstPrices };
  const message = composeMail("id", body, {
    brand: "Zeta",
    from: "a@zeta.example",
    site: dated,
    authSecret,
    drawLetter,
  });
  if (!message.ok) throw new Error(message.problem);
  return message.value;
}

describe("A reminder", () => {
  test("leaves a day after the last answer, to customers who agreed, and leads back to the order", async () => {
    const { reference } = await send(db, { ...agreed, first_name_param: "Léa" });
    hoursLater(23.9);
    await remind();
    expect(await reminders()).toEqual([]);
    hoursLater(24.1);
    await remind();
    const [reminder, ...others] = await reminders();
    expect(others).toEqual([]);
    expect(reminder?.data.order).toBe(reference);
    const { text, headers, html } = compose(reminder);
    expect(text).toContain("Bonjour,");
    expect(html).toMatch(/class="letter-button"[^>]*>Reprendre et payer</);
    const stop = /Ne plus recevoir de rappel\u00a0:\n(\S+)/.exec(text)?.[1];
    expect(headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${stop}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  test("is one: not for every run, nor for runs at the same moment, nor for each order of a person", async () => {
    await send(db, agreed);
    await send(db, { ...followUp, email_param: agreed.email_param, consents_param });
    hoursLater(25);
    const { payments } = context.settings.site;
    await Promise.all(Array.from({ length: 8 }, () => db.asServer((tx) => remindUnpaidOrders(tx, now, payments))));
    expect(await reminders()).toHaveLength(1);
    hoursLater(100);
    await remind();
    await db.inspect("update private.deliveries set status = 'delivered', delivered_at = now()");
    await remind();
    expect(await reminders()).toHaveLength(1);
  });

  test.each([
    ["that did not agree", { consents_param: { reminder: { granted: false } } }],
    ["that was asked nothing", { consents_param: {} }],
    ["that a program sent", { website_param: "x" }],
    ["whose volume is not sold online", { calls_per_month_param: 1000 }],
  ])("never leaves for an order %s", async (_title, changed) => {
    await send(db, { ...agreed, ...changed });
    hoursLater(25);
    await remind();
    expect(await reminders()).toEqual([]);
  });

  test("never leaves for what no funnel asked, nor for an order of last week", async () => {
    await send(db, { ...agreed, funnel_origin_param: "closing" });
    await send(db, { ...agreed, email_param: "vieux@exemple.fr" });
    hoursLater(8 * 24 + 1);
    await remind();
    expect(await reminders()).toEqual([]);
  });

  test.each([
    ["paid", "update leads set payment_status = true"],
    ["called by the team", "update leads set lead_status = 'contacted'"],
    ["erased", "delete from leads"],
    ["no longer wanting it", `update leads set consents = '{"reminder": {"granted": false}}'`],
  ])("does not leave to a person who is %s, not even from the queue", async (_title, sql) => {
    await send(db, agreed);
    await send(db, { ...agreed, email_param: "autre@exemple.fr" });
    hoursLater(25);
    await db.inspect(`${sql} where email = $1`, [agreed.email_param]);
    await remind();
    expect((await reminders()).map(({ to }) => to)).toEqual(["autre@exemple.fr"]);
    await db.inspect(sql);
    expect(await reminders()).toEqual([]);
  });

  test("waits a day more when the answers changed", async () => {
    const first = { ...agreed, idempotency_key_param: newKey() };
    await send(db, first);
    await db.inspect("update private.submissions set created_at = now() - interval '20 hours'");
    await send(db, { ...first, calls_per_month_param: 100 });
    hoursLater(23);
    await remind();
    expect(await reminders()).toEqual([]);
    hoursLater(25);
    await remind();
    expect(await reminders()).toHaveLength(1);
  });
});

describe("« Ne plus recevoir de rappel »", () => {
  async function stopAddress(): Promise<string> {
    await send(db, agreed);
    await send(db, { ...followUp, email_param: agreed.email_param, consents_param });
    hoursLater(25);
    await remind();
    const { headers } = compose((await reminders())[0]);
    return new URL(headers["List-Unsubscribe"]!.slice(1, -1)).search;
  }
  const call = (method: string, search: string) =>
    mountFunctions(context).request(`/functions/v1/stop-reminder${search}`, { method });

  test("changes nothing when it is opened, and ends all reminders of the person when it is pressed", async () => {
    const search = await stopAddress();
    for (const method of ["GET", "HEAD"]) expect((await call(method, search)).status).toBe(200);
    expect(await (await call("GET", search)).text()).toContain("<button>Ne plus recevoir de rappel</button>");
    expect(await reminders()).toHaveLength(1);

    for (let time = 0; time < 2; time += 1) expect((await call("POST", search)).status).toBe(200);
    expect(await reminders()).toEqual([]);
    await remind();
    expect(await reminders()).toEqual([]);
    expect(await rowsOf(db, "select id from leads where reminders_stopped_at is not null")).toHaveLength(2);
  });

  test("says one sentence for what is no link, and for an order that is gone", async () => {
    const search = await stopAddress();
    for (const bad of ["", "?token=", "?token=AAAA", `${search}A`]) expect((await call("POST", bad)).status).toBe(400);
    expect(await reminders()).toHaveLength(1);
    await db.inspect("delete from leads");
    const answer = await call("POST", search);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("n’existe plus")]);
    expect((await call("DELETE", search)).status).toBe(405);
  });
});
