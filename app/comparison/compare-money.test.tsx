import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";

import { renderer, renderPage } from "#app/render/render-page.tsx";
import type { MoneyDisagreement } from "#domain/site/page-renderer.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import { isTermsVersion, termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import { followUpVolumes } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { demoPaymentLinks } from "#server/settings/demo-payment-links.ts";
import { sampleOf } from "#tests/support/depth.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { disagreementsOf } from "./disagreements.ts";
import { allPurchases } from "./orders.ts";
import { textIn } from "./read-surface.ts";
import { type Reading, readSurfaces } from "./readings.ts";
import { surfaces } from "./surfaces.tsx";

type SurfaceName = keyof typeof surfaces;

const links = demoPaymentLinks("https://pay.example");
const sold: SiteSettings = { ...siteForTests, payments: links };
const { promotion, ...otherOffers } = siteForTests.offers;
const neverPromoted: SiteSettings = { ...sold, offers: otherOffers };
const withoutLinks = (site: SiteSettings): SiteSettings => ({ ...site, payments: { secretariat: {} } });

const on = (day: string, site: SiteSettings) => ({
  site: siteOn(site, civilDate(day)),
  today: civilDate(day),
  assets: assetsForTests,
});

/** As a provider's are: nothing of a price in their addresses. */
const elsewhere = Object.fromEntries(
  Object.entries({ ...links, formation: links.suiviclient }).map(([offer, ofOffer = ""]) => [
    offer,
    typeof ofOffer === "string"
      ? `https://pay.example/${offer}`
      : Object.fromEntries(Object.keys(ofOffer).map((volume) => [volume, `https://pay.example/${offer}_${volume}`])),
  ]),
) as SiteSettings["payments"];
const soldElsewhere: SiteSettings = { ...sold, payments: elsewhere };
const atProvider: [string, SiteSettings, string] = ["at a provider", soldElsewhere, "2025-10-15"];

/** [name, site, day]: while the promotion lasts, on its last day, the day after, and without one. */
const days: [string, SiteSettings, string][] = [
  ["in the promotion", sold, "2025-10-15"],
  ["on its last day", sold, promotion?.to ?? ""],
  ["the day after", sold, "2025-10-31"],
  ["without a promotion", neverPromoted, "2026-11-27"],
];

/** Each surface is drawn once a day: the tests below change what was read, and compare again. */
const readOn = new Map<SiteSettings, Map<string, Reading[]>>();
function readingsOn(day: string, site: SiteSettings): Reading[] {
  const ofSite = readOn.get(site) ?? new Map<string, Reading[]>();
  const readings = ofSite.get(day) ?? readSurfaces(on(day, site), renderPage);
  readOn.set(site, ofSite.set(day, readings));
  return readings;
}

test.each([...sampleOf(days, 2), atProvider])("%s, every surface says the same of every volume", (_, site, day) => {
  expect(readingsOn(day, site).flatMap(disagreementsOf)).toEqual([]);
});

test.each(sampleOf(days, 2))(
  "%s, without a payment link, every surface says the same of every volume",
  (_, site, day) => {
    expect(renderer.compareMoney(on(day, withoutLinks(site)))).toEqual([]);
  },
);

describe("From its first day, a new price is said by every surface", () => {
  const from = civilDate("2025-11-20");
  const prices: PriceChange[] = [
    { from, of: "secretariat", volume: 50, price: 617_50 },
    { from, of: "suiviclient", volume: 200, price: 810_00 },
    { from, of: "marketing", price: 35 },
    { from, of: "closing", price: 260_00 },
    { from, of: "conferences", price: 210_00 },
  ];
  const dearer: SiteSettings = { ...sold, offers: { ...otherOffers, prices } };

  test("of every volume", () => {
    const readings = readSurfaces(on(from, dearer), renderPage);
    expect(readings.flatMap(disagreementsOf)).toEqual([]);
    const said = (path: string) => textIn(renderPage(path, on(from, dearer)));
    expect(said("/secretariat")).toContain("617,50 €");
    expect(said("/secretariat")).not.toContain("50 597 €");
    expect(said("/marketing")).toContain("0,35 €");
    expect(said("/conditions-generales-utilisation")).toContain("Secrétariat, 50 appels par jour 617,50 € par mois");
    expect(said("/secretariat")).not.toEqual(textIn(renderPage("/secretariat", on("2025-11-19", dearer))));
  });

  test("and where none of its links asks it, that it is not available yet", () => {
    const asking = (asks: number): SiteSettings => ({
      ...dearer,
      links: [{ sells: "secretariat", volume: 50, url: "https://pay.example/s50", asks }],
    });
    const summary = (site: SiteSettings) =>
      readSurfaces(on(from, site), renderPage).filter(
        ({ surface, order: { purchase } }) =>
          surface === "stepFive" && purchase.offer === "secretariat" && purchase.volume === 50,
      );
    expect(summary(asking(741_00)).map(({ order }) => order.isSold)).toEqual([true]);
    expect(summary(asking(716_40)).map(({ order }) => order.isSold)).toEqual([false]);
    expect(summary(asking(716_40)).flatMap(disagreementsOf)).toEqual([]);
  });

  test("the terms have a version of that day, which says what it changes", () => {
    const version = textIn(renderPage(`/conditions-generales-utilisation/${from}`, on(from, dearer)));
    expect(version).toContain("Secrétariat, 50 appels par jour : 617,50 € par mois, au lieu de 597 € par mois.");
    expect(termsVersionOn(civilDate("2025-11-19"), dearer.offers)).toBe("2025-06-25");
    expect(termsVersionOn(from, dearer.offers)).toBe(from);
    expect(isTermsVersion(from, dearer.offers)).toBe(true);
    const old = textIn(renderPage("/conditions-generales-utilisation/2025-06-25", on(from, dearer)));
    expect(old).toContain("Secrétariat, 50 appels par jour 597 € par mois");
    expect(renderer.listPagePaths(dearer)).toContain(`/conditions-generales-utilisation/${from}`);
    const onlySetUp = { prices: [{ from, of: "setUp", price: 1 } as const] };
    expect(termsVersionOn(from, onlySetUp)).toBe("2025-06-25");
  });
});

test("Each surface speaks of some order, and each order has its surfaces", () => {
  const readings = [...readingsOn("2025-10-15", sold), ...readingsOn("2025-10-15", soldElsewhere)];
  const spoken = new Set(readings.map(({ surface }) => surface));
  expect([...spoken].toSorted()).toEqual(Object.keys(surfaces).toSorted());
  const counted = Object.groupBy(readings, ({ order }) => JSON.stringify(order.purchase));
  expect(Object.keys(counted)).toHaveLength(allPurchases.length);
  expect(Math.min(...Object.values(counted).map((each = []) => each.length))).toBeGreaterThan(10);
});

describe("A payment link is compared with what it sells", () => {
  const paid = Object.fromEntries(Object.entries(surfaces).filter(([name]) => /^payment(Page|Link)$/.test(name)));
  const found = (payments: SiteSettings["payments"]) =>
    readSurfaces(on("2025-10-31", { ...sold, payments }), renderPage, paid)
      .flatMap(disagreementsOf)
      .map(({ surface, offer, volume, isTraining = false }) => [surface, offer, volume, isTraining]);

  test("of the demonstration: its page asks the price of its own volume", () => {
    const secretariat = { ...links.secretariat, "50": links.secretariat["100"] ?? "" };
    expect(found({ ...links, secretariat })).toEqual([
      ["paymentPage", "secretariat", 50, false],
      ["paymentPage", "secretariat", 50, false],
    ]);
  });

  test("of a provider: one link for two prices asks the first of them", () => {
    const secretariat = { ...elsewhere.secretariat, "100": elsewhere.secretariat["50"] ?? "" };
    expect(found({ ...elsewhere, secretariat })).toEqual([["paymentLink", "secretariat", 100, false]]);
  });

  test("of a provider: training bodies without a link of their own lose their free days", () => {
    const { formation: _, ...others } = elsewhere;
    expect(found(others)).toEqual(followUpVolumes.map((clients) => ["paymentLink", "suiviclient", clients, true]));
  });
});

describe("What one surface says otherwise is named", () => {
  type Change = (shown: Reading["shown"]) => object;
  /** That surface alone: of the others the tests above show that they agree. */
  const found = (name: SurfaceName, change: Change, [, site, day] = days[0]!) =>
    readingsOn(day, site)
      .filter(({ surface }) => surface === name)
      .flatMap((reading) => disagreementsOf({ ...reading, shown: { ...reading.shown, ...change(reading.shown) } }));
  const names = (disagreements: MoneyDisagreement[]) => [
    ...new Set(disagreements.map(({ surface, rule }) => `${surface}: ${rule}`)),
  ];

  const undated = ["page", "card", "contract", "receipt", "confirmed"];
  const dated = Object.keys(surfaces).filter((name) => !undated.includes(name)) as SurfaceName[];
  const dayOf = (name: SurfaceName) => (name === "paymentLink" ? atProvider : days[0]);
  test.each(dated)("a price of %s", (name) => {
    const change: Change = ({ due = [] }) => ({ due: due.map((line) => ({ ...line, cents: line.cents + 1 })) });
    expect(names(found(name, change, dayOf(name)))).toContain(`${name}: what is paid when`);
  });

  test.each(dated)("a day of %s", (name) => {
    const change: Change = ({ due = [] }) => ({ due: due.map((line) => ({ ...line, date: "2031-01-01" })) });
    expect(names(found(name, change, dayOf(name)))).toContain(`${name}: what is paid when`);
  });

  test.each(["card", "receipt"] as const)("the amount of the %s", (name) => {
    const dearer = found(name, ({ dueToday }) => (dueToday === undefined ? {} : { dueToday: dueToday + 1 }));
    expect(names(dearer)).toEqual([`${name}: what is paid with the order`]);
  });

  test("a card that stays at one thousand calls, whatever is ordered", () => {
    const still = found("card", () => ({ dueToday: 300_00 }));
    expect(still.map(({ volume, expected, found: shown }) => [volume, textIn(expected), textIn(shown)])).toEqual([
      [1001, "600 €", "300 €"],
      [2500, "900 €", "300 €"],
      [20_000, "6 000 €", "300 €"],
    ]);
  });

  test.each<[SurfaceName, (text: string) => string, string]>([
    ["page", (text) => text.replaceAll("597 €", "599 €"), "the page says the price"],
    ["contract", (text) => text.replaceAll("597 €", "599 €"), "the contract says the price"],
    [
      "contract",
      (text) => text.replace("WhatsApp Par mois", "WhatsApp Par contact"),
      "the contract sells marketing by the month",
    ],
    ["stepFive", (text) => text.replaceAll("chaque mois", "à la commande"), "a subscription is renewed each month"],
    ["paymentPage", (text) => `${text} Réglez maintenant.`, "nothing asks to be paid while 0 € is due"],
    [
      "firstMail",
      (text) => text.replaceAll("Rien n’est débité aujourd’hui.", ""),
      "an order of 0 € says that nothing is debited",
    ],
    [
      "space",
      (text) => `${text} Votre compte est configuré sous 72 h.`,
      "72 h and 48 h are promised in the words of one place",
    ],
    [
      "slider",
      (text) => text.replaceAll("Premier mois offert", "Premier mois"),
      "the promotion is said while it lasts",
    ],
    ["form", (text) => `${text} par mois`, "what is paid once is not renewed"],
    ["form", (text) => text.replaceAll("À la commande", ""), "what is paid once is paid with the order"],
    ["form", (text) => text.replaceAll("2 500", "2 501"), "a volume is said in its words"],
    ["paymentPage", (text) => text.replaceAll("stagiaires", "clients actifs"), "a training body orders for trainees"],
    ["confirmed", (text) => `${text} Réglez maintenant.`, "nothing asks to be paid while 0 € is due"],
    ["page", (text) => text.replaceAll("228 €", "190 €"), "the page says the price"],
    ["page", (text) => text.replaceAll("300 €", "250 €"), "the page says the price"],
    ["receipt", (text) => text.replaceAll("Conférence pour les avocats", "Place"), "the offer is named in full"],
    ["firstMail", (text) => text.replaceAll("Payer maintenant", ""), "what can be paid leads to its payment"],
    ["space", (text) => text.replaceAll("Vous quittez", ""), "what can be paid leads to its payment"],
    ...["page", "thanks", "firstMail", "paymentMail", "space", "spaceOncePaid", "calendar"].map(
      (name): [SurfaceName, (text: string) => string, string] => [
        name as SurfaceName,
        (text) => text.replaceAll("2 décembre 2025", "3 décembre 2025"),
        "the conference says its day",
      ],
    ),
  ])("the words of %s", (name, change, rule) => {
    expect(names(found(name, ({ text }) => ({ text: change(text) })))).toContain(`${name}: ${rule}`);
  });

  test("the words of a trial, and of a promotion that is over", () => {
    const mute = found(
      "paymentMail",
      ({ text }) => ({ text: text.replaceAll(", à compter de la commande", "") }),
      days[2],
    );
    expect(names(mute)).toEqual(["paymentMail: the days of a trial run from the order"]);
    const late = found("calendar", ({ text }) => ({ text: `${text} Premier mois offert` }), days[2]);
    expect(names(late)).toEqual(["calendar: the promotion is not said outside its days"]);
  });

  test("a payment that is spoken of where there is none to make", () => {
    const site = withoutLinks(sold);
    const told = found("stepFive", ({ text }) => ({ text: `${text} reconduit chaque mois` }), ["", site, "2025-10-15"]);
    expect(names(told)).toEqual(["stepFive: what is ordered with the team says nothing of a payment"]);
    const led = found("firstMail", ({ text }) => ({ text: `${text} Payer maintenant` }), ["", site, "2025-10-15"]);
    expect(names(led)).toEqual(["firstMail: what cannot be paid leads to no payment"]);
    const unsettled = found("firstMail", ({ text }) => ({ text: text.replaceAll("règlement", "") }), [
      "",
      site,
      "2025-10-15",
    ]);
    expect(names(unsettled)).toEqual(["firstMail: what has no payment page yet is settled with the team"]);
  });
});

test("A page is read as its readers do", () => {
  expect(
    textIn(
      renderToStaticMarkup(
        <p>
          1 000 € <b>d'essai</b>
        </p>,
      ),
    ),
  ).toBe("1 000 € d'essai");
});
