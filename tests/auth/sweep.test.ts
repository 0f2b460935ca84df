import { afterAll, beforeAll, expect, test } from "vitest";

import { sweepAuth } from "#server/auth/sweep.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { createWire, origin, signUpCustomer } from "./support.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

test("What can no longer be used is removed, what can stays", async () => {
  const wire = createWire({ db });
  const { email, access } = await signUpCustomer(wire);
  await wire.send("POST", "/recover", {
    body: { email, code_challenge: "x".repeat(43), code_challenge_method: "s256" },
  });
  await wire.send("GET", `/authorize?provider=google&redirect_to=${origin}/`);
  const rows = async () => {
    const counts = await Promise.all(
      ["sessions", "one_time_tokens", "flow_state"].map((table) => db.inspect(`select 1 from auth.${table}`)),
    );
    return counts.map(({ rowCount }) => rowCount);
  };
  await wire.context.db.asServer((tx) => sweepAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([1, 1, 2]);
  wire.clock.advance(61 * 60_000);
  await wire.context.db.asServer((tx) => sweepAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([1, 0, 1]);
  wire.clock.advance(30 * 24 * 60 * 60_000);
  await wire.context.db.asServer((tx) => sweepAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([0, 0, 0]);
  expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
});
