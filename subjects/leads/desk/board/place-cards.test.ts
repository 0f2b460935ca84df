import { describe, expect, test } from "vitest";

import { leadStatuses, type LeadStatus } from "#domain/kernel/lead.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";

import { placeCards } from "./place-cards.ts";

function card(id: string, status: LeadStatus): LeadRow {
  return readLeadRow({ lead_id: id, lead_status: status })!;
}

function place(read: Partial<Record<LeadStatus, LeadRow[]>>, moves: Record<string, LeadStatus> = {}) {
  const columns = leadStatuses.map((status) => ({ status, rows: read[status] ?? [] }));
  const placed = placeCards(columns, new Map(Object.entries(moves)));
  return Object.fromEntries(
    leadStatuses.map((status, index) => [
      status,
      [placed[index]?.cards.map(({ leadId }) => leadId), placed[index]?.change],
    ]),
  );
}

describe("A card", () => {
  const read = {
    to_contact: [card("anne", "to_contact"), card("bob", "to_contact")],
    client: [card("chloe", "client")],
  };

  test("stands where its lead is, in the order of the list", () => {
    expect(place(read)).toMatchObject({ to_contact: [["anne", "bob"], 0], client: [["chloe"], 0], inactive: [[], 0] });
  });

  test("goes to the top of where it is on its way to, and the counts go with it", () => {
    expect(place(read, { bob: "client" })).toMatchObject({ to_contact: [["anne"], -1], client: [["bob", "chloe"], 1] });
  });

  test("is back where it was once its way is given up", () => {
    expect(place(read, {})).toEqual(place(read));
  });

  test("that a colleague moved stands in its new column, though it was read for the old one", () => {
    const moved = { ...read, to_contact: [card("anne", "client"), card("bob", "to_contact")] };
    expect(place(moved)).toMatchObject({ to_contact: [["bob"], -1], client: [["anne", "chloe"], 1] });
  });

  test("is there once, when two columns or two pages were read at different moments", () => {
    const twice = {
      to_contact: [card("anne", "client"), card("bob", "to_contact"), card("bob", "to_contact")],
      client: [card("anne", "client"), card("chloe", "client")],
    };
    expect(place(twice)).toMatchObject({ to_contact: [["bob"], -1], client: [["anne", "chloe"], 0] });
  });
});
