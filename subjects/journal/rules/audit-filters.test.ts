import { expect, test } from "vitest";

import { readAuditFilters, writeAuditFilters } from "./audit-filters.ts";

const id = "7d444840-9dc0-11d1-b245-5ffdce74fad2";

test.each([
  "",
  `personne=${id}&action=lead.opened&fiche=${id}&du=2026-11-01&au=2026-11-30`,
  "personne=serveur&action=retention.ran",
])("The address « %s » is read and written alike", (address) => {
  expect(writeAuditFilters(readAuditFilters(new URLSearchParams(address))).toString()).toBe(address);
});

test.each([
  "personne=moi",
  "personne=server",
  "personne=' or 1=1",
  "action=lead.vanished",
  "action=constructor",
  "fiche=ligne-3",
  "du=2026-02-30",
  "au=hier",
  "du=2026-11-01T00:00",
  "personne=%00",
])("« %s » narrows nothing", (address) => {
  expect(writeAuditFilters(readAuditFilters(new URLSearchParams(address))).size).toBe(0);
});
