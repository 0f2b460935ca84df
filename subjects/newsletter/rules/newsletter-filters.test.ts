import { expect, test } from "vitest";

import { readNewsletterFilters, writeNewsletterFilters } from "./newsletter-filters.ts";

test.each(["", "etat=confirme", "etat=attente&recherche=%25+_", "etat=desinscrit"])(
  "The address « %s » is read and written alike",
  (address) => {
    expect(writeNewsletterFilters(readNewsletterFilters(new URLSearchParams(address))).toString()).toBe(address);
  },
);

test.each(["etat=confirmed", "etat=constructor", "recherche=+++", "autre=1"])("« %s » narrows nothing", (address) => {
  expect(readNewsletterFilters(new URLSearchParams(address))).toEqual({ state: undefined, search: "" });
});

test("A longer search than any name is cut", () => {
  const { search } = readNewsletterFilters(new URLSearchParams({ recherche: "a".repeat(5000) }));
  expect(search).toHaveLength(200);
});
