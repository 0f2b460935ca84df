import { expect, test } from "vitest";

import { readConferenceFilters, writeConferenceFilters } from "./conference-filters.ts";

test.each(["", "edition=2025-12-02", "edition=sans-date&etat=inscrit", "etat=attente&recherche=%25+_"])(
  "The address « %s » is read and written alike",
  (address) => {
    expect(writeConferenceFilters(readConferenceFilters(new URLSearchParams(address))).toString()).toBe(address);
  },
);

test.each(["edition=demain", "edition=2025-02-30", "etat=waitlist", "etat=constructor", "recherche=+++", "autre=1"])(
  "« %s » narrows nothing",
  (address) => {
    expect(readConferenceFilters(new URLSearchParams(address))).toEqual({
      heldOn: undefined,
      isWaiting: undefined,
      search: "",
    });
  },
);

test("A longer search than any name is cut", () => {
  const { search } = readConferenceFilters(new URLSearchParams({ recherche: "a".repeat(5000) }));
  expect(search).toHaveLength(200);
});
