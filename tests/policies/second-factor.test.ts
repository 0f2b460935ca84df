import { describe, expect, test } from "vitest";

import { publishSecondFactorRule } from "#engine/auth/factors/second-factor-rule.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { actors, adminWithFactor, alice, alicePastTheCode, arrangePeople, enrolAlice } from "./accounts.ts";
import { matrix } from "./matrix.ts";
import { expectedOutcomes, tryAttempt, type Target } from "./try-attempt.ts";

const db = await openDatabaseForFile();

const publish = (rule: "required" | "optional") =>
  publishSecondFactorRule(createTestContext({ db, settings: { administratorSecondFactor: rule } }));
const require = () => publish("required");

await require();
await arrangePeople(db);

/**
 * What an administrator without a second factor may do that one with a factor may not before its code. What any
 * customer may do for themselves is no right of an administrator's.
 */
const decided = matrix.filter((attempt) => {
  const outcomes = expectedOutcomes(attempt);
  const isCustomersOwn = outcomes["admin aal1"] === outcomes["former admin"];
  return !isCustomersOwn && outcomes["admin aal1"] !== outcomes["admin aal1, factor"];
});

const target: Target = {
  asCaller: (caller, options, work) => db.asCaller(caller, options, work),
  inspect: (text, values) => db.inspect(text, values),
  async reset() {
    await db.reset();
    await require();
  },
};

describe("With a second factor required, an administrator without one has the rights of none", () => {
  test("there is something to decide", () => expect(decided.length).toBeGreaterThan(30));

  test.for(decided)("$object: $attempt", async (attempt) => {
    const expected = expectedOutcomes(attempt);
    const none = expected["admin aal1, factor"];
    expect(await tryAttempt(target, attempt)).toEqual({
      ...expected,
      "admin aal1": none,
      seller: none,
      reader: none,
    });
  });
});

/** What a customer may do while signed in. */
const customersOwn = matrix.filter((attempt) => {
  const outcomes = expectedOutcomes(attempt);
  return outcomes.owner !== outcomes["ended session"];
});

describe("A customer's second factor guards what they own", () => {
  const beforeTheCode = { owner: actors.owner };
  const pastTheCode = { owner: alicePastTheCode };
  const withFactor: Target = {
    ...target,
    async inspect(text, values) {
      await enrolAlice(db);
      return target.inspect(text, values);
    },
  };

  test("there is something to guard", () => expect(customersOwn.length).toBeGreaterThan(8));

  test.for(customersOwn)("before the code as without a session: $object: $attempt", async (attempt) => {
    // Which factor an account has is the owner's own to ask.
    const { "ended session": refused, owner } = expectedOutcomes(attempt);
    const expected = attempt.attempt === "ask how far one is oneself" ? owner : refused;
    expect(await tryAttempt(withFactor, attempt, beforeTheCode)).toEqual({ owner: expected });
  });

  test.for(customersOwn)("past the code as before: $object: $attempt", async (attempt) => {
    expect(await tryAttempt(withFactor, attempt, pastTheCode)).toEqual({ owner: expectedOutcomes(attempt).owner });
  });

  test("a token of the second level does nothing once its session is of the first", async () => {
    await enrolAlice(db);
    await db.inspect("update auth.sessions set aal = 'aal1' where user_id = $1", [alice.account]);
    const { rows } = await db.asCaller(alicePastTheCode, {}, (tx) => tx.query("select id from leads"));
    expect(rows).toEqual([]);
  });
});

const accessOf = async (actor: "admin aal1" | "admin aal1, factor" | "admin aal2" | "owner" | "ended admin") => {
  const ask = "select own_administrator_access() as access";
  const { rows } = await db.asCaller(actors[actor], {}, (tx) => tx.query<{ access: string }>(ask));
  return rows[0]?.access;
};

test("Each learns how far they are from administering, and the rule can be taken back", async () => {
  expect(await accessOf("admin aal1")).toBe("enrol");
  expect(await accessOf("admin aal1, factor")).toBe("verify");
  expect(await accessOf("admin aal2")).toBe("granted");
  expect(await accessOf("owner")).toBe("none");
  await expect(accessOf("ended admin")).rejects.toThrow("somebody signed in only");
  await publish("optional");
  expect(await accessOf("admin aal1")).toBe("granted");
  expect(await accessOf("admin aal1, factor")).toBe("verify");
  await require();
});

test("A token of the second level counts only while its session is of that level", async () => {
  await db.inspect("update auth.sessions set aal = 'aal1' where user_id = $1", [adminWithFactor.account]);
  expect(await accessOf("admin aal2")).toBe("verify");
  await db.inspect("delete from auth.mfa_factors where user_id = $1", [adminWithFactor.account]);
  expect(await accessOf("admin aal2")).toBe("enrol");
});
