import { describe, expect, test } from "vitest";

import { type Chain, findLate, type Migration, planSchemaAt, planSteps, type Step } from "./migration-files.ts";

function migration(version: string, name: string): Migration {
  return {
    version,
    name,
    file: `${version}_${name}.sql`,
    text: name,
    isBaseline: name === "baseline",
    isEarlier: version < "05",
  };
}

/** Two files led to the first baseline, one more to the second; two came since. */
const chain: Chain = {
  migrations: [
    migration("01", "leads"),
    migration("02", "orders"),
    migration("03", "baseline"),
    migration("04", "payments"),
    migration("05", "baseline"),
    migration("06", "invoices"),
    migration("07", "refunds"),
  ],
};
const auth: Chain = { migrations: [migration("01", "users"), migration("02", "baseline")], mark: "auth.users" };

const set = (...versions: string[]) => new Set(versions);
const show = (steps: Step[]) => steps.map(({ migration: { version }, isRun }) => (isRun ? version : `(${version})`));

describe("What brings a schema up to the files", () => {
  test("begins with the newest baseline where there is none yet", () => {
    expect(show(planSteps(chain, set(), true))).toEqual(["05", "06", "07"]);
  });

  test("is what an older one lacks; a baseline is then recorded, since the same was made", () => {
    expect(show(planSteps(chain, set("01"), false))).toEqual(["02", "(03)", "04", "(05)", "06", "07"]);
    expect(show(planSteps(chain, set("01", "02"), false))).toEqual(["(03)", "04", "(05)", "06", "07"]);
  });

  test("begins behind the baseline that a database was made from", () => {
    expect(show(planSteps(chain, set("03"), false))).toEqual(["04", "(05)", "06", "07"]);
    expect(show(planSteps(chain, set("05"), false))).toEqual(["06", "07"]);
    expect(planSteps(chain, set("05", "06", "07"), false)).toEqual([]);
  });

  test("runs all that came before, where what was made was not recorded", () => {
    expect(show(planSteps(auth, set(), false))).toEqual(["01", "(02)"]);
  });

  test("refuses a file that is older than an applied one, and leaves a baseline of before alone", () => {
    expect(() => planSteps(chain, set("05", "07"), false)).toThrow(/^06_invoices\.sql: .* rename it/);
    expect(findLate(chain, set("01", "02", "04", "06"))).toEqual([]);
    expect(findLate(chain, set("05", "99"))).toEqual([]);
  });

  test("takes a file of before the baseline when it is missing, however new the others are", () => {
    expect(show(planSteps(chain, set("02", "04"), false))).toEqual(["01", "(03)", "(05)", "06", "07"]);
  });
});

describe("The schema as it was", () => {
  test("is made from the newest baseline that it had, and from what came after", () => {
    expect(show(planSchemaAt(chain, set("01", "02")))).toEqual(["01", "02"]);
    expect(show(planSchemaAt(chain, set("01", "02", "03", "04")))).toEqual(["(01)", "(02)", "03", "04"]);
    expect(show(planSchemaAt(chain, set("05", "06")))).toEqual(["05", "06"]);
  });

  test("is the oldest recorded one, where nothing was recorded", () => {
    expect(show(planSchemaAt(auth, set("77")))).toEqual(["02"]);
    expect(show(planSchemaAt(chain, set()))).toEqual([]);
  });
});
