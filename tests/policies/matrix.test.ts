import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { matrix } from "./matrix.ts";
import { actorNames, arrangePeople } from "./accounts.ts";
import { expectedOutcomes, tryAttempt } from "./try-attempt.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
  await arrangePeople(db);
});
afterAll(() => db.close());

describe(`The database itself decides, in ${matrix.length * actorNames.length} cases, who may do what`, () => {
  test.for(matrix)("$object: $attempt", async (attempt) => {
    expect(await tryAttempt(db, attempt)).toEqual(expectedOutcomes(attempt));
  });
});
