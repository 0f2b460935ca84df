import { describe, expect, test } from "vitest";

import { readSiteDocument, type SiteDocument } from "#domain/site/site-config.ts";
import { siteFieldWords, siteParts } from "#subjects/site-settings/words/site-fields.ts";
import { siteChoices, siteEntries, siteGroups, siteSections } from "#subjects/site-settings/words/site-sections.ts";
import { civilDate } from "#kit/civil-date.ts";
import { leastConfig } from "#tests/support/company-config.ts";

import { changesBetween, withChanges } from "./document-changes.ts";
import { blankOf, documentForm, type FormPart, formAt, readNumber, setBetween, writeNumber } from "./document-form.ts";
import { shownChanges } from "./shown-changes.ts";

type Found = { place: string; part: FormPart };

/** Every part below one, with its place in words. */
function partsOf(part: FormPart, place: string): Found[] {
  const own = { place, part };
  if (part.kind === "group") {
    const each = Object.entries(part.parts);
    return [own, ...each.flatMap(([name, inner]) => partsOf(inner, place === "" ? name : `${place}.${name}`))];
  }
  return part.kind === "field" ? [own] : [own, ...partsOf(part.each, place)];
}

/** Parts that have a form of their own. */
const isApart = (place: string) => ["media", "articles"].some((own) => place === own || place.startsWith(`${own}.`));
const all = partsOf(documentForm, "").filter(({ place }) => !isApart(place));

const document: SiteDocument = {
  ...leastConfig,
  contact: { ...leastConfig.contact, social: [{ name: "Réseau", url: "https://reseau.example/" }] },
  claims: {},
  offers: {
    promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    conferences: [{ registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02"), seats: 60 }],
  },
};

describe("The form of the document", () => {
  test("has each kind of value, and says what may be left out", () => {
    expect(formAt("offers.promotion")).toMatchObject({ kind: "group", isOptional: true });
    expect(formAt("offers.promotion.from")).toEqual({ kind: "field", isOptional: false, facts: { kind: "day" } });
    expect(formAt("offers.conferences.venue")).toMatchObject({ kind: "list", isOptional: true, most: 8 });
    expect(formAt("offers.conferences.terms")).toMatchObject({ isOptional: true, facts: { kind: "area", max: 1000 } });
    expect(formAt("offers.conferences.programme.at")).toMatchObject({ facts: { kind: "hour" } });
    expect(formAt("offers.conference")).toBeUndefined();
    expect(formAt("claims.testimonials.picture")).toMatchObject({ facts: { kind: "picture" } });
    expect(formAt("claims.testimonials.pages")).toMatchObject({ kind: "list", each: { facts: { kind: "choice" } } });
    expect(formAt("paymentLinks.asks")).toMatchObject({ isOptional: true, facts: { kind: "euros", min: 0 } });
    expect(formAt("paymentLinks.url")).toMatchObject({ facts: { kind: "address" } });
    expect(formAt("attribution")).toMatchObject({ isOptional: true, facts: { kind: "flag" } });
    expect(formAt("authors")).toMatchObject({ kind: "record", each: { kind: "group" } });
    expect(formAt("legal.capitalEuros")).toMatchObject({ facts: { kind: "number", max: 1e12 } });
    expect([formAt("offers.nothing"), formAt("nothing"), formAt("contact.phone.more")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("shows every part of the document once, each value with its words", () => {
    const shown = Object.values(siteSections).flatMap(({ places }) => places);
    const [leaves, unseen] = [all.filter(({ part }) => part.kind === "field"), (place: string) => !shownBy(place)];
    function shownBy(place: string) {
      return shown.filter((each) => place === each || place.startsWith(`${each}.`)).length === 1;
    }
    expect(leaves.length).toBeGreaterThan(80);
    expect(leaves.map(({ place }) => place).filter(unseen)).toEqual([]);
    expect(shown.filter((place) => !formAt(place))).toEqual([]);

    const words = (place: string) => siteFieldWords[place]?.label ?? siteGroups[place];
    expect(leaves.map(({ place }) => place).filter((place) => words(place) === undefined)).toEqual([]);
    const lists = all.filter(
      ({ part }) => (part.kind === "list" || part.kind === "record") && part.each.kind === "group",
    );
    expect(lists.map(({ place }) => place).filter((place) => !siteEntries[place] || !siteParts[place])).toEqual([]);
    const unnamed = all.filter(
      ({ part, place }) => part.kind === "group" && shownBy(place) && !siteParts[place] && !siteGroups[place],
    );
    expect(unnamed.map(({ place }) => place).filter((place) => !siteEntries[place])).toEqual([]);
  });

  test("has French words for every choice, and for none that there is not", () => {
    const choices = new Map<string, readonly string[]>();
    for (const { place, part } of all) {
      if (part.kind === "field" && part.facts.kind === "choice") choices.set(place, part.facts.choices);
    }
    expect([...choices.keys()].sort()).toEqual(Object.keys(siteChoices).sort());
    for (const [place, names] of choices) {
      expect([place, Object.keys(siteChoices[place] ?? {}).sort()]).toEqual([place, [...names].sort()]);
    }
  });

  test("begins an entry empty, so that what has to be filled in is refused at its place", () => {
    const part = formAt("claims.testimonials");
    if (part?.kind !== "list") throw new Error("Testimonials are a list.");
    expect(blankOf(part.each)).toEqual({ name: "", role: "", text: "", source: "", date: "", consent: "" });
    const link = formAt("paymentLinks");
    if (link?.kind !== "list") throw new Error("Payment links are a list.");
    const read = readSiteDocument({ ...document, paymentLinks: [blankOf(link.each)] });
    expect(read.ok ? [] : read.problem.map(({ path }) => path)).toContain("paymentLinks.0.url");
  });
});

describe("What is asked for", () => {
  const edit = (changes: Record<string, unknown>) => withChanges(document, changes);

  test.each<[string, Record<string, unknown>]>([
    ["a value", { "contact.phone": "01 99 00 11 22" }],
    ["a day", { "offers.promotion.to": "2025-11-30" }],
    ["an optional part that goes", { "offers.conferences": null }],
    ["an optional part that comes", { "claims.madeInFrance": { source: "a", date: "b" } }],
    ["a list as a whole", { "contact.social": [{ name: "a", url: "" }] }],
    ["an optional part that goes as well", { "offers.promotion": null }],
    ["several", { customerPortal: "https://a.example/", "legal.siren": "1" }],
    ["nothing", {}],
  ])("is %s", (_, changes) => {
    const after = edit(changes);
    expect(setBetween(document, after)).toEqual(changes);
    expect(withChanges(document, setBetween(document, after))).toEqual(after);
  });

  test("of lists, what a person reads is the entry that changed, or the list where one came, went or moved", () => {
    const [one, two] = [
      { name: "a", url: "https://a.example" },
      { name: "b", url: "https://b.example" },
    ];
    const between = (before: unknown[], after: unknown[]) =>
      shownChanges({ social: before }, { social: after }).map(({ path }) => path);
    expect(between([one, two], [one, { ...two, name: "c" }])).toEqual(["social.1.name"]);
    expect(between([one, two], [two, one])).toEqual(["social"]);
    expect(between([one], [one, two])).toEqual(["social"]);
    expect(shownChanges(document, document)).toEqual(changesBetween(document, document));
  });
});

describe("A number", () => {
  test.each([
    ["119,40", true, 11_940],
    ["119.4 €", true, 11_940],
    ["0,29", true, 29],
    ["1 000", false, 1000],
    ["12,5", false, 12.5],
    ["", true, undefined],
    ["1,234", true, "1,234"],
    ["-3", false, "-3"],
    ["1e9", false, "1e9"],
    ["beaucoup", false, "beaucoup"],
  ])("typed « %s » (euros: %s) is %s", (text, isEuros, value) => {
    expect(readNumber(text, isEuros)).toBe(value);
  });

  test("is written as it is typed", () => {
    expect([writeNumber(11_940, true), writeNumber(1000, true), writeNumber(12.5, false)]).toEqual([
      "119,40",
      "10",
      "12,5",
    ]);
    expect([writeNumber(undefined, true), writeNumber("1,", true)]).toEqual(["", "1,"]);
  });
});
