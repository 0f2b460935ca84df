import { beforeEach, describe, expect, test } from "vitest";

import type { Caller } from "#engine/db/database.ts";
import { actors, alice, arrangeAccounts, bob } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addReceivers, countOf, readDashboard, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
});

async function ensureProfile(
  path: string,
  caller: Caller = actors.owner,
  userId: unknown = caller.claims.sub,
): Promise<string> {
  const { rows } = await db.asCaller(caller, {}, (tx) =>
    tx.query<{ id: string }>("select create_profile_if_not_exists($1, $2) as id", [userId, path]),
  );
  return rows[0]!.id;
}

const leads = () => rowsOf(db, "select funnel_origin, lead_status, payment_status from leads order by created_at");

describe("After signing in", () => {
  test("a customer without profile gets one, under the account's e-mail, and the lead of the funnel", async () => {
    const id = await ensureProfile("/inscription-marketing");
    expect(await rowsOf(db, "select id, user_id, email, registration_path from user_profiles")).toEqual([
      { id, user_id: alice.account, email: alice.email, registration_path: "/inscription-marketing" },
    ]);
    expect(await leads()).toEqual([{ funnel_origin: "marketing", lead_status: "to_contact", payment_status: false }]);
  });

  test("an existing profile changes its registration path only", async () => {
    await send(db, secretariat, actors.owner);
    const [before] = await rowsOf<Record<string, unknown>>(db, "select * from user_profiles");
    await ensureProfile("/inscription-marketing");
    const [after] = await rowsOf<Record<string, unknown>>(db, "select * from user_profiles");
    expect({ ...after, updated_at: before!.updated_at }).toEqual({
      ...before,
      registration_path: "/inscription-marketing",
    });
  });

  test("the same funnel twice is one lead, a second funnel a second lead", async () => {
    for (const path of ["/inscription-secretariat", "/inscription-secretariat", "/inscription-suiviclient"])
      await ensureProfile(path);
    expect((await leads()).map((lead) => lead.funnel_origin)).toEqual(["secretariat", "suiviclient"]);
    expect(await countOf(db, "user_profiles")).toBe(1);
  });

  test.for([
    ["/inscription-secretariat", "secretariat"],
    ["/inscription-marketing", "marketing"],
    ["/inscription-suiviclient", "suiviclient"],
    ["/closing", "closing"],
    ["/conferences", "conferences"],
    ["/dashboard", undefined],
    ["/", undefined],
    ["", undefined],
  ] as const)("from the page %s, the lead is of %s", async ([path, funnel]) => {
    await ensureProfile(path);
    expect((await leads()).map((lead) => lead.funnel_origin)).toEqual(funnel ? [funnel] : []);
  });

  test("no event is sent before the questionnaire", async () => {
    await addReceivers(db, "https://hooks.example/leads");
    await ensureProfile("/inscription-secretariat");
    expect(await countOf(db, "private.deliveries")).toBe(0);
  });

  test("the profile made without account, under the same proved e-mail, becomes the customer's own", async () => {
    await send(db, { ...secretariat, email_param: alice.email.toUpperCase() });
    const id = await ensureProfile("/inscription-secretariat");
    expect(await rowsOf(db, "select id, user_id, first_name from user_profiles")).toEqual([
      { id, user_id: alice.account, first_name: "Hélène" },
    ]);
    expect(await readDashboard(db)).toMatchObject([
      { calls_per_month: 50, user_id: alice.account, account_exists: false },
    ]);
  });

  test("an e-mail that is not proved adopts nothing", async () => {
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [alice.account]);
    await send(db, { ...secretariat, email_param: alice.email });
    await ensureProfile("/inscription-secretariat");
    expect(await countOf(db, "user_profiles")).toBe(2);
  });

  test("a second profile is never adopted beside one's own", async () => {
    await ensureProfile("/inscription-secretariat");
    await send(db, { ...secretariat, email_param: alice.email });
    await ensureProfile("/inscription-secretariat");
    expect(await rowsOf(db, "select count(*)::int as n from user_profiles where user_id is null")).toEqual([{ n: 1 }]);
  });
});

describe("No caller makes a profile", () => {
  test("of another account", async () => {
    await expect(ensureProfile("/closing", actors.owner, bob.account)).rejects.toMatchObject({ code: "42501" });
  });

  test("of no account: the specified message", async () => {
    await expect(ensureProfile("/closing", actors.owner, null)).rejects.toMatchObject({
      code: "P0001",
      message: "Cannot create profile: User ID is missing",
    });
  });

  test("once the session has ended", async () => {
    await expect(ensureProfile("/closing", actors["ended session"])).rejects.toMatchObject({ code: "42501" });
    await expect(ensureProfile("/closing", actors["ended admin"])).rejects.toMatchObject({ code: "42501" });
    expect(await countOf(db, "user_profiles")).toBe(0);
  });

  test("when the account is banned", async () => {
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [alice.account]);
    await expect(ensureProfile("/closing")).rejects.toMatchObject({ code: "42501" });
  });

  test.for(["https://evil.example/inscription-marketing", "//evil.example", "inscription", `/${"x".repeat(300)}`])(
    "from the path %s",
    async (path) => {
      await expect(ensureProfile(path)).rejects.toMatchObject({ code: "P0001" });
      expect(await countOf(db, "user_profiles")).toBe(0);
    },
  );
});
