import { expect, test } from "vitest";

import { weekDays } from "#domain/site/site-config.ts";

import { sayHour, sayOpeningHours } from "./opening-hours.ts";

const said = (days: (typeof weekDays)[number][], opens = "09:00", closes = "18:30") =>
  sayOpeningHours([{ days, opens, closes }]).map((line) => line.replaceAll("\u00a0", " "));

test.each([
  [weekDays.slice(0, 5), "du lundi au vendredi, de 9 h à 18 h 30"],
  [["Tuesday" as const, "Monday" as const], "lundi et mardi, de 9 h à 18 h 30"],
  [["Saturday" as const], "samedi, de 9 h à 18 h 30"],
  [["Monday" as const, "Wednesday" as const, "Friday" as const], "lundi, mercredi et vendredi, de 9 h à 18 h 30"],
])("%j reads %s", (days, line) => expect(said(days)).toEqual([line]));

test("No day is no line, and an hour has no zero", () => {
  expect(said([])).toEqual([]);
  expect(sayHour("08:05")).toBe("8\u00a0h\u00a005");
});
