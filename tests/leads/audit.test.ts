import { beforeEach, describe, expect, test } from "vitest";

import { actors, alice, arrangePeople, bob } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { rowsOf } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangePeople(db);
});

const asAdmin = actors["admin aal1"];
const run = (sql: string, caller = asAdmin) => db.asCaller(caller, {}, (tx) => tx.query(sql));
const lines = () => rowsOf(db, "select actor, action, lead_id, detail from private.audit_log order by id");
const actor = asAdmin.claims.sub;

describe("The audit log", () => {
  test("says who changed a status or a payment, from what to what, and only when it changed", async () => {
    await run(`update leads set lead_status = 'contacted' where id = '${alice.lead}'`);
    await run(`update leads set lead_status = 'contacted' where id = '${alice.lead}'`);
    await run(`update leads set lead_status = 'client', payment_status = true where id = '${alice.lead}'`);
    expect(await lines()).toEqual([
      { actor, action: "lead.status_changed", lead_id: alice.lead, detail: { from: "to_contact", to: "contacted" } },
      { actor, action: "lead.status_changed", lead_id: alice.lead, detail: { from: "contacted", to: "client" } },
      { actor, action: "lead.payment_changed", lead_id: alice.lead, detail: { from: false, to: true } },
    ]);
  });

  test("has no actor when the server itself changed it", async () => {
    await db.asServer((tx) => tx.query("update public.leads set payment_status = true where id = $1", [bob.lead]));
    expect(await lines()).toEqual([
      { actor: null, action: "lead.payment_changed", lead_id: bob.lead, detail: { from: false, to: true } },
    ]);
  });

  test("says who opened a detail, and nothing of a lead that does not exist", async () => {
    await run(`select record_lead_opened('${bob.lead}')`);
    await run("select record_lead_opened(gen_random_uuid())");
    expect(await lines()).toEqual([{ actor, action: "lead.opened", lead_id: bob.lead, detail: {} }]);
  });

  test("says who deleted a lead or a profile, each lead of it included", async () => {
    await run(`delete from leads where id = '${alice.lead}'`);
    await run(`delete from user_profiles where id = '${bob.profile}'`);
    const written = await lines();
    expect(written).toHaveLength(3);
    expect(written).toEqual(
      expect.arrayContaining([
        { actor, action: "lead.deleted", lead_id: alice.lead, detail: {} },
        { actor, action: "lead.deleted", lead_id: bob.lead, detail: {} },
        { actor, action: "profile.deleted", lead_id: null, detail: { profile_id: bob.profile } },
      ]),
    );
  });

  test("keeps no line of what was rolled back", async () => {
    await expect(run(`update leads set lead_status = 'vip' where id = '${alice.lead}'`)).rejects.toMatchObject({
      code: "23514",
    });
    expect(await lines()).toEqual([]);
  });

  test("cannot be changed or emptied, even by a superuser, before a line is a year old", async () => {
    await run(`select record_lead_opened('${bob.lead}')`);
    for (const sql of [
      "update private.audit_log set actor = null",
      "delete from private.audit_log",
      "truncate private.audit_log",
    ]) {
      await expect(db.inspect(sql)).rejects.toMatchObject({ code: "42501" });
    }
    for (const sql of ["update private.audit_log set actor = null", "delete from private.audit_log"]) {
      expect((await db.asServer((tx) => tx.query(sql))).rowCount).toBe(0);
    }
    expect(await lines()).toHaveLength(1);
  });

  test("lets the server drop lines a year old", async () => {
    await db.inspect(
      "insert into private.audit_log (at, action) values (now() - interval '366 days', 'lead.opened'), (now() - interval '364 days', 'lead.opened')",
    );
    expect(
      (await db.asServer((tx) => tx.query("delete from private.audit_log where at < now() - interval '1 year'")))
        .rowCount,
    ).toBe(1);
    expect(await lines()).toHaveLength(1);
  });
});

describe("A lead", () => {
  const dates = () =>
    rowsOf<{ last_contact_at: Date; updated_at: Date; expires_at: unknown }>(
      db,
      `select last_contact_at, updated_at from leads where id = '${alice.lead}'`,
    );

  beforeEach(() => db.inspect("update leads set last_contact_at = now() - interval '5 months'"));

  test("counts its retention anew from a change of status, not of payment", async () => {
    const [before] = await dates();
    await run(`update leads set payment_status = true where id = '${alice.lead}'`);
    expect((await dates())[0]!.last_contact_at).toEqual(before!.last_contact_at);
    await run(`update leads set lead_status = 'contacted' where id = '${alice.lead}'`);
    expect(+(await dates())[0]!.last_contact_at).toBeGreaterThan(+before!.last_contact_at);
    expect(+(await dates())[0]!.updated_at).toBeGreaterThan(+before!.updated_at);
  });

  test("expires six months after the last contact, unless it is paid or a client", async () => {
    const expiry = async () => {
      const { rows } = await run(
        `select expires_at is not distinct from last_contact_at + interval '6 months' as expires, expires_at is null as stays from admin_dashboard where lead_id = '${alice.lead}'`,
      );
      return rows[0];
    };
    expect(await expiry()).toEqual({ expires: true, stays: false });
    await run(`update leads set payment_status = true where id = '${alice.lead}'`);
    expect(await expiry()).toEqual({ expires: false, stays: true });
    await run(`update leads set payment_status = false, lead_status = 'client' where id = '${alice.lead}'`);
    expect(await expiry()).toEqual({ expires: false, stays: true });
  });
});
