import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import { matrix } from "./matrix.ts";
import { actorNames, actors, anonymousCaller, arrangePeople } from "./accounts.ts";
import { expectedOutcomes, isRefusal, tryAttempt } from "./try-attempt.ts";

const db = await openDatabaseForFile();
await arrangePeople(db);

describe(`The database itself decides, in ${matrix.length * actorNames.length} cases, who may do what`, () => {
  test.for(matrix)("$object: $attempt", async (attempt) => {
    const { anonymous, ...observed } = await tryAttempt(db, attempt, { ...actors, anonymous: anonymousCaller });
    expect(observed).toEqual(expectedOutcomes(attempt));
    // An anonymous account has no right that a visitor has not.
    expect({ anonymous, isVisitors: anonymous === observed.anon || isRefusal(anonymous) }).toMatchObject({
      isVisitors: true,
    });
  });
});
