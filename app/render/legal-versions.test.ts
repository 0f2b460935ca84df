import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";

import type { SiteSettings } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { siteForTests } from "#tests/support/site.ts";

import { selfAssessment } from "#subjects/legal/rules/accessibility.ts";
import type { LegalPath } from "#subjects/legal/words/legal-text.ts";
import { legalTexts } from "#subjects/legal/words/legal-texts.ts";
import { isTermsVersion, legalVersions, termsVersionOn, versionInForce } from "#subjects/legal/words/legal-versions.ts";
import { legalVersionPath, termsVersionPath } from "#subjects/legal/words/version-address.ts";

/** What may be configured and what may be left out: each clause that depends on it is in one of them. */
const sites: SiteSettings[] = [
  siteForTests,
  {
    ...siteForTests,
    demo: { asOf: civilDate("2025-10-15") },
    hasGoogleSignIn: false,
    consent: { version: "text-1", trackers: {}, attribution: true },
    legal: {
      ...siteForTests.legal,
      dataProtectionOfficer: "dpo@zeta.example",
      mediator: { name: "Médiation Zeta", address: "3 rue Calme, 69002 Lyon", url: "https://mediation.example/" },
      accessibilityAudit: { on: civilDate("2025-05-05"), by: "Audit Zeta", ratePercent: 75 },
      processors: [{ role: "assistant", name: "Voix Zeta", country: "FR", transferGuarantee: "" }],
    },
  },
  { ...siteForTests, consent: { version: "text-1", trackers: {}, attribution: false } },
];

const paths = Object.keys(legalVersions) as LegalPath[];
const versions = paths.flatMap((path) => legalVersions[path].map((version) => ({ path, ...version })));

function hashOf(path: LegalPath, day: (typeof versions)[number]["day"]): string {
  const texts = sites.map((site) => legalTexts[path](site, day));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}

const advice = (path: LegalPath, day: string, hash: string) =>
  `The text of ${path} is not that of its version of ${day} any more. A version that a site has shown keeps its ` +
  "words: add a version with its day and what it changes to subjects/legal/words/legal-versions.ts, and word the " +
  "difference with `wordedFor`. Only of a version that no site has shown yet, the new hash is recorded instead: " +
  hash;

test.each(versions)("$path keeps the words of its version of $day", ({ path, day, sha256 }) => {
  const hash = hashOf(path, day);
  if (hash !== sha256) throw new Error(advice(path, day, hash));
  expect(hash).toBe(sha256);
});

describe.each(paths)("The versions of %s", (path) => {
  test("follow one another, and each says what it changes of the one before", () => {
    const days = legalVersions[path].map(({ day }) => day);
    expect(days).toEqual([...new Set(days)].sort());
    const [first, ...later] = legalVersions[path];
    expect(first.changes).toEqual([]);
    for (const { changes } of later) expect(changes.length).toBeGreaterThan(0);
  });

  test("differ: a version with a day of its own has words of its own", () => {
    const texts = legalVersions[path].map(({ day }) => JSON.stringify(legalTexts[path](siteForTests, day).sections));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test.each([
  ["2024-01-01", "2025-06-25"],
  ["2025-06-25", "2025-06-25"],
  ["2025-10-15", "2025-06-25"],
  ["2026-08-01", "2025-06-25"],
  ["2026-08-02", "2026-08-02"],
  ["2026-12-31", "2026-08-02"],
])("On %s the terms in force are those of %s", (today, day) => {
  expect(termsVersionOn(civilDate(today), {})).toBe(day);
});

test("A version is found by its day only, and has an address of its own", () => {
  expect(isTermsVersion("2025-06-25", {})).toBe(true);
  expect(isTermsVersion("2025-06-26", {})).toBe(false);
  expect(termsVersionPath("2025-06-25")).toBe("/conditions-generales-utilisation/2025-06-25");
  expect(termsVersionPath("../admin")).toBeUndefined();
  expect(
    legalVersionPath("/mentions-legales", versionInForce("/mentions-legales", civilDate("2025-10-15"), {}).day),
  ).toBe("/mentions-legales/2025-06-25");
});

test("What is said of accessibility is what was found last, whatever day the pages show", () => {
  const [first, assessed] = legalVersions["/accessibilite"];
  expect(assessed?.day).toBe(selfAssessment.on);
  expect(versionInForce("/accessibilite", first.day, {})).toBe(assessed);
});
