import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { functionProblems } from "#content/shared/function-problems.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("replay-deliveries")
  .extend("addDelivery", ({ db }) => async (status: string, body = '{"to": "a@b.example"}'): Promise<string> => {
    const id = randomUUID();
    await db.inspect(
      "insert into private.deliveries (id, kind, event, body, status) values ($1, 'mail', 'mail.recovery', $2, $3)",
      [id, body, status],
    );
    return id;
  })
  .extend("statuses", ({ db }) => async (): Promise<string[]> => {
    const { rows } = await db.inspect<{ status: string }>("select status from private.deliveries order by status");
    return rows.map(({ status }) => status);
  });

const refusal = (status: number, code: keyof typeof functionProblems) => ({
  status,
  body: { error: functionProblems[code], code },
});

test("Only an administrator with a live session replays deliveries", async ({
  addDelivery,
  context,
  db,
  post,
  statuses,
}) => {
  const id = await addDelivery("dead");
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await post({ delivery_id: id }, headers)).status]).toEqual([who, status]);
    expect([who, (await post({ receiver_id: "mail" }, headers)).status]).toEqual([who, status]);
  }
  expect(await statuses()).toEqual(["dead"]);
  expect((await db.inspect("select 1 from private.audit_log")).rows).toEqual([]);
});

test("An administrator replays one; the log says who, and twice in a row is told apart", async ({
  addDelivery,
  admin,
  db,
  post,
}) => {
  const id = await addDelivery("dead");
  expect(await post({ delivery_id: id })).toEqual({ status: 200, body: { replayed: 1 } });
  expect(await post({ delivery_id: id })).toEqual(refusal(409, "already_on_its_way"));
  const { rows } = await db.inspect("select actor, action, detail ->> 'delivery' as delivery from private.audit_log");
  expect(rows).toEqual([{ actor: admin.userId, action: "delivery.replayed", delivery: id }]);
});

test("At the same moment, from two screens, one replay counts", async ({ addDelivery, post }) => {
  const id = await addDelivery("dead");
  const answers = await Promise.all(Array.from({ length: 8 }, () => post({ delivery_id: id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
});

test("An administrator replays all of a receiver", async ({ addDelivery, post, statuses }) => {
  await addDelivery("dead");
  await addDelivery("dead");
  await addDelivery("delivered");
  expect(await post({ receiver_id: "mail" })).toEqual({ status: 200, body: { replayed: 2 } });
  expect(await post({ receiver_id: "mail" })).toEqual(refusal(409, "nothing_to_replay"));
  expect(await statuses()).toEqual(["delivered", "waiting", "waiting"]);
});

test("Delivered, emptied and unknown deliveries are refused with their sentences", async ({ addDelivery, post }) => {
  expect(await post({ delivery_id: await addDelivery("delivered") })).toEqual(refusal(409, "already_delivered"));
  expect(await post({ delivery_id: await addDelivery("dead", "{}") })).toEqual(refusal(409, "emptied"));
  expect(await post({ delivery_id: randomUUID() })).toEqual(refusal(404, "unknown_delivery"));
  expect(await post({ receiver_id: randomUUID() })).toEqual(refusal(404, "unknown_receiver"));
});

describe("Nothing is replayed for a request with", () => {
  test.for<[string, unknown, number]>([
    ["nothing", {}, 400],
    ["both ids", { delivery_id: randomUUID(), receiver_id: randomUUID() }, 400],
    ["an id that is none", { delivery_id: "1 or 1=1" }, 400],
    ["a receiver that is none", { receiver_id: "all" }, 400],
    ["a list of ids", { delivery_id: [randomUUID()] }, 400],
    ["null", "null", 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ delivery_id: "a".repeat(70_000) }), 413],
  ])("%s", async ([, body, status], { addDelivery, post, statuses }) => {
    await addDelivery("dead");
    expect(await post(body)).toEqual(refusal(status, "unreadable"));
    expect(await statuses()).toEqual(["dead"]);
  });
});
