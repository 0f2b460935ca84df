import { beforeEach, describe, expect, test } from "vitest";

import { actors, alice, arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addReceivers, anonymous, countOf, marketing, newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
  await addReceivers(db, "https://one.example", "https://two.example");
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const ensureProfile = (path: string) =>
  db.asCaller(actors.owner, {}, (tx) =>
    tx.query<{ id: string }>("select create_profile_if_not_exists($1, $2) as id", [alice.account, path]),
  );

const changeOneStatus =
  "update leads set lead_status = 'contacted' where id = (select id from leads order by created_at limit 1)";

const counts = async () => ({
  profiles: await countOf(db, "user_profiles"),
  leads: await countOf(db, "leads"),
  submissions: await countOf(db, "private.submissions"),
  deliveries: await countOf(db, "private.deliveries where kind = 'webhook'"),
});

describe("At the same moment", () => {
  test.for([
    ["a stranger", anonymous],
    ["a signed-in customer", actors.owner],
  ] as const)("100 submissions of %s with one key are one lead and one event per receiver", async ([, caller]) => {
    const key = newKey();
    const answers = await times(100, () => send(db, { ...secretariat, idempotency_key_param: key }, caller));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ accepted: true, reference: key })]),
    );
    expect(await counts()).toEqual({ profiles: 1, leads: 1, submissions: 1, deliveries: 2 });
    expect(await rowsOf(db, "select newer_answers_at from leads")).toEqual([{ newer_answers_at: null }]);
  });

  test("30 submissions under one e-mail with 30 keys are one lead that keeps them all", async () => {
    await times(30, (index) =>
      send(db, { ...secretariat, first_name_param: `N° ${index}`, idempotency_key_param: newKey() }),
    );
    expect(await counts()).toEqual({ profiles: 1, leads: 1, submissions: 30, deliveries: 60 });
    expect(await rowsOf(db, "select count(*)::int as n from private.submissions where is_adopted")).toEqual([{ n: 1 }]);
  });

  test("30 submissions of two people with one key belong to the first, and the others are told", async () => {
    const key = newKey();
    const outcomes = await times(30, (index) =>
      send(db, {
        ...secretariat,
        email_param: index % 2 ? "un@x.example" : "deux@x.example",
        idempotency_key_param: key,
      }).then(
        () => "accepted",
        ({ code }: { code: string }) => code,
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(15).fill("PT409"), ...Array<string>(15).fill("accepted")]);
    expect(await counts()).toEqual({ profiles: 1, leads: 1, submissions: 1, deliveries: 2 });
  });

  test("10 calls for one's profile make one profile and one lead", async () => {
    const answers = await times(10, () => ensureProfile("/inscription-marketing"));
    expect(new Set(answers.map(({ rows }) => rows[0]?.id)).size).toBe(1);
    expect(await counts()).toMatchObject({ profiles: 1, leads: 1 });
  });

  test("10 calls adopt a profile without account once", async () => {
    await send(db, { ...secretariat, email_param: alice.email });
    const answers = await times(10, () => ensureProfile("/inscription-secretariat"));
    expect(new Set(answers.map(({ rows }) => rows[0]?.id)).size).toBe(1);
    expect(await counts()).toMatchObject({ profiles: 1, leads: 1 });
  });

  test("signing in, both funnels, other keys, other answers and an administrator never block one another", async () => {
    const key = newKey();
    await times<unknown>(60, (index) => {
      const caller = index % 2 ? actors.owner : anonymous;
      const sent = {
        ...(index % 3 ? secretariat : marketing),
        email_param: alice.email,
        first_name_param: `N° ${index % 5}`,
      };
      if (index % 10 === 0) return ensureProfile("/inscription-secretariat");
      if (index % 10 === 1) return db.asCaller(actors["admin aal1"], {}, (tx) => tx.query(changeOneStatus));
      if (index % 10 < 5)
        return send(
          db,
          { ...secretariat, email_param: alice.email, first_name_param: `N° ${index}`, idempotency_key_param: key },
          caller,
        );
      return send(db, sent, caller);
    });
    expect(
      await rowsOf(
        db,
        "select user_id is null as is_anonymous, count(*)::int as n from user_profiles group by 1 order by 1",
      ),
    ).toEqual([
      { is_anonymous: false, n: 1 },
      { is_anonymous: true, n: 1 },
    ]);
    expect(
      await rowsOf(db, "select user_profile_id from leads group by user_profile_id, funnel_origin having count(*) > 1"),
    ).toEqual([]);
  });

  test("an answer that got lost is repeated without a second lead", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent); // committed; the browser never hears of it
    await times(5, () => send(db, sent));
    expect(await counts()).toEqual({ profiles: 1, leads: 1, submissions: 1, deliveries: 2 });
  });
});
