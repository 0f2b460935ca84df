import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { createRowChanges } from "#engine/live/row-changes.ts";
import { addContact } from "#tests/fixtures/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";

import { liveTest as test } from "./live-test.ts";

type Line = { change: string; lead_ids: string[] | null };

async function linesOf(db: TestDatabase): Promise<Line[]> {
  const { rows } = await db.inspect<Line>("select change, lead_ids from private.lead_events order by id");
  return rows;
}

const forget = (db: TestDatabase) => db.inspect("delete from private.lead_events");

/** That many leads, in two statements. */
async function addLeads(db: TestDatabase, count: number): Promise<void> {
  await db.inspect(
    "insert into public.user_profiles (email) select n || '@exemple.example' from generate_series(1, $1) n",
    [count],
  );
  await db.inspect(
    "insert into public.leads (user_profile_id, funnel_origin) select id, 'closing' from public.user_profiles",
  );
}

describe("The journal says of a lead", () => {
  test("that it was created, changed and deleted, and nothing that it says", async ({ db, addLead }) => {
    const leadId = await addLead();
    await db.inspect("update public.leads set lead_status = 'contacted' where id = $1", [leadId]);
    await db.inspect("delete from public.leads where id = $1", [leadId]);
    expect(await linesOf(db)).toEqual(
      ["created", "updated", "deleted"].map((change) => ({ change, lead_ids: [leadId] })),
    );
    const { rows } = await db.inspect("select * from private.lead_events");
    expect(Object.keys(rows[0] ?? {})).toEqual(["id", "transaction_id", "at", "change", "lead_ids"]);
  });

  test("that its profile or a payment of it changed", async ({ db }) => {
    const { profileId, leadIds } = await addContact(db, {
      email: "claire@exemple.example",
      origins: ["secretariat", "closing"],
    });
    await forget(db);
    await db.inspect("update public.user_profiles set phone = '01 02 03 04 05' where id = $1", [profileId]);
    await db.inspect(
      "insert into private.payment_events (id, type, lead_id, state) values ('evt', 'paid', $1, 'applied')",
      [leadIds[0]],
    );
    const [ofProfile, ofPayment] = await linesOf(db);
    expect(ofProfile?.lead_ids?.toSorted()).toEqual(leadIds.toSorted());
    expect(ofPayment).toEqual({ change: "updated", lead_ids: [leadIds[0]] });
  });

  test("that a note of it was written and taken back", async ({ db, addLead }) => {
    const leadId = await addLead();
    await forget(db);
    await db.inspect(
      "insert into private.lead_notes (lead_id, author, text) values ($1, gen_random_uuid(), 'Rappeler')",
      [leadId],
    );
    await db.inspect("delete from private.lead_notes");
    expect(await linesOf(db)).toEqual(Array(2).fill({ change: "updated", lead_ids: [leadId] }));
  });

  test("that it went with its profile", async ({ db }) => {
    const { profileId, leadIds } = await addContact(db, { email: "claire@exemple.example" });
    await forget(db);
    await db.inspect("delete from public.user_profiles where id = $1", [profileId]);
    expect(await linesOf(db)).toContainEqual({ change: "deleted", lead_ids: leadIds });
  });

  test("nothing when its change was taken back, or changed no row", async ({ db, addLead }) => {
    await addLead();
    await forget(db);
    await db
      .asServer(async (tx) => {
        await tx.query("update public.leads set payment_status = true");
        throw new Error("taken back");
      })
      .catch(() => undefined);
    await db.inspect("update public.leads set payment_status = true where id = $1", [randomUUID()]);
    expect(await linesOf(db)).toEqual([]);
  });
});

describe("A change of many leads", () => {
  test("is one line and one notice: up to a thousand by name, more as everything", async ({ db, skip }) => {
    skip(!isFull);
    await addLeads(db, 1_500);
    await forget(db);
    const notices: string[] = [];
    const stop = await db.listen("lead_events", (payload) => notices.push(payload));
    const heard = new Promise<void>((resolve) => void db.listen("end_of_test", () => resolve()));

    const ofThousand = "select id from public.leads order by id limit 1000";
    await db.asServer((tx) => tx.query(`update public.leads set payment_status = true where id in (${ofThousand})`));
    await db.asServer((tx) => tx.query("update public.leads set lead_status = 'inactive'"));
    await db.asServer((tx) => tx.query("select pg_notify('end_of_test', '')"));
    await heard;
    await stop();

    const lines = await linesOf(db);
    expect(lines.map(({ lead_ids }) => lead_ids?.length ?? null)).toEqual([1000, null]);
    expect(notices).toEqual(["leads", "leads"]);
  });
});

describe("A follower", () => {
  test("comes back to what it missed, and to everything when it was away too long", async ({
    context,
    db,
    addLead,
  }) => {
    const changes = createRowChanges(db, context.log, context.settings.journal);
    const { position: end, events } = await placeOf(changes);
    expect(events).toEqual(["everything"]);

    const leadId = await addLead();
    const missed = await changes.readSince(end);
    expect(missed.events).toContainEqual({ id: leadId, change: "created" });
    // What was written beside a transaction that is still open is told again: followers hear it until that ends.
    let { after } = missed;
    const goOn = async () => {
      const next = await changes.readSince(after);
      after = next.after;
      return next.events;
    };
    await expect.poll(goOn).toEqual([]);

    const [transaction = "", second = ""] = end.split(".");
    const halfAnHour = 30 * 60;
    expect((await changes.readSince(`${transaction}.${Number(second) - halfAnHour + 60}`)).events).toContainEqual({
      id: leadId,
      change: "created",
    });
    expect(await changes.readSince(`${transaction}.${Number(second) - halfAnHour - 60}`)).toMatchObject({
      events: ["everything"],
    });
  });

  test("is told once what one transaction wrote while another went on", async ({ context, db, addLead }) => {
    const changes = createRowChanges(db, context.log, context.settings.journal);
    const told: unknown[] = [];
    const { stop } = await changes.subscribe(({ events }) => told.push(...events));
    const ids = [await addLead(), await addLead(), await addLead()];
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual(ids.map((id) => ({ id, change: "created" })));
    stop();
  });

  test.for([
    ["words", "now"],
    ["nothing", ""],
    ["a transaction that never was", "9999999999999999999.1763888400"],
    ["more than a transaction holds", "99999999999999999999999.1"],
    ["a time to come", `1.${Math.floor(Date.now() / 1000) + 7200}`],
    ["a negative one", "-1.-1"],
    ["SQL", "1.1'; drop table private.lead_events; --"],
    ["lines of a stream", "1.1\n\nevent: lead"],
    ["a long text", "1".repeat(100_000)],
  ])("and says %s as its place reads everything again", async ([, position], { context, db }) => {
    const changes = createRowChanges(db, context.log, context.settings.journal);
    expect(await changes.readSince(position!)).toMatchObject({ events: ["everything"] });
  });
});

/** The events of a follower without a position. */
async function placeOf(changes: ReturnType<typeof createRowChanges>) {
  const { after, events } = await changes.readSince("");
  return { position: after, events };
}
