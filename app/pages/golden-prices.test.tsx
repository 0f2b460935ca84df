// @vitest-environment happy-dom
import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CallVolume } from "#app/islands/call-volume.tsx";
import { ContactVolume } from "#app/islands/contact-volume.tsx";
import { FollowUpVolume } from "#app/islands/follow-up-volume.tsx";
import { ClosingOrderForm } from "#subjects/orders/site/closing-order-form.tsx";
import { ConferenceRegistrationForm } from "#subjects/conferences/site/conference-registration-form.tsx";
import { sayCount } from "#content/language/count.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { civilDate } from "#kit/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { funnels as islands } from "#subjects/funnel/site/registry/funnels.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { closingOffer, pricePerOutboundCall } from "#subjects/offers/rules/closing/closing-price.ts";
import { followUpTierOf, followUpTiers } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import {
  pricePerCall,
  secretariatTierOf,
  secretariatTiers,
} from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import { drawPage } from "#tests/support/drawn-page.ts";
import {
  answersOfSecretariat,
  funnelKey as key,
  funnels,
  knownVisitor,
  storedState,
  title,
} from "#tests/support/funnel.ts";
import { siteForTests } from "#tests/support/site.ts";

/*
 * One table of every price that is sold, typed from the specification (section 9) and never computed, held against each
 * place that shows or charges it: price book, slider, page, structured data, funnel, summary, payment link.
 */

type Row = { volume: number; excludingTax: string; includingTax: string; each: string };

const row = (volume: number, excludingTaxText: string, includingTaxText: string, each: string): Row => ({
  volume,
  excludingTax: excludingTaxText,
  includingTax: includingTaxText,
  each,
});

const secretariat = [
  row(5, "97", "116,40", "0,65"),
  row(10, "197", "236,40", "0,66"),
  row(20, "297", "356,40", "0,50"),
  row(30, "397", "476,40", "0,44"),
  row(40, "487", "584,40", "0,41"),
  row(50, "597", "716,40", "0,40"),
  row(100, "997", "1 196,40", "0,33"),
  row(200, "1 597", "1 916,40", "0,27"),
  row(500, "3 997", "4 796,40", "0,27"),
  row(1000, "7 997", "9 596,40", "0,27"),
];
const followUp = [
  row(50, "350", "420", "7"),
  row(100, "490", "588", "4,90"),
  row(200, "790", "948", "3,95"),
  row(500, "1 290", "1 548", "2,58"),
];
const marketing = [
  row(1000, "300", "360", "0,30"),
  row(2000, "600", "720", "0,30"),
  row(5000, "1 500", "1 800", "0,30"),
  row(10_000, "3 000", "3 600", "0,30"),
  row(20_000, "6 000", "7 200", "0,30"),
];
const closing = row(1000, "250", "300", "0,25");
const conference = row(1, "190", "228", "190");

const linksOf = (offer: string, rows: Row[]) =>
  Object.fromEntries(rows.map(({ volume }) => [String(volume), `https://pay.example/${offer}/${volume}`]));
const site = {
  ...siteForTests,
  payments: {
    secretariat: linksOf("secretariat", secretariat),
    suiviclient: linksOf("suiviclient", followUp),
    marketing: "https://pay.example/marketing",
    closing: "https://pay.example/closing",
    conferences: "https://pay.example/conferences",
  },
};

/** Sheltered from the promotion: its own sentences have a test of their own. */
const today = civilDate("2025-11-15");
const pageAt = (path: string) => drawPage(path, { site, today });
const read = new Map<string, HTMLElement>();

const leave = vi.fn<(address: string | URL) => void>();

standInForBrowser({ now: new Date("2025-11-15T10:00:00Z") });
beforeEach(() => {
  network.mockImplementation(() => Promise.resolve(new Response('{"accepted":true}')));
  vi.spyOn(location, "assign").mockImplementation(leave);
  vi.spyOn(console, "info").mockReturnValue();
});
afterEach(() => leave.mockReset());

const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/g, " ");
const cents = (euros: string) => Math.round(Number(euros.replaceAll(" ", "").replace(",", ".")) * 100);
/** That amount, not the end of a larger one. */
const amount = (euros: string, tax: "HT" | "TTC") => new RegExp(`(?<!\\d\\s?)${euros} € ${tax}`);
const decimal = (euros: string) => (cents(euros) / 100).toFixed(2);
const shown = () => plain(document.body.textContent);

/** Of each page once: the browser that stands in reads slowly. Nothing changes it. */
function documentOf(path: string): HTMLElement {
  const known = read.get(path);
  if (known) return known;
  const page = document.createElement("div");
  page.innerHTML = pageAt(path);
  read.set(path, page);
  return page;
}

/** What a reader sees of a page. */
function textOf(html: string): string {
  const page = document.createElement("div");
  page.innerHTML = html.replaceAll(/<(script|style).*?<\/\1>/gs, "").replaceAll("<", " <");
  return plain(page.textContent);
}

/** The properties with which the page's own component comes alive. */
function propsOn<Props>(path: string, island: string): Props {
  return JSON.parse(
    documentOf(path).querySelector<HTMLElement>(`[data-island="${island}"]`)?.dataset.props ?? "",
  ) as Props;
}

/** Volume and price of each offer that search engines read on a page. */
function structuredPrices(path: string): [volume: number, price: string][] {
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(pageAt(path)) ?? [];
  const { "@graph": things = [] } = JSON.parse(json) as { "@graph"?: { offers?: any[] }[] };
  const offers = things.flatMap((thing) => thing.offers ?? []);
  for (const offer of offers) {
    expect(offer.priceSpecification).toMatchObject({ price: offer.price, valueAddedTaxIncluded: false });
  }
  return offers.map((offer) => [offer.eligibleQuantity?.value ?? 1, offer.price]);
}

/** The folded table of a page. */
function rowsOn(path: string): string[] {
  return [...documentOf(path).querySelectorAll("tbody tr")].map((line) =>
    [...line.children].map((cell) => plain(cell.textContent).trim()).join(" "),
  );
}

const count = (volume: number) => plain(new Intl.NumberFormat("fr-FR").format(volume));
const inStructuredData = (rows: Row[]) => rows.map(({ volume, excludingTax }) => [volume, decimal(excludingTax)]);

/** Step 3 and then the summary, as the page of the funnel opens them, for a volume brought by the address. */
async function walkFunnel(offer: FunnelOffer, volume: number): Promise<{ stepThree: string; summary: string }> {
  const path = `/inscription-${offer}`;
  const answered: FunnelState = {
    ...knownVisitor(offer, new Date()),
    step: 3,
    email: "yann@ex.fr",
    ...answersOfSecretariat,
    clientFollowupGoals: "Garder le lien",
    currentClients: "100-1000",
    marketingNeeds: "Relancer",
    // Whatever a browser says of a price.
    price: 1,
  };
  localStorage.setItem("funnel_state", JSON.stringify(answered));
  history.replaceState(null, "", `${path}?volume=${volume}`);
  const Funnel = funnels[offer];
  render(<Funnel {...propsOn<{ site: FunnelSite }>(path, islands[offer].island)} />);

  const says = plain(screen.queryByRole("slider")?.getAttribute("aria-valuetext"));
  const stepThree = `${says} ${shown()}`;
  fireEvent.click(screen.getByRole("button", { name: "Continuer" }));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(title()).toBe("Récapitulatif");
  return { stepThree, summary: shown() };
}

function paymentLink(): string {
  fireEvent.click(screen.getByRole("button", { name: "Confirmer et payer" }));
  const [address] = leave.mock.calls[0] ?? [];
  const url = new URL(String(address));
  expect(Object.fromEntries(url.searchParams)).toEqual({ prefilled_email: "yann@ex.fr", client_reference_id: key });
  return url.origin + url.pathname;
}

const storedPrice = () => storedState().price;
const move = (value: number) => fireEvent.change(screen.getByRole("slider"), { target: { value: String(value) } });

describe("The secretariat", () => {
  test("has these ten volumes and no other, in the price book, on its page and in structured data", () => {
    expect(secretariatTiers(firstPrices).map(({ callsPerDay }) => callsPerDay)).toEqual(
      secretariat.map(({ volume }) => volume),
    );
    expect(rowsOn("/secretariat")).toEqual(
      secretariat.map(({ volume, excludingTax, each }) => `${count(volume)} ${excludingTax} € ${each} €`),
    );
    expect(structuredPrices("/secretariat")).toEqual(inStructuredData(secretariat));
  });

  test.each(secretariat)("$volume calls a day cost $excludingTax € everywhere", async (price) => {
    const tier = secretariatTierOf(price.volume, firstPrices)!;
    expect(tier.monthlyExcludingTax).toBe(cents(price.excludingTax));
    expect(includingTax(tier.monthlyExcludingTax)).toBe(cents(price.includingTax));
    expect(pricePerCall(tier)).toBe(cents(price.each));

    const { stepThree, summary } = await walkFunnel("secretariat", price.volume);
    expect(stepThree).toContain(`${count(price.volume)} appels par jour, ${price.excludingTax} € HT par mois`);
    expect(stepThree).toContain(`${price.each} €`);
    expect(summary).toMatch(amount(price.excludingTax, "HT"));
    expect(summary).toMatch(amount(price.includingTax, "TTC"));
    expect(summary).toContain(`${price.each} € HT par appel`);
    expect(storedPrice()).toBe(cents(price.excludingTax) / 100);
    expect(paymentLink()).toBe(`https://pay.example/secretariat/${price.volume}`);
  });
});

describe("The slider of the secretariat's page, which begins at 10 calls a day", () => {
  test.each(secretariat.slice(1))("shows $excludingTax € at $volume", (price) => {
    render(<CallVolume {...propsOn<any>("/secretariat", "CallVolume")} />);
    move(price.volume);
    expect(shown()).toContain(`${price.excludingTax} €HT par mois, soit ${price.each} € par appel`);
  });
});

describe("The follow-up", () => {
  test("has these four volumes and no other, in the price book, on both pages and in structured data", () => {
    expect(followUpTiers(firstPrices).map((tier) => tier.activeClientsPerMonth)).toEqual(
      followUp.map(({ volume }) => volume),
    );
    expect(rowsOn("/marketing/organismes-de-formation")).toEqual(
      followUp.map(({ volume, excludingTax, each }) => `${volume} ${excludingTax} € ${each} €`),
    );
    const page = textOf(pageAt("/suivi-client"));
    for (const { volume, excludingTax, each } of followUp) {
      expect(page).toContain(`${volume} clients actifs ${excludingTax} € HT par mois`);
      expect(page).toContain(`soit ${each} € par client`);
    }
    for (const path of ["/suivi-client", "/marketing/organismes-de-formation"]) {
      expect(structuredPrices(path)).toEqual(inStructuredData(followUp));
    }
  });

  test.each(followUp)("$volume active clients cost $excludingTax € everywhere", async (price) => {
    const tier = followUpTierOf(price.volume, firstPrices)!;
    expect(tier.monthlyExcludingTax).toBe(cents(price.excludingTax));
    expect(includingTax(tier.monthlyExcludingTax)).toBe(cents(price.includingTax));

    render(<FollowUpVolume {...propsOn<any>("/marketing/organismes-de-formation", "FollowUpVolume")} />);
    move(followUp.indexOf(price));
    expect(shown()).toContain(`${price.excludingTax} €HT par mois, soit ${price.each} € par stagiaire`);
    cleanup();

    const { stepThree, summary } = await walkFunnel("suiviclient", price.volume);
    expect(stepThree).toContain(`${price.volume} clients actifs par mois, ${price.excludingTax} € HT par mois`);
    expect(summary).toMatch(amount(price.excludingTax, "HT"));
    expect(summary).toMatch(amount(price.includingTax, "TTC"));
    expect(summary).toContain(`${price.each} € HT par client`);
    expect(storedPrice()).toBe(cents(price.excludingTax) / 100);
    expect(paymentLink()).toBe(`https://pay.example/suiviclient/${price.volume}`);
  });
});

describe("Marketing", () => {
  test("has these five volumes and no other, in the price book, on its page and in structured data", () => {
    expect([...marketingVolumes]).toEqual(marketing.map(({ volume }) => volume));
    expect(rowsOn("/marketing")).toEqual(
      marketing.map(({ volume, excludingTax, each }) => `${count(volume)} ${excludingTax} € ${each} €`),
    );
    expect(structuredPrices("/marketing")).toEqual(inStructuredData(marketing));
  });

  test.each(marketing)("$volume contacts cost $excludingTax € everywhere, 0,30 € each", async (price) => {
    expect(marketingPrice(price.volume, firstPrices)).toBe(cents(price.excludingTax));
    expect(includingTax(marketingPrice(price.volume, firstPrices))).toBe(cents(price.includingTax));

    render(<ContactVolume {...propsOn<any>("/marketing", "ContactVolume")} />);
    move(price.volume);
    expect(shown()).toContain(`${price.excludingTax} €HT par mois`);
    cleanup();

    const { stepThree, summary } = await walkFunnel("marketing", price.volume);
    expect(stepThree).toContain(`${price.each} €`);
    const month = `${plain(sayCount(price.volume))} contacts par mois : ${price.excludingTax} € HT`;
    expect(summary).toContain(month);
    expect(summary).toMatch(amount(price.includingTax, "TTC"));
    expect(summary).toContain("0,30 € HT");
    expect(summary).toContain("0,36 € TTC");
    expect(summary).not.toContain("197");
    expect(storedPrice()).toBe(0.3);
    expect(paymentLink()).toBe("https://pay.example/marketing");
  });
});

describe("Closing and the conference", () => {
  test("1000 calls cost 250 € on the page, in the price book and in structured data; the order leaves for its link", () => {
    expect(closingOffer.calls).toBe(closing.volume);
    expect(firstPrices.closing).toBe(cents(closing.excludingTax));
    expect(pricePerOutboundCall(firstPrices)).toBe(cents(closing.each));
    expect(includingTax(firstPrices.closing)).toBe(cents(closing.includingTax));
    expect(textOf(pageAt("/closing"))).toContain(
      `${closing.excludingTax} € HT (${closing.includingTax} € TTC) pour 1 000 appels sortants, soit ${closing.each} € HT par appel`,
    );
    expect(structuredPrices("/closing")).toEqual(inStructuredData([closing]));
    expect(propsOn("/closing", "ClosingOrderForm")).toMatchObject({ site: { paymentLink: site.payments.closing } });
  });

  test("a seat costs 190 € on the page, on the button, in the price book and in structured data", () => {
    expect(firstPrices.conferences).toBe(cents(conference.excludingTax));
    expect(includingTax(firstPrices.conferences)).toBe(cents(conference.includingTax));
    expect(textOf(pageAt("/conferences"))).toContain(
      `${conference.excludingTax} € HT (${conference.includingTax} € TTC)`,
    );
    expect(structuredPrices("/conferences")).toEqual(inStructuredData([conference]));

    const props = propsOn<any>("/conferences", "ConferenceRegistrationForm");
    expect(props.site.paymentLink).toBe(site.payments.conferences);
    render(<ConferenceRegistrationForm {...props} />);
    expect(plain(screen.getByRole("button").textContent)).toContain(`${conference.excludingTax} €`);
  });

  test("neither form lets a price be typed, and neither sends one", () => {
    render(<ClosingOrderForm {...propsOn<any>("/closing", "ClosingOrderForm")} />);
    render(<ConferenceRegistrationForm {...propsOn<any>("/conferences", "ConferenceRegistrationForm")} />);
    const names = [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(({ name }) => name);
    expect(names.filter((name) => /price|amount|prix|montant/i.test(name))).toEqual([]);
  });
});
