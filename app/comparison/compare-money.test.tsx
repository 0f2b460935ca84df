import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";

import { renderer, renderPage } from "#app/render/render-page.tsx";
import type { MoneyDisagreement } from "#domain/contracts/page-renderer.ts";
import type { SiteSettings } from "#domain/contracts/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { demoPaymentLinks } from "#server/settings/demo-payment-links.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { compareMoney } from "./compare-money.ts";
import { allPurchases } from "./orders.ts";
import { textIn } from "./read-surface.ts";
import { type Surface, surfaces } from "./surfaces.tsx";

type SurfaceName = keyof typeof surfaces;

const links = demoPaymentLinks("https://pay.example");
const sold: SiteSettings = { ...siteForTests, payments: links };
const { promotion, ...otherOffers } = siteForTests.offers;
const neverPromoted: SiteSettings = { ...sold, offers: otherOffers };
const withoutLinks = (site: SiteSettings): SiteSettings => ({ ...site, payments: { secretariat: {} } });

const on = (day: string, site: SiteSettings) => ({ site, today: civilDate(day), assets: assetsForTests });

/** [name, site, day]: while the promotion lasts, on its last day, the day after, and without one. */
const days: [string, SiteSettings, string][] = [
  ["in the promotion", sold, "2025-10-15"],
  ["on its last day", sold, promotion?.to ?? ""],
  ["the day after", sold, "2025-10-31"],
  ["without a promotion", neverPromoted, "2026-11-27"],
];

test.each(days)("%s, every surface says the same of every volume", (_, site, day) => {
  expect(renderer.compareMoney(on(day, site))).toEqual([]);
});

test.each(days)("%s, without a payment link, every surface says the same of every volume", (_, site, day) => {
  expect(renderer.compareMoney(on(day, withoutLinks(site)))).toEqual([]);
});

test("Each surface speaks of some order, and each order has its surfaces", () => {
  const spoken = new Set<string>();
  const counted = new Map<string, number>();
  const watched = Object.entries<Surface>(surfaces).map(([name, show]): [string, Surface] => [
    name,
    (order, ...rest) => {
      const shown = show(order, ...rest);
      const key = JSON.stringify(order.purchase);
      if (shown) {
        spoken.add(name);
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
      return shown;
    },
  ]);
  compareMoney(on("2025-10-15", sold), { renderPage, surfaces: Object.fromEntries(watched) });
  expect([...spoken].toSorted()).toEqual(Object.keys(surfaces).toSorted());
  expect(counted.size).toBe(allPurchases.length);
  expect(Math.min(...counted.values())).toBeGreaterThan(5);
});

describe("What one surface says otherwise is named", () => {
  /** That surface alone: of the others the tests above show that they agree. */
  const changed = (name: SurfaceName, change: (shown: NonNullable<ReturnType<Surface>>) => object) => ({
    [name]: ((...given: Parameters<Surface>) => {
      const shown = (surfaces[name] as Surface)(...given);
      return shown && { ...shown, ...change(shown) };
    }) as Surface,
  });
  const found = (name: SurfaceName, change: Parameters<typeof changed>[1], [, site, day] = days[0]!) =>
    compareMoney(on(day, site), { renderPage, surfaces: changed(name, change) });
  const names = (disagreements: MoneyDisagreement[]) => [
    ...new Set(disagreements.map(({ surface, rule }) => `${surface}: ${rule}`)),
  ];

  const dated = Object.keys(surfaces).filter((name) => !["page", "card", "contract", "receipt"].includes(name));
  test.each(dated as SurfaceName[])("a price of %s", (name) => {
    const dearer = found(name, ({ due = [] }) => ({ due: due.map((line) => ({ ...line, cents: line.cents + 1 })) }));
    expect(names(dearer)).toContain(`${name}: what is paid when`);
  });

  test.each(dated as SurfaceName[])("a day of %s", (name) => {
    const late = found(name, ({ due = [] }) => ({ due: due.map((line) => ({ ...line, date: "2031-01-01" })) }));
    expect(names(late)).toContain(`${name}: what is paid when`);
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
