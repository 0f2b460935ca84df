import { afterEach, expect, test } from "vitest";

import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { order, postTo } from "#tests/functions/orders.ts";

import { newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

afterEach(() => db.reset());

const visit = {
  utm_source: "lettre",
  utm_campaign: "rentrée",
  referrer: "moteur.example",
  at: "2025-10-15T10:00:00.000Z",
};

async function stored() {
  const rows = await rowsOf<{ attribution: unknown }>(
    db,
    "select attribution from private.submissions order by created_at",
  );
  return rows.map(({ attribution }) => attribution);
}

test("Both visits are kept with the lead, from a funnel and from an order form", async () => {
  const attribution = { first: visit, last: { utm_source: "annonce" } };
  await send(db, { ...secretariat, attribution_param: attribution });
  const post = postTo(createTestContext({ db }), "register-closing");
  expect(await post({ ...order, attribution })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([attribution, attribution]);
});

test("A repeat changes nothing of where the lead came from", async () => {
  const sent = { ...secretariat, idempotency_key_param: newKey() };
  await send(db, { ...sent, attribution_param: { last: visit } });
  await send(db, { ...sent, calls_per_month_param: 100, attribution_param: { last: { utm_source: "autre" } } });
  expect(await stored()).toEqual([{ last: visit }]);
});

test.each<[string, unknown, unknown]>([
  ["unknown names", { first: { ...visit, evil: "x", __proto__: { a: 1 } }, other: visit }, { first: visit }],
  [
    "values that are no text",
    { last: { utm_source: 7, utm_medium: ["a"], utm_term: { a: 1 }, referrer: "x.fr" } },
    { last: { referrer: "x.fr" } },
  ],
  [
    "markup and line ends",
    { last: { utm_source: "<img src=x onerror=alert(1)>\r\nBcc: a" } },
    { last: { utm_source: "<img src=x onerror=alert(1)> Bcc: a" } },
  ],
  ["too long a text", { last: { utm_source: "é".repeat(500) } }, { last: { utm_source: "é".repeat(200) } }],
  ["blanks", { first: {}, last: { utm_source: "  ", at: " " } }, {}],
  ["no visits", { first: null, last: "x" }, {}],
  ["a list", [visit], {}],
  ["a number", 7, {}],
])("With %s the lead is stored, and text stays text", async (_title, attribution, kept) => {
  await send(db, { ...secretariat, attribution_param: attribution });
  const post = postTo(createTestContext({ db }), "register-closing");
  expect(await post({ ...order, attribution })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([kept, kept]);
});

test("The first visit of a lead is looked for among its own, whatever the planner knows of the table", async () => {
  await db.inspect("set session_replication_role = replica");
  await db.inspect(
    `insert into private.submissions (form, email, lead_id)
     select 'general', 'a@exemple.example', gen_random_uuid() from generate_series(1, 5000)`,
  );
  await db.inspect("set session_replication_role = origin");
  const plan = await rowsOf<{ "QUERY PLAN": string }>(
    db,
    `explain select attribution from private.submissions
     where lead_id = '${newKey()}' and attribution <> '{}' order by created_at, id limit 1`,
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Scan using submissions_by_lead");
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Sort");
});
