import { describe, expect, test } from "vitest";

import { type LeadFilters, countActiveFilters, noFilters, readLeadFilters, writeLeadFilters } from "./lead-filters.ts";

const everything: LeadFilters = {
  search: 'dup, (a)&b=%_\\*"é+1',
  origin: "closing",
  status: "to_contact",
  isPaid: false,
  sort: { column: "last_name", direction: "asc" },
};

describe("Filters in the address", () => {
  test("come back as they were, hostile characters included", () => {
    const address = `?${writeLeadFilters(everything)}`;
    expect(readLeadFilters(new URLSearchParams(address))).toEqual(everything);
  });

  test("leave a plain address when nothing is filtered", () => {
    expect(writeLeadFilters(noFilters).toString()).toBe("");
    expect(readLeadFilters(new URLSearchParams(""))).toEqual(noFilters);
  });

  test.each([
    ["an unknown tunnel", "tunnel=autre"],
    ["an unknown status", "statut=CLIENT"],
    ["an unknown payment", "paiement=true"],
    ["a sort on no column", "tri=secret.desc"],
    ["a sort without direction", "tri=created_at"],
    ["a sort with more than a direction", "tri=created_at.upwards"],
    ["a search of spaces", "recherche=%20%20"],
  ])("ignore %s", (_, address) => {
    expect(readLeadFilters(new URLSearchParams(address))).toEqual(noFilters);
  });

  test("count what narrows the list, not its order", () => {
    expect(countActiveFilters(noFilters)).toBe(0);
    expect(countActiveFilters({ ...noFilters, sort: everything.sort })).toBe(0);
    expect(countActiveFilters(everything)).toBe(4);
    expect(countActiveFilters({ ...noFilters, isPaid: false })).toBe(1);
  });
});
