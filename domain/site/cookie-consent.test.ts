import { describe, expect, test } from "vitest";

import { askedPurposes, consentCommand, consentPurposes, readStoredConsent } from "./cookie-consent.ts";

const givenAt = new Date("2026-01-10T12:00:00Z");
const version = "text-1";
const accepted = { id: "a-b", version, date: givenAt.toISOString(), analytics: true, marketing: true };
const rejected = { ...accepted, analytics: false, marketing: false };

function read(answer: string | null, choices: object | string | null, now = givenAt) {
  const text = typeof choices === "object" && choices !== null ? JSON.stringify(choices) : choices;
  return readStoredConsent({ answer, choices: text }, { version, asked: consentPurposes, now });
}

describe("Where one purpose is asked for", () => {
  const toOne = { version, asked: ["analytics"] as const, now: givenAt };
  const readOne = (answer: string, choices: object | null) =>
    readStoredConsent({ answer, choices: choices && JSON.stringify(choices) }, toOne);

  test("its answer is the whole answer, and nothing is given for the other", () => {
    expect(readOne("accepted", { ...accepted, marketing: false })).toMatchObject({ analytics: true, marketing: false });
    expect(readOne("rejected", rejected)).toMatchObject({ analytics: false, marketing: false });
    expect(readOne("accepted", rejected)).toBeUndefined();
    expect(readOne("accepted", null)).toMatchObject({ analytics: true, marketing: false });
  });

  test("partners are asked for, and our own measure; nothing else is", () => {
    expect(askedPurposes({ trackers: {}, attribution: false })).toEqual([]);
    expect(askedPurposes({ trackers: {}, attribution: true })).toEqual(["analytics"]);
    expect(askedPurposes({ trackers: { marketing: {} }, attribution: false })).toEqual(["marketing"]);
    expect(askedPurposes({ trackers: { marketing: {} }, attribution: true })).toEqual(["marketing", "analytics"]);
  });
});

const daysLater = (days: number) => new Date(givenAt.getTime() + days * 86_400_000);

test("A choice is read back as it was given", () => {
  expect(read("accepted", accepted)).toEqual(accepted);
  expect(read("rejected", rejected)).toEqual(rejected);
  expect(read("rejected", { ...accepted, marketing: false })).toMatchObject({ analytics: true, marketing: false });
});

test.each(["accepted", "rejected"])("Alone, %s is a full answer given today", (answer) => {
  const isGranted = answer === "accepted";
  const today = { id: undefined, version, date: givenAt.toISOString(), analytics: isGranted, marketing: isGranted };
  expect(read(answer, null)).toEqual(today);
});

test.each([
  [0, true],
  [181, true],
  [182, false],
  [183, false],
  [4000, false],
])("After %i days, whether both answers still hold is %s", (days, holds) => {
  expect(read("accepted", accepted, daysLater(days)) !== undefined).toBe(holds);
  expect(read("rejected", rejected, daysLater(days)) !== undefined).toBe(holds);
});

test("A date to come is no answer, beyond what clocks differ by", () => {
  expect(read("accepted", accepted, daysLater(-0.5))).toBeDefined();
  expect(read("accepted", accepted, daysLater(-2))).toBeUndefined();
});

test("Another version of the text is asked again", () => {
  expect(read("accepted", { ...accepted, version: "text-0" })).toBeUndefined();
});

test.each([
  [null, accepted],
  ["", accepted],
  ["oui", accepted],
  ["true", null],
  ["ACCEPTED", null],
  ["accepted", "{"],
  ["accepted", "null"],
  ["accepted", "[]"],
  ["accepted", ""],
  ["accepted", { ...accepted, date: "hier" }],
  ["accepted", { ...accepted, marketing: "true" }],
  ["accepted", { version, date: accepted.date }],
  ["accepted", rejected],
  ["rejected", accepted],
])("%j with %j is no answer", (answer, choices) => {
  expect(read(answer, choices)).toBeUndefined();
});

test("Analytics commands its signal, marketing the three others", () => {
  expect(consentCommand("default", { analytics: false, marketing: false })).toEqual([
    "consent",
    "default",
    { analytics_storage: "denied", ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" },
  ]);
  expect(consentCommand("update", { analytics: true, marketing: false })[2]).toEqual({
    analytics_storage: "granted",
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
  });
  expect(Object.values(consentCommand("update", { analytics: false, marketing: true })[2])).toEqual([
    "denied",
    "granted",
    "granted",
    "granted",
  ]);
});
