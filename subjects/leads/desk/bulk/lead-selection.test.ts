import fc from "fast-check";
import { expect, test } from "vitest";

import { mostSelectedLeads } from "#subjects/leads/rules/selection.ts";

import {
  countSelected,
  extendTo,
  isSelected,
  nothingSelected,
  selectAll,
  selectedLeads,
  toggleLead,
  without,
} from "./lead-selection.ts";

const lead = (leadId: string) => ({ leadId, updatedAt: null });
const list = Array.from({ length: 20 }, (_, place) => lead(String(place)));
const place = fc.nat(list.length - 1);
const idsOf = (selection: typeof nothingSelected) => selectedLeads(selection).map(({ leadId }) => leadId);
const between = (from: number, to: number) =>
  list.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ leadId }) => leadId);
const before = fc
  .array(place)
  .map((places) => places.reduce((selection, at) => toggleLead(selection, list[at]!), nothingSelected));

test("A range is all from its beginning to its end, whichever comes first, beside what was chosen before", () => {
  fc.assert(
    fc.property(before, place, place, (selection, from, to) => {
      const begun = toggleLead(selection, list[from]!);
      const extended = extendTo(begun, list, list[to]!.leadId);
      expect(new Set(idsOf(extended))).toEqual(new Set([...idsOf(begun), ...between(from, to)]));
    }),
  );
});

test("A range drawn further or back again is as if it had been drawn there at once", () => {
  fc.assert(
    fc.property(before, place, fc.array(place), place, (selection, from, over, to) => {
      const begun = toggleLead(selection, list[from]!);
      const drawn = [...over, to].reduce((range, at) => extendTo(range, list, list[at]!.leadId), begun);
      expect(new Set(idsOf(drawn))).toEqual(new Set(idsOf(extendTo(begun, list, list[to]!.leadId))));
    }),
  );
});

test("What is chosen stays so when the list is another order, and no lead is chosen twice", () => {
  fc.assert(
    fc.property(before, place, place, fc.shuffledSubarray(list), (selection, from, to, other) => {
      const extended = extendTo(toggleLead(selection, list[from]!), list, list[to]!.leadId);
      const again = extendTo(extended, other, other[0]?.leadId ?? "");
      const base = idsOf(toggleLead(selection, list[from]!));
      expect(idsOf(again)).toEqual(expect.arrayContaining(base));
      expect(new Set(idsOf(again)).size).toBe(countSelected(again));
    }),
  );
});

test("Chosen twice is not chosen", () => {
  fc.assert(
    fc.property(before, place, (selection, at) => {
      const twice = toggleLead(toggleLead(selection, list[at]!), list[at]!);
      expect(new Set(idsOf(twice))).toEqual(new Set(idsOf(selection)));
    }),
  );
});

test("A range whose beginning left the list begins where it is drawn to, and takes nothing unseen", () => {
  const begun = toggleLead(nothingSelected, lead("gone"));
  expect(idsOf(extendTo(begun, list, "7"))).toEqual(["gone", "7"]);
  expect(idsOf(extendTo(extendTo(begun, list, "7"), list, "9"))).toEqual(["gone", "7", "8", "9"]);
  expect(extendTo(begun, list, "nowhere")).toBe(begun);
});

test("Those that are gone are chosen no more, and at most ten thousand are", () => {
  const all = selectAll(Array.from({ length: mostSelectedLeads + 1 }, (_, at) => lead(String(at))));
  expect(countSelected(all)).toBe(mostSelectedLeads);
  const rest = without(all, new Set(["3", "4"]));
  expect([isSelected(rest, "3"), isSelected(rest, "5"), countSelected(rest)]).toEqual([
    false,
    true,
    mostSelectedLeads - 2,
  ]);
});
