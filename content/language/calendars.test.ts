import { expect, test } from "vitest";

import type { Calendars } from "#domain/site/site-config.ts";

import { nameCalendars, sayWhoConnects } from "./calendars.ts";

const connected = (...by: ("us" | "you")[]): Calendars =>
  by.map((connectedBy, index) => ({ name: ["Google Agenda", "Outlook", "iCloud"][index] ?? "", connectedBy }));

test.each([
  [connected("us", "us"), "Google Agenda ou Outlook", "Notre équipe le connecte avec vous, à la mise en service."],
  [connected("you"), "Google Agenda", "Vous le connectez vous-même, avec nos indications."],
  [
    connected("us", "you", "you"),
    "Google Agenda, Outlook ou iCloud",
    "Notre équipe connecte Google Agenda avec vous, à la mise en service ; " +
      "vous connectez vous-même Outlook et iCloud, avec nos indications.",
  ],
])("Calendars are named, with who connects which (%#)", (calendars, names, connecting) => {
  expect(nameCalendars(calendars)).toBe(names);
  expect(sayWhoConnects(calendars).replaceAll("\u202f", " ").replaceAll("\u00a0", " ")).toBe(connecting);
});
