import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { expect, test } from "vitest";

import { calendarFile } from "#domain/kernel/calendar-file.ts";
import { civilDate } from "#kit/civil-date.ts";
import { milestonesOf } from "#subjects/offers/rules/milestones.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import { conferenceEvent, venueOf } from "#subjects/conferences/words/conferences.ts";
import { calendarEventsOf } from "./order-dates.ts";

const site = { brand: "Zeta; Cie", origin: "https://zeta.example" };

const day = civilDate("2025-10-15");

function eventsOf(purchase: Purchase) {
  const ordered = { purchase, day };
  const terms = { day, promotion: { from: day, to: day }, prices: firstPrices };
  const milestones = milestonesOf(ordered, scheduleOf(purchase, terms)!.lines);
  return calendarEventsOf(milestones, { ...site, ordered, say: (cents) => `${cents / 100} €` });
}

test("The calendar of an order holds what is to come, of which offer, with its amount", () => {
  const title = "Zeta; Cie – Secrétariat téléphonique – ";
  expect(eventsOf({ offer: "secretariat", volume: 50 }).map((event) => [event.day, event.title])).toEqual([
    ["2025-10-18", `${title}Votre compte est prêt, au plus tard`],
    ["2025-11-15", `${title}Deuxième mois, quel que soit le volume\u00a0: 97 €\u00a0HT (116.4 €\u00a0TTC)`],
    ["2025-12-15", expect.stringContaining(title)],
  ]);
});

test("The entries of an order replace those of no other", () => {
  const orders: Purchase[] = [
    { offer: "secretariat", volume: 50 },
    { offer: "secretariat", volume: 100 },
    { offer: "suiviclient", volume: 50 },
    { offer: "suiviclient", volume: 50, isTraining: true },
    { offer: "marketing", volume: 10_000 },
  ];
  const ids = orders.flatMap((order) => eventsOf(order).map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(eventsOf(orders[0]!).map(({ id }) => id)).toEqual(ids.slice(0, 3));
});

test("The conference is held at its address from nine to half past five in Paris; without one, in its town", () => {
  const conference = { registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02") };
  expect(venueOf(conference)).toBe("Paris");
  const event = conferenceEvent({ ...conference, venue: ["Salle, A", "75010 Paris"] }, site);
  const file = calendarFile([event], { name: "Zeta", host: "zeta.example", at: new Date(0) }).replaceAll("\r\n ", "");
  expect(file).toContain("DTSTART:20251202T080000Z\r\nDTEND:20251202T163000Z");
  expect(file).toContain(String.raw`LOCATION:Salle\, A\, 75010 Paris`);
});
