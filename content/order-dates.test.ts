import { expect, test } from "vitest";

import { calendarFile } from "#domain/kernel/calendar-file.ts";
import { civilDate } from "#domain/kernel/civil-date.ts";
import { milestonesOf } from "#domain/offers/milestones.ts";
import { scheduleOf } from "#domain/offers/schedule.ts";

import { conferenceEvent, venueOf } from "./conferences.ts";
import { calendarEventsOf } from "./order-dates.ts";

const site = { brand: "Zeta; Cie", origin: "https://zeta.example" };

test("The calendar of an order holds what is to come, with its amount", () => {
  const day = civilDate("2025-10-15");
  const promotion = { from: day, to: day };
  const purchase = { offer: "secretariat", volume: 50 } as const;
  const milestones = milestonesOf({ purchase, day }, scheduleOf(purchase, { day, promotion })!.lines);
  const events = calendarEventsOf(milestones, { ...site, say: (cents) => `${cents / 100} €` });
  expect(events.map((event) => [event.day, event.title.slice(0, 60)])).toEqual([
    ["2025-10-18", "Zeta; Cie\u00a0: Votre compte est configuré, au plus tard"],
    ["2025-11-15", expect.stringContaining("97 € HT (116.4 € TTC)".slice(0, 4))],
    ["2025-12-15", expect.any(String)],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

test("The conference is held at its address from nine to half past five in Paris; without one, in its town", () => {
  const conference = { registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02") };
  expect(venueOf(conference)).toBe("Paris");
  const event = conferenceEvent({ ...conference, venue: ["Salle, A", "75010 Paris"] }, site);
  const file = calendarFile([event], { name: "Zeta", host: "zeta.example", at: new Date(0) }).replaceAll("\r\n ", "");
  expect(file).toContain("DTSTART:20251202T080000Z\r\nDTEND:20251202T163000Z");
  expect(file).toContain(String.raw`LOCATION:Salle\, A\, 75010 Paris`);
});
