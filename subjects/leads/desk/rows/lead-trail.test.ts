import { expect, test } from "vitest";

import { type LeadPage, type PagePlace, pageSize } from "#subjects/leads/calls/leads.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";

import { followPage, rowsToDraw, trailStart, trailThrough } from "./lead-trail.ts";

const place = (id: string): PagePlace => ({ rank: "", key: id, id });
const row = readLeadRow({})!;

function page(next: PagePlace | null, rowCount = pageSize): LeadPage {
  return { rows: Array.from({ length: rowCount }, () => row), next, total: null };
}

const two = followPage(followPage(trailStart, 0, page(place("a"))), 1, page(place("b")));

test("Each page says where the next one begins; rows on their way are drawn under those that are known", () => {
  expect(two.starts.map((start) => start.place)).toEqual([null, place("a"), place("b")]);
  expect(rowsToDraw(trailStart)).toBeLessThan(pageSize);
  expect(rowsToDraw(two)).toBeGreaterThan(2 * pageSize);
  expect(rowsToDraw(two)).toBeLessThan(3 * pageSize);
});

test("The last page says how many rows there are, also once it is out of view", () => {
  const whole = followPage(two, 2, page(null, 7));
  expect(rowsToDraw(whole)).toBe(2 * pageSize + 7);
  expect(rowsToDraw(followPage(whole, 0, page(place("a"))))).toBe(2 * pageSize + 7);
});

test("A page that says nothing new leaves the trail as it is", () => {
  expect(followPage(two, 0, page({ ...place("a") }))).toBe(two);
  const whole = followPage(two, 2, page(null, 7));
  expect(followPage(whole, 2, page(null, 7))).toBe(whole);
});

test("A page whose end moved moves the next one, which is shown as it was until then", () => {
  const moved = followPage(two, 0, page(place("z")));
  expect(moved.starts).toEqual([{ place: null }, { place: place("z"), before: place("a") }, two.starts[2]]);
});

test("A list that became shorter ends where it ends now, and one that grew goes on", () => {
  const shorter = followPage(two, 0, page(null, 3));
  expect([shorter.starts.length, rowsToDraw(shorter)]).toEqual([1, 3]);
  const longer = followPage(shorter, 0, page(place("a")));
  expect(longer.rowCount).toBeUndefined();
  expect(rowsToDraw(longer)).toBeGreaterThan(pageSize);
});

test("Pages at hand give the trail back", () => {
  const pages = new Map([
    [null, page(place("a"))],
    ["a", page(place("b"))],
  ]);
  const trail = trailThrough((after) => pages.get(after === null ? null : String(after["id"])));
  expect(trail.starts.map((start) => start.place)).toEqual([null, place("a"), place("b")]);
});
