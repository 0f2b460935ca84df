import { expect, test } from "vitest";

import { findCommands } from "./palette-commands.ts";

const labelsOf = (typed: string) => findCommands(typed).flatMap(({ items }) => items.map(({ label }) => label));

test.for([
  ["equipe", "Équipe"],
  ["ÉQUIPE", "Équipe"],
  ["lead nouv", "Nouveau lead"],
  ["csv", "Exporter (CSV)"],
  ["contacte", "Leads «\u00a0Contacté\u00a0»"],
])("« %s » finds « %s »", ([typed, label]) => {
  expect(labelsOf(typed!)).toContain(label);
});

test("Nothing typed shows everything; hostile signs are words like others", () => {
  expect(labelsOf("").length).toBeGreaterThan(10);
  for (const typed of ["\\", "[a-z]+", ".*", "<b>"]) expect(labelsOf(typed)).toEqual([]);
});
