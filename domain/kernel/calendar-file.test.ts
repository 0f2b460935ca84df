import { expect, test } from "vitest";

import { calendarFile } from "./calendar-file.ts";
import { civilDate } from "#kit/civil-date.ts";

const maker = { name: "Ariane", host: "ariane.example", at: new Date("2025-10-15T08:00:00.250Z") };
const day = civilDate("2025-12-02");
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

test("A file is what RFC 5545 wants: its lines, their ends, ids and instants", () => {
  const hours = { from: "09:00", to: "17:30" };
  const file = calendarFile([{ id: "conference", day, hours, title: "Conférence", place: "Paris" }], maker);
  expect(file.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Ariane//FR",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:conference@ariane.example",
    "DTSTAMP:20251015T080000Z",
    "DTSTART:20251202T080000Z",
    "DTEND:20251202T163000Z",
    "SUMMARY:Conférence",
    "LOCATION:Paris",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test.each([
  ["2025-12-02", "20251202T080000Z"],
  ["2025-07-01", "20250701T070000Z"],
  // The clocks go forward, and back, in the night before.
  ["2025-03-30", "20250330T070000Z"],
  ["2025-10-26", "20251026T080000Z"],
])("Nine in Paris on %s is %s", (text, instant) => {
  const event = { id: "a", day: civilDate(text), hours: { from: "09:00", to: "10:00" }, title: "a" };
  expect(linesOf(calendarFile([event], maker))).toContain(`DTSTART:${instant}`);
});

test("A whole day ends with the next one, of another month or year too", () => {
  const lines = linesOf(calendarFile([{ id: "a", day: civilDate("2025-12-31"), title: "a" }], maker));
  expect(lines).toContain("DTSTART;VALUE=DATE:20251231");
  expect(lines).toContain("DTEND;VALUE=DATE:20260101");
});

test("What is written in a text stays in it: separators, line ends, controls, halves of pairs", () => {
  const title = "97 €; HT, « oui » \\ fin\r\nBEGIN:VEVENT\u2028x\u0000\u0007\ud800";
  const lines = linesOf(calendarFile([{ id: "a", day, title, url: "https://a.example/\r\nX:y" }], maker));
  expect(lines).toContain(String.raw`SUMMARY:97 €\; HT\, « oui » \\ fin\nBEGIN:VEVENT\nx`);
  expect(lines).toContain("URL:https://a.example/X:y");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
});

test("Lines are folded at 75 octets, between characters: accents, emoji and right-to-left come back whole", () => {
  const title = "é👩‍💻שלום".repeat(40);
  const file = calendarFile([{ id: "a", day, title }], maker);
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(linesOf(file)).toContain(`SUMMARY:${title}`);
  expect(file).not.toContain("\ufffd");
});
