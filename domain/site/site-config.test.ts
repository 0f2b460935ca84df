import { civilDate } from "#kit/civil-date.ts";
import { describe, expect, test } from "vitest";

import { leastConfig, wholeConfig } from "#tests/support/company-config.ts";

import siteConfig from "../../site.config.ts";
import { readSiteDocument, type SiteMistake } from "./site-config.ts";

test.each([
  ["of the demonstration", siteConfig],
  ["of a company that states what is required", leastConfig],
  ["of one that states everything", wholeConfig],
])("The configuration %s is read as it was written, also from JSON", (_, config) => {
  expect(readSiteDocument(config)).toEqual({ ok: true, value: config });
  expect(readSiteDocument(JSON.parse(JSON.stringify(config)))).toEqual({ ok: true, value: config });
});

test("Without dated offers there are none", () => {
  const { offers: _, ...others } = leastConfig;
  expect(readSiteDocument(others)).toMatchObject({ ok: true, value: { offers: {} } });
});

test("One edition of a file of before is read as a list of one, and those of the list stand beside it", () => {
  const [edition] = siteConfig.offers.conferences;
  const next = { registrationUntil: civilDate("2026-04-01"), heldOn: civilDate("2026-04-02") };
  const read = (offers: object) => {
    const document = readSiteDocument({ ...leastConfig, offers });
    return document.ok ? document.value.offers : document.problem;
  };
  expect(read({ conference: edition })).toEqual({ conferences: [edition] });
  expect(read({ conference: edition, conferences: [next] })).toEqual({ conferences: [edition, next] });
  expect(read({ conference: next, conferences: [{ ...next, seats: 5 }] })).toEqual({
    conferences: [{ ...next, seats: 5 }],
  });
  expect(read({ conference: { heldOn: "2026-04-02" } })).toMatchObject([
    { path: "offers.conference.registrationUntil" },
  ]);
});

/** What is wrong once one value of the whole configuration is another. */
function mistakesWith(path: string, value: unknown): SiteMistake[] {
  const changed = structuredClone<object>({
    ...wholeConfig,
    paymentLinks: [{ sells: "closing", url: "https://a.fr" }],
  });
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce<any>((each, key) => each[key], changed);
  Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  const read = readSiteDocument(changed);
  return read.ok ? [] : read.problem;
}

const firstEdition = wholeConfig.offers.conferences[0];

describe("What cannot stand", () => {
  test.each<[string, unknown, SiteMistake["code"], number?]>([
    ["contact.phone", undefined, "missing"],
    ["contact.phone", 12, "type"],
    ["contact.email", "a".repeat(301), "long", 300],
    ["contact.bookingUrl", "http://rendez-vous.fr", "address"],
    ["contact.bookingUrl", "javascript:alert(1)", "address"],
    ["contact.bookingUrl", "https://moi:mot@rendez-vous.fr", "address"],
    ["contact.bookingUrl", "https://rendez-vous.fr/ a", "address"],
    ["contact.social", Array.from({ length: 51 }, () => ({ name: "a", url: "https://a.fr" })), "many", 50],
    ["contact.social.0.url", `https://a.fr/${"a".repeat(2000)}`, "long", 2000],
    ["claims.testimonials.0.text", "<script>alert(1)</script>", "markup"],
    ["claims.testimonials.0.text", "a\u0000", "markup"],
    ["claims.testimonials.0.text", "\uD800", "markup"],
    ["claims.testimonials.0.name", "a\nb", "markup"],
    ["claims.testimonials.0.caseUrl", "//ailleurs.fr", "address"],
    ["claims.testimonials.0.pages", ["accueil"], "choice"],
    ["claims.companies.figure", 1.5, "type"],
    ["claims.companies.figure", -1, "small", 0],
    ["offers.promotion.from", "2026-02-30", "day"],
    ["offers.promotion.from", undefined, "missing"],
    ["offers.promotion", [], "type"],
    ["offers.conferences.0.seats", 0, "small", 1],
    ["offers.conferences.0.programme.0.at", "9h30", "hour"],
    ["offers.conferences.0.programme.0.at", "24:00", "hour"],
    ["offers.conferences.0.price", 0, "small", 1],
    ["offers.conferences.0.paymentLink", "http://a.fr", "address"],
    ["offers.conferences.1", { ...firstEdition }, "twice"],
    ["trackers.marketing.lifeMonths", 14, "large", 13],
    ["legal.processors.0.role", "autre", "choice"],
    ["legal.__proto__", { company: "b" }, "unknown"],
    ["people.0.age", 40, "unknown"],
    ["authors.constructor", "a", "type"],
    ["payment.card", null, "choice"],
    ["paymentLinks.0.url", "", "address"],
    ["paymentLinks.0.url", "http://caisse.fr", "address"],
    ["paymentLinks.0.volume", 50, "volume"],
    ["paymentLinks.0.sells", "secretariat", "volume"],
    ["paymentLinks.0.asks", 12.5, "type"],
  ])("%s: %o is told as %s", (path, value, code, limit) => {
    const at =
      {
        "claims.testimonials.0.pages": `${path}.0`,
        "paymentLinks.0.sells": "paymentLinks.0.volume",
        "offers.conferences.1": "offers.conferences",
      }[path] ?? path;
    expect(mistakesWith(path, value)).toContainEqual({ path: at, code, ...(limit !== undefined && { limit }) });
  });

  test.each([undefined, null, 1, "{}", [], [wholeConfig]])("a whole that is %o is one mistake", (whole) => {
    expect(readSiteDocument(whole)).toMatchObject({ ok: false, problem: [{ path: "" }] });
  });
});

test.each([
  ["claims.testimonials.0.text", "Moins de 3 appels < 5, l’un & l’autre.\nEt le soir."],
  ["claims.testimonials.0.caseUrl", "/blog/une-histoire"],
  ["contact.bookingUrl", ""],
  ["paymentLinks.0.url", "http://localhost:3000/demo/pay/closing"],
])("%s may be %o", (path, value) => {
  expect(mistakesWith(path, value)).toEqual([]);
});
