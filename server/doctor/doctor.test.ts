import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { SiteConfig } from "#domain/site/site-config.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { followUpVolumes } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { soldOffers } from "#domain/kernel/lead.ts";
import { secretariatVolumes } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { leastConfig, wholeConfig, wholePaymentLinks } from "#tests/support/company-config.ts";

import siteConfig from "../../site.config.ts";
import { optionalFields } from "./check-left-out.ts";
import { checkMedia } from "./check-media.ts";
import { checkSite } from "./check-site.ts";
import { type Finding, type FindingSubject, subjectOf } from "#subjects/operations/rules/doctor-finding.ts";
import { hasError, listReport, writeReport } from "./findings.ts";

const duringOffers = civilDate("2025-10-15");
const support = { source: "https://preuves.zeta.fr", date: "2026-01-15" };

/** A link per price, as an owner who has decided everything would have. */
const payments: PaymentLinks = {
  secretariat: Object.fromEntries(
    secretariatVolumes.map((callsPerDay) => [callsPerDay, `https://pay.zeta.fr/s${callsPerDay}`]),
  ),
  suiviclient: Object.fromEntries(
    followUpVolumes.map((activeClientsPerMonth) => [
      activeClientsPerMonth,
      `https://pay.zeta.fr/c${activeClientsPerMonth}`,
    ]),
  ),
  formation: "https://pay.zeta.fr/formation",
  closing: "https://pay.zeta.fr/closing",
  conferences: "https://pay.zeta.fr/conference",
  custom: "https://pay.zeta.fr/custom",
};

const config: SiteConfig = { ...wholeConfig, offers: { ...siteConfig.offers } };

function findingsOf(subject: FindingSubject, changes: Partial<Parameters<typeof checkSite>[0]> = {}): string[] {
  const findings = checkSite({ config, payments, today: duringOffers, ...changes });
  return findings.filter((finding) => subjectOf(finding) === subject).map(({ sentence }) => plain(sentence));
}

function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}

describe("The default configuration", () => {
  const sentences = checkSite({ config: siteConfig, payments: { secretariat: {} }, today: duringOffers });

  test("has two advertised prices that the tables do not support, and set-up promised in two ways", () => {
    const prices = sentences
      .filter((finding) => subjectOf(finding) === "Prices")
      .map(({ sentence }) => plain(sentence));

    expect(prices).toHaveLength(3 + 3);
    expect(prices[0]).toContain("advertised « à partir de 0,25 € HT » per call; the price table says 0,27 € to 0,66 €");
    expect(prices[1]).toContain("advertised « à partir de 9 € HT » per client and month");
    expect(prices[2]).toMatch(/« incluse ».*« offerte au lieu de 990 € HT »/);
  });

  test("promises trials and delays in more ways than one, each named", () => {
    const said = sentences.map(({ sentence }) => plain(sentence)).join(" ");
    expect(said).toMatch(/15 days of trial.*a free month/);
    expect(said).toMatch(/« En ligne en moins de 48 h » and « Compte créé sous 72h » are two promises/);
    expect(said).toMatch(/free for 30 days for training bodies only/);
  });

  test("supports none of the five statements that the pages make of us", () => {
    const claims = sentences.filter((finding) => subjectOf(finding) === "Claims");

    expect(claims).toHaveLength(5);
    expect(plain(claims.map(({ sentence }) => sentence).join())).toMatch(
      /Plus de 150 petites.*Plus de 50 organismes.*100 % française.*Le plus populaire.*Moins d’appels perdus/s,
    );
  });

  test("leaves out who speaks for us and of us, and says what that hides", () => {
    const leftOut = sentences.filter((finding) => subjectOf(finding) === "Left out").map(({ sentence }) => sentence);

    expect(leftOut).toContain("people is left out: « Qui nous sommes » is not shown.");
    expect(leftOut).toContain(
      "claims.testimonials is left out: no words of customers, and no entry « Témoignages » in the menus.",
    );
    expect(leftOut.join()).toMatch(/authors.*claims\.clients.*attribution/s);
  });

  test("leads to example addresses and numbers", () => {
    expect(sentences.filter(({ sentence }) => sentence.includes("is still an example"))).toHaveLength(8);
  });
});

test("An owner who has decided everything is left with what the texts themselves say", () => {
  const findings = checkSite({
    config,
    payments: { ...payments, marketing: "https://pay.zeta.fr/m" },
    today: duringOffers,
  });

  expect(new Set(findings.map(subjectOf))).toEqual(new Set<FindingSubject>(["Prices", "Payment links"]));
});

test("A claim with a source and no date, or a date and no source, is not supported", () => {
  const claims = {
    ...config.claims,
    companies: { figure: 150, source: "x", date: "" },
    madeInFrance: { source: "", date: "2026" },
  };

  expect(findingsOf("Claims", { config: { ...config, claims } })).toHaveLength(2);
});

test("A testimonial or a client without consent is named", () => {
  const claims = {
    ...config.claims,
    clients: [{ name: "Étude Vasseur", ...support, consent: "" }],
    testimonials: [{ name: "Claire D.", role: "Notaire", text: "Elle répond.", ...support, consent: " " }],
  };

  expect(findingsOf("Claims", { config: { ...config, claims } })).toEqual([
    expect.stringContaining("The testimonial of Claire D."),
    expect.stringContaining("The client Étude Vasseur"),
  ]);
});

describe("Dates", () => {
  const { promotion, closingFreeSetUp, conferences } = siteConfig.offers;
  const conference = conferences[0]!;
  const withOffers = (offers: Partial<SiteConfig["offers"]>) => ({
    config: { ...config, offers: { ...config.offers, ...offers } },
  });

  test("are quiet to the last day of each window, and listed the day after", () => {
    expect(findingsOf("Dates", { today: promotion.to })).toEqual([]);
    expect(findingsOf("Dates", { today: civilDate("2025-10-31") })).toHaveLength(2);
    expect(findingsOf("Dates", { today: conference.heldOn })).toHaveLength(2);
    expect(findingsOf("Dates", { today: civilDate("2025-12-03") })).toHaveLength(3);
  });

  test("that contradict one another are listed", () => {
    const backwards = { from: closingFreeSetUp.to, to: closingFreeSetUp.from };
    const late = { registrationUntil: civilDate("2025-12-03"), heldOn: conference.heldOn };

    expect(findingsOf("Dates", withOffers({ closingFreeSetUp: backwards }))).toEqual([
      expect.stringContaining("before it starts"),
    ]);
    expect(findingsOf("Dates", withOffers({ conferences: [late] }))).toEqual([
      expect.stringContaining("after the day it is held"),
    ]);
  });
});

describe("Payment links", () => {
  test("that serve several prices are named with them", () => {
    const shared = { ...payments, marketing: "https://pay.zeta.fr/m", suiviclient: "https://pay.zeta.fr/c" };
    const findings = findingsOf("Payment links", { payments: shared }).filter((each) => each.startsWith("One link"));

    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatch(/One link serves 5 prices \(marketing, 1000 contacts;.*pay\.zeta\.fr\/m$/);
    expect(findings[1]).toMatch(/One link serves 4 prices \(customer follow-up, 50 clients;/);
  });

  test("shared by two volumes, or by two offers, are found", () => {
    const secretariat = { ...payments.secretariat, 10: "https://pay.zeta.fr/s5" };
    const findings = findingsOf("Payment links", {
      payments: { ...payments, secretariat, conferences: "https://pay.zeta.fr/closing" },
    });

    expect(findings.filter((sentence) => sentence.startsWith("One link serves 2 prices"))).toHaveLength(2);
  });

  test("that are missing are listed, volume by volume for the secretariat", () => {
    expect(findingsOf("Payment links", { payments: { secretariat: {} } })).toHaveLength(
      secretariatVolumes.length + soldOffers.length,
    );
  });
});

test("Training bodies without a payment page of their own are named where the follow-up is sold", () => {
  const ofTraining = (links: PaymentLinks) =>
    findingsOf("Payment links", { payments: links }).filter((sentence) => sentence.includes("training bodies"));
  const { formation: _formation, ...others } = payments;
  const { suiviclient: _followUp, ...unsold } = others;
  expect([ofTraining(payments), ofTraining(others), ofTraining(unsold)].map(({ length }) => length)).toEqual([0, 1, 0]);
});

test("Missing optional links say what visitors see instead", () => {
  const contact = { ...config.contact, testLine: "", bookingUrl: "", address: { lines: [], mapUrl: "" }, social: [] };

  expect(findingsOf("Left out", { config: { ...config, contact, customerPortal: "" } })).toHaveLength(6);
});

describe("What a configuration may leave out", () => {
  type Part<T, Path extends string = ""> = T extends string | number | boolean | readonly unknown[]
    ? never
    : string extends keyof T
      ? never
      : {
          [Key in keyof T & string]-?:
            | (Record<never, never> extends Pick<T, Key> ? `${Path}${Key}` : never)
            | Part<NonNullable<T[Key]>, `${Path}${Key}.`>;
        }[keyof T & string];

  /** A site without has the prices and questions of the code, and nothing is missing without the others. */
  type HidesNothing = "offers.prices" | "questions" | "announcement" | "announcement.link" | "contact.hours";
  /** As files of before say it. */
  type Before = "offers.conference" | `offers.conference.${string}`;

  /** Each optional part of the type, with what the doctor calls it: the compiler refuses a list that lacks one. */
  const optionalParts: Record<Exclude<Part<SiteConfig>, HidesNothing | Before>, string> = {
    security: "security.contact",
    "legal.host.country": "legal.host.country",
    "legal.accessibilityAudit": "legal.accessibilityAudit",
    payment: "payment.card",
    "payment.card": "payment.card",
    "payment.billingDetails": "payment.billingDetails",
    electronicInvoicing: "electronicInvoicing.issue",
    "electronicInvoicing.reception": "electronicInvoicing.reception",
    "electronicInvoicing.issue": "electronicInvoicing.issue",
    "electronicInvoicing.customerSiren": "electronicInvoicing.customerSiren",
    customerPortal: "customerPortal",
    people: "people",
    authors: "authors",
    trackers: "trackers.marketing",
    attribution: "attribution",
    calendars: "calendars",
    companyRegister: "companyRegister",
    "offers.promotion": "offers.promotion",
    "offers.closingFreeSetUp": "offers.closingFreeSetUp",
    "offers.conferences": "offers.conferences",
    media: "media.film",
    "media.recordings": "media.recordings.urgence",
    "media.recordings.rendez-vous": "media.recordings.rendez-vous",
    "media.recordings.question": "media.recordings.question",
    "media.recordings.urgence": "media.recordings.urgence",
    "media.voices": "media.voices.feminin",
    "media.voices.feminin": "media.voices.feminin",
    "media.voices.masculin": "media.voices.masculin",
    "media.film": "media.film",
    "media.marketingFilm": "media.marketingFilm",
    claims: "claims.companies",
    "claims.companies": "claims.companies",
    "claims.trainingOrganisations": "claims.trainingOrganisations",
    "claims.madeInFrance": "claims.madeInFrance",
    "claims.mostPopular": "claims.mostPopular",
    "claims.fewerMissedCalls": "claims.fewerMissedCalls",
    "claims.testimonials": "claims.testimonials",
    "claims.clients": "claims.clients",
  };
  /** The others that may be: empty texts and lists. */
  const emptyParts = [
    "contact.testLine",
    "contact.address.lines",
    "contact.address.mapUrl",
    "contact.bookingUrl",
    "contact.social",
    "legal.dataProtectionOfficer",
    "legal.mediator",
  ];
  const partsLeft = [...Object.entries(optionalParts), ...emptyParts.map((part): [string, string] => [part, part])];

  /** Without what the texts themselves say, configured or not. */
  const namedIn = (each: SiteConfig) =>
    [...checkSite({ config: each, payments: wholePaymentLinks, today: duringOffers }), ...checkMedia(each, [])].filter(
      (finding) => !["Prices", "Dates"].includes(subjectOf(finding)),
    );

  test("is all there in a whole configuration, of which nothing is named", () => {
    expect(namedIn(wholeConfig)).toEqual([]);
    expect(emptyPathsOf(wholeConfig, "").filter((path) => !path.endsWith(".transferGuarantee"))).toEqual([]);
  });

  test.each(partsLeft)("%s, left out alone, is named %s, in both languages", (part, name) => {
    const named = namedIn(without(wholeConfig, part.split(".")) as SiteConfig);
    expect(
      named.filter(({ sentence, french = "" }) => sentence.includes(name) && french.includes(name.split(".")[0]!)),
    ).not.toEqual([]);
  });

  test.each(["seats", "venue", "terms"] as const)("%s of one edition is named", (part) => {
    const { [part]: _, ...edition } = wholeConfig.offers.conferences[0];
    const offers = { ...wholeConfig.offers, conferences: [...wholeConfig.offers.conferences, edition] };
    const named = namedIn({ ...wholeConfig, offers } as SiteConfig);
    expect(named.map(({ sentence }) => sentence.split(" ")[0])).toEqual([`offers.conferences.${part}`]);
  });

  test("is named, each thing once, where only what is required is stated", () => {
    const sentences = namedIn(leastConfig).map(({ sentence }) => sentence);
    // What belongs to a conference or to a film of the owner's waits for one.
    const waiting = /^offers\.conferences\.|^media\.marketingFilm$/;
    const leftOut = sentences.flatMap((sentence) => sentence.split(" is left out: ").slice(0, -1));
    expect(leftOut).toEqual(optionalFields.map(({ field }) => field).filter((field) => !waiting.test(field)));

    const names = partsLeft.map(([, name]) => name).filter((name) => !waiting.test(name));
    expect(names.filter((name) => !sentences.some((sentence) => sentence.includes(name)))).toEqual([]);
    const unnamed = emptyPathsOf(leastConfig, "").filter((path) => !emptyParts.some((part) => path.startsWith(part)));
    expect(unnamed).toEqual(["legal.processors.0.transferGuarantee"]);
  });
});

/** A copy in which one part is as in the configuration of what is required: absent, or empty. */
function without(whole: object, [key = "", ...path]: string[], least: object | undefined = leastConfig): object {
  const { [key]: part, ...others } = whole as Record<string, object>;
  const { [key]: leastPart } = (least ?? {}) as Record<string, object | undefined>;
  const left = part && path.length > 0 ? without(part, path, leastPart) : leastPart;
  return left === undefined ? others : { ...others, [key]: left };
}

function emptyPathsOf(value: unknown, path: string): string[] {
  if (value === "" || (Array.isArray(value) && value.length === 0)) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => emptyPathsOf(part, path === "" ? key : `${path}.${key}`));
}

test("The report groups by subject, says what to do, and ends with the counts", () => {
  const findings: Finding[] = [
    { id: "without-second-factor", sentence: "a@zeta.fr is an administrator without a second factor." },
    { id: "two-delays", sentence: "One." },
    { id: "example-contact", sentence: "Two." },
  ];

  expect(writeReport(findings)).toBe(
    [
      "Prices\n  - One.\n    Decide which delay is promised.\n",
      "Site\n  - Error: Two.\n    Write the company's own.\n",
      "Accounts\n  - Warning: a@zeta.fr is an administrator without a second factor.",
      "    Ask for it, or withdraw the right.\n",
      "1 error, 1 warning, 1 note.",
    ].join("\n"),
  );
  expect(writeReport([])).toBe("Nothing to report.");
  expect([hasError(findings), hasError(findings.slice(0, 2))]).toEqual([true, false]);
  expect(listReport(findings).findings[2]).toEqual({
    id: "example-contact",
    severity: "error",
    message: "Two.",
    fix: "Write the company's own.",
  });
});

test("docs/configuration.md lists what may be left out, in the doctor's words", () => {
  const lines = readFileSync("docs/configuration.md", "utf8").split("\n");
  const rows = optionalFields.map(({ field, hides }) => `| \`${field}\` | ${hides} |`);

  expect(rows.filter((row) => !lines.includes(row))).toEqual([]);
});

test("Invoices: what the owner did not confirm is named, with the day from which the law asks for it", () => {
  expect(findingsOf("Invoices")).toEqual([]);
  const nothing = { ...config, payment: undefined, electronicInvoicing: undefined } as unknown as SiteConfig;
  const on = (today: string) => findingsOf("Invoices", { config: nothing, today: civilDate(today) });
  expect(on("2026-08-31")).toEqual([
    expect.stringContaining("payment.billingDetails"),
    expect.stringContaining("From 2026-09-01"),
    expect.stringContaining("From 2027-09-01"),
    expect.stringContaining("electronicInvoicing.customerSiren"),
  ]);
  expect(on("2027-09-01").slice(1, 3)).toEqual([
    expect.stringContaining("Since 2026-09-01"),
    expect.stringContaining("Since 2027-09-01"),
  ]);
});
