import { expect, test } from "vitest";

import { adminLeads } from "#subjects/leads/words/admin-leads.ts";

import { leadColumns, readShownColumns } from "./lead-columns.ts";

test("Columns are shown from left to right, however they were stored, and what is unknown is ignored", () => {
  expect(readShownColumns("owner  company_name <b>x</b> constructor last_name owner")).toEqual([
    "last_name",
    "company_name",
    "owner",
  ]);
});

test("The name of a lead is always shown, whatever was stored", () => {
  for (const stored of ["", "nothing", "__proto__", "x".repeat(100_000)]) {
    expect(readShownColumns(stored)).toEqual(["last_name"]);
  }
});

test("Without a choice the usual ones are shown, each under its head", () => {
  const usual = readShownColumns(null);
  expect(usual.length).toBeGreaterThan(4);
  expect(usual.every((column) => leadColumns.includes(column) && adminLeads.columns.heads[column] !== "")).toBe(true);
});
