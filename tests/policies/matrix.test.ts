import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { matrix } from "./matrix.ts";
import { actorNames, actors, anonymousCaller, arrangePeople } from "./accounts.ts";
import { expectedOutcomes, isRefusal, tryAttempt } from "./try-attempt.ts";

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

describe("An anonymous account has no right that a visitor has not", () => {
  test.for(matrix)("$object: $attempt", async (attempt) => {
    const { anonymous, visitor } = await tryAttempt(db, attempt, {
      anonymous: anonymousCaller,
      visitor: actors.anon,
    });
    expect({ anonymous, isVisitors: anonymous === visitor || isRefusal(anonymous) }).toMatchObject({
      isVisitors: true,
    });
  });
});
