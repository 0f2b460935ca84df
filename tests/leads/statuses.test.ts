import { expect, test } from "vitest";

import { closedStatuses, inactiveReasons, leadStatuses } from "#domain/kernel/lead.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

test("The statuses of a lead are the same in TypeScript and in SQL, and so are those that are closed", async () => {
  const { rows } = await db.inspect<{ check: string; closed: string[] }>(
    `select pg_get_constraintdef(oid) as check,
       array(select status from unnest($1::text[]) with ordinality as known (status, place)
             where private.is_closed(status) order by place) as closed
     from pg_constraint where conname = 'leads_status_is_known'`,
    [leadStatuses],
  );
  const [{ check, closed } = { check: "", closed: [] }] = rows;
  expect([...check.matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual(leadStatuses);
  expect(closed).toEqual(closedStatuses);
});

test("The reasons of a closed lead are the same in TypeScript and in SQL", async () => {
  const { rows } = await db.inspect<{ check: string }>(
    "select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'leads_inactive_reason_is_known'",
  );
  expect([...(rows[0]?.check ?? "").matchAll(/'(\w+)'/g)].map(([, reason]) => reason)).toEqual(inactiveReasons);
});
