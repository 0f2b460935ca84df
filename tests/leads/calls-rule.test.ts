import { expect, test } from "vitest";

import { refusedCalls, takenCalls } from "#tests/support/calls-examples.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

test("The database reads a number of calls as the form does", async () => {
  const expected = [...takenCalls, ...refusedCalls.map((typed) => [typed, null] as const)];
  const { rows } = await db.inspect<{ typed: string; calls: number | null }>(
    `select typed, private.calls_ordered(typed) as calls
     from unnest($1::text[]) with ordinality as given (typed, place) order by place`,
    [expected.map(([typed]) => typed)],
  );
  expect(rows.map(({ typed, calls }) => [typed, calls])).toEqual(expected);
});
