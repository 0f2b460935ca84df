import { expect, test } from "vitest";

import type { Role } from "#domain/kernel/roles.ts";

import { findCommands } from "./palette-commands.ts";

const around = {
  role: "manager" as Role,
  hasFile: true,
  views: [{ id: "v", name: "À relancer" }],
  colleagues: [{ user_id: "o", name: "Zoé Ravel", email: "z@exemple.example" }],
};
const labelsOf = (typed: string, there = around) =>
  findCommands(typed, there).flatMap(({ items }) => items.map(({ label }) => label));

test.for([
  ["equipe", "Équipe"],
  ["ÉQUIPE", "Équipe"],
  ["lead nouv", "Nouveau lead"],
  ["csv", "Exporter (CSV)"],
  ["contacte", "Leads «\u00a0Contacté\u00a0»"],
  ["relancer", "À relancer"],
  ["zoe", "Leads de Zoé Ravel"],
  ["statut", "Changer le statut"],
])("« %s » finds « %s »", ([typed, label]) => {
  expect(labelsOf(typed!)).toContain(label);
});

test("What is done with a file is offered where one is open", () => {
  expect(labelsOf("note")).toEqual(["Ajouter une note"]);
  expect(labelsOf("note", { ...around, hasFile: false })).toEqual([]);
});

test("Nothing typed shows everything; hostile signs are words like others", () => {
  expect(labelsOf("").length).toBeGreaterThan(10);
  for (const typed of ["\\", "[a-z]+", ".*", "<b>"]) expect(labelsOf(typed)).toEqual([]);
});

test.each([
  ["reader", ["Leads", "Paiements"], ["Équipe", "Livraisons", "Nouveau lead", "Exporter (CSV)", "Changer le statut"]],
  ["seller", ["Leads", "Nouveau lead"], ["Équipe", "Registre", "Exporter (CSV)"]],
] as const)("A %s finds what they may, and nothing else", (role, found, missing) => {
  const labels = labelsOf("", { ...around, role });
  expect(labels).toEqual(expect.arrayContaining([...found]));
  for (const label of missing) expect(labels).not.toContain(label);
});
