import { afterEach, beforeEach, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { newKey } from "./orders.ts";
import { addContact, mountFunctions, signIn } from "#tests/fixtures/accounts.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const termsVersion = "2025-06-25";
const db = await openDatabaseForFile();
let context: ServerContext;
let now: Date;

beforeEach(() => {
  now = start;
  context = createTestContext({ db, now: () => now });
});
afterEach(() => db.reset());

function send(body: unknown) {
  return Promise.resolve(
    mountFunctions(context).request("/functions/v1/payment-started", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

async function readStarts() {
  return (await db.inspect("select * from private.payment_starts order by started_at")).rows;
}

test("The click that confirms is kept with the version of the terms and our own time, the first one only", async () => {
  const reference = newKey();
  expect(await (await send({ reference, termsVersion, at: "1999-01-01T00:00:00Z" })).json()).toEqual({
    recorded: true,
  });
  now = new Date(start.getTime() + 60_000);
  await send({ reference, termsVersion });

  expect(await readStarts()).toEqual([{ reference, terms_version: termsVersion, started_at: start }]);
});

test("New terms are accepted anew", async () => {
  const reference = newKey();
  await send({ reference, termsVersion });
  now = new Date(start.getTime() + 60_000);
  await send({ reference, termsVersion: "2026-08-02" });
  expect((await readStarts()).map((row) => row.terms_version)).toEqual([termsVersion, "2026-08-02"]);
});

test("A click pays nothing, and goes with the lead", async () => {
  const { references } = await addContact(db, { email: "claire@exemple.fr" });
  await send({ reference: references[0], termsVersion });
  await send({ reference: newKey(), termsVersion });
  expect((await db.inspect("select from public.leads where payment_status")).rowCount).toBe(0);

  await db.inspect("delete from public.leads");
  expect((await readStarts()).map((row) => row.reference === references[0])).toEqual([false]);
});

test("A click from a customer's space names the lead: it is kept under its submission, and goes with it", async () => {
  const { leadIds, references } = await addContact(db, { email: "claire@exemple.fr" });
  await db.inspect("update private.submissions set is_adopted = true");
  await send({ reference: leadIds[0], termsVersion });
  expect(await readStarts()).toMatchObject([{ reference: references[0] }]);

  await db.inspect("delete from public.leads");
  expect(await readStarts()).toEqual([]);
});

test("The order says which terms it accepted, to the team, its customer and the export", async () => {
  const claire = await signIn(context, db, { email: "claire@exemple.fr" });
  const [clicked, ticked] = [
    await addContact(db, { email: claire.email, userId: claire.userId }),
    await addContact(db, { email: "malik@exemple.fr" }),
  ];
  await send({ reference: clicked.references[0], termsVersion });
  now = new Date(start.getTime() + 60_000);
  await send({ reference: clicked.references[0], termsVersion: "2026-08-02" });
  await db.inspect("update public.leads set consents = $2 where id = $1", [
    ticked.leadIds[0],
    { terms: { granted: true, at: "2025-10-15T08:00:00Z", version: "2025-06-25", form: "closing" } },
  ]);
  const latest = { version: "2026-08-02" };

  const { answer } = await callFunction(context, "read-own-orders", { authorization: `Bearer ${claire.token}` }, {});
  expect(answer).toMatchObject([{ terms: latest }]);

  const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
  const claims = { sub: userId, role: "authenticated", session_id: sessionId, aal: "aal1" };
  const { rows } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) =>
    tx.query<{ terms: unknown }>("select read_lead_receipts(id) -> 'terms' as terms from leads order by id = $1 desc", [
      clicked.leadIds[0],
    ]),
  );
  expect(rows).toMatchObject([{ terms: latest }, { terms: { at: "2025-10-15T08:00:00Z", version: "2025-06-25" } }]);
});

test("No box that was left empty, and no order before its click, accepts terms", async () => {
  const { leadIds } = await addContact(db, { email: "claire@exemple.fr" });
  const acceptedBy = async (consents: object) => {
    await db.inspect("update public.leads set consents = $2 where id = $1", [leadIds[0], consents]);
    return (await db.inspect("select private.accepted_terms($1) as terms", [leadIds[0]])).rows;
  };
  expect(await acceptedBy({})).toEqual([{ terms: null }]);
  expect(await acceptedBy({ terms: { granted: false, version: "2025-06-25" } })).toEqual([{ terms: null }]);
  expect(await acceptedBy({ terms: "true" })).toEqual([{ terms: null }]);
});

test.each([
  [{}],
  [null],
  [{ reference: "42", termsVersion }],
  [{ reference: newKey() }],
  [{ reference: newKey(), termsVersion: "" }],
  [{ reference: newKey(), termsVersion: "2025-06-26" }],
  [{ reference: newKey(), termsVersion: "a".repeat(41) }],
  [{ reference: newKey(), termsVersion: "2025\u0000" }],
])("%j is refused, in French, and kept nowhere", async (body) => {
  const response = await send(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: "La demande n’est pas lisible.", code: "unreadable" });
  expect(await readStarts()).toEqual([]);
});
