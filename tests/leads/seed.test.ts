import { beforeEach, describe, expect, test } from "vitest";

import { seedDemoLeads } from "#subjects/leads/server/seed.ts";
import { arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addReceivers, countOf, readDashboard, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
  await addReceivers(db, "https://hooks.example/leads");
});

const now = new Date("2026-11-20T09:00:00Z");

describe("The demonstration's leads", () => {
  test("fill an empty database with a dozen leads of five origins and every status, dated within a week of the clock", async () => {
    expect(await db.asServer((tx) => seedDemoLeads(tx, now))).toBe(12);
    const rows = await readDashboard(db);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map((row) => row.funnel_origin)).size).toBe(5);
    expect(new Set(rows.map((row) => row.lead_status)).size).toBe(4);
    for (const row of rows) {
      const age = now.getTime() - (row.created_at as Date).getTime();
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(7 * 24 * 3600 * 1000);
      expect(+(row.updated_at as Date)).toBeGreaterThanOrEqual(+(row.created_at as Date));
      expect(row.email).toMatch(/\.example$/);
      expect(row.phone_e164).toMatch(/^\+3363998\d{4}$/);
    }
  });

  test("are found by the search, send nothing, and are believable in the detail", async () => {
    await db.asServer((tx) => seedDemoLeads(tx, now));
    expect(await countOf(db, "private.lead_words")).toBe(12);
    expect(await countOf(db, "private.deliveries")).toBe(0);
    expect((await readDashboard(db)).find((row) => row.last_name === "Gaudin")).toMatchObject({
      intention_detail: "distinguer les urgences des demandes de devis",
      knowledge_base_own_text: "Astreinte jusqu’à 22 h, au-delà rappel le lendemain à 8 h.",
    });
  });

  test("are not added beside a lead that exists, nor twice", async () => {
    await send(db, secretariat);
    expect(await db.asServer((tx) => seedDemoLeads(tx, now))).toBe(0);
    expect(await countOf(db, "leads")).toBe(1);
    await db.inspect("delete from user_profiles");
    await db.asServer((tx) => seedDemoLeads(tx, now));
    expect(await db.asServer((tx) => seedDemoLeads(tx, now))).toBe(0);
    expect(await rowsOf(db, "select count(*)::int as n from leads")).toEqual([{ n: 12 }]);
  });
});
