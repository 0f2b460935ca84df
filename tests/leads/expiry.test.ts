import { expect, test } from "vitest";

import { leadStatuses } from "#domain/kernel/lead.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseExpiredLeads } from "#subjects/leads/server/retention.ts";
import { createTestContext } from "#tests/support/context.ts";
import { arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { readDashboard } from "./sending.ts";

const db = await openDatabaseForFile();

/** A client stays, and so does a lead that was paid; every other one has a term. */
const examples = leadStatuses.flatMap((status) =>
  [false, true].map((isPaid) => ({ status, isPaid, expires: status !== "client" && !isPaid })),
);

test("A lead expires by one rule: in the table of leads, in the desk’s list and in the job that erases", async () => {
  await arrangeAccounts(db);
  for (const { status, isPaid } of examples) {
    await db.inspect(
      `with profile as (insert into public.user_profiles (email) values ($3) returning id)
       insert into public.leads (user_profile_id, funnel_origin, lead_status, payment_status)
       select id, 'secretariat', $1, $2 from profile`,
      [status, isPaid, `${status}-${isPaid}@exemple.fr`],
    );
  }
  const shown = await readDashboard(db);
  const { rows: listed } = await db.inspect<{ id: string }>(
    "select lead_id as id from private.lead_list where expires_at < 'infinity'",
  );
  const rows = shown.map(({ lead_id: id, lead_status: status, payment_status: isPaid, expires_at: expiresAt }) => ({
    status,
    isPaid,
    inTable: expiresAt !== null,
    inList: listed.some((each) => each.id === id),
  }));
  const told = examples.map(({ expires, ...lead }) => ({ ...lead, inTable: expires, inList: expires }));
  expect(rows).toHaveLength(told.length);
  expect(rows).toEqual(expect.arrayContaining(told));

  const inAYear = new Date(Date.now() + 366 * 24 * 60 * 60 * 1000);
  await db.asServer((tx) => eraseExpiredLeads(tx, accountsErasedLater(createTestContext({ db })), inAYear));
  const { rows: left } = await db.inspect('select lead_status as status, payment_status as "isPaid" from public.leads');
  const staying = examples.filter(({ expires }) => !expires).map(({ status, isPaid }) => ({ status, isPaid }));
  expect(left).toHaveLength(staying.length);
  expect(left).toEqual(expect.arrayContaining(staying));
});
