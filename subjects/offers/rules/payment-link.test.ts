import { describe, expect, test } from "vitest";

import type { PaymentLinkEntry } from "#domain/site/site-config.ts";
import { civilDate } from "#kit/civil-date.ts";
import { siteForTests } from "#tests/support/site.ts";

import { hasPaymentLink, paymentAddress, paymentLinkOf } from "./payment-link.ts";
import { siteOn } from "./site-on-day.ts";

const links = { secretariat: { "50": "https://pay.example/50", "1000": "" }, marketing: "https://pay.example/m" };

describe("Payment link", () => {
  test.each([
    ["secretariat", 50, "https://pay.example/50"],
    ["secretariat", 1000, undefined],
    ["secretariat", 7, undefined],
    ["marketing", 5000, "https://pay.example/m"],
    ["suiviclient", 50, undefined],
  ] as const)("%s at %i leads to %s", (offer, volume, link) => {
    expect(paymentLinkOf(links, { offer, volume })).toBe(link);
  });

  test("An offer can be paid as soon as one of its volumes has a link", () => {
    expect([hasPaymentLink(links, "secretariat"), hasPaymentLink(links, "marketing")]).toEqual([true, true]);
    expect([hasPaymentLink(links, "suiviclient"), hasPaymentLink({ secretariat: {} }, "secretariat")]).toEqual([
      false,
      false,
    ]);
  });

  test("One link per volume wins for the follow-up", () => {
    const perVolume = { ...links, suiviclient: { "100": "https://pay.example/s100" } };
    expect(paymentLinkOf(perVolume, { offer: "suiviclient", volume: 100 })).toBe("https://pay.example/s100");
    expect(paymentLinkOf(perVolume, { offer: "suiviclient", volume: 50 })).toBeUndefined();
  });

  test("Training bodies take a page of their own where there is one, and the others never do", () => {
    const usual = { ...links, suiviclient: "https://pay.example/s" };
    const own = { ...usual, formation: { "100": "https://pay.example/f100" } };
    const linkOf = (each: typeof own | typeof usual, volume: number, isTraining = false) =>
      paymentLinkOf(each, { offer: "suiviclient", volume, isTraining });
    expect([linkOf(own, 100, true), linkOf(own, 50, true)]).toEqual(["https://pay.example/f100", usual.suiviclient]);
    expect([linkOf(own, 100), linkOf(usual, 100, true)]).toEqual([usual.suiviclient, usual.suiviclient]);
    expect(paymentLinkOf(own, { offer: "marketing", volume: 100, isTraining: true })).toBe(links.marketing);
  });

  test("The e-mail is encoded, the reference added, and an existing query and fragment survive", () => {
    const address = paymentAddress("https://pay.example/b?lang=fr#top", { email: "a+b@ex.fr", reference: "ref-1" });
    expect(address).toBe("https://pay.example/b?lang=fr&prefilled_email=a%2Bb%40ex.fr&client_reference_id=ref-1#top");
  });

  test("An e-mail cannot add a parameter of its own", () => {
    const address = paymentAddress("https://pay.example/b", { email: "a@b&client_reference_id=x", reference: "ref" });
    expect(new URL(address).searchParams.getAll("client_reference_id")).toEqual(["ref"]);
  });
});

describe("On a day, a link serves the price that it is said to ask", () => {
  const entry = (at: string, asks?: number, volume?: number): PaymentLinkEntry => ({
    sells: "secretariat",
    url: `https://pay.example/${at}`,
    ...(asks !== undefined && { asks }),
    ...(volume !== undefined && { volume }),
  });
  const dearer = { from: civilDate("2025-12-01"), of: "secretariat", volume: 50, price: 617_00 } as const;
  const paymentsOn = (day: string, links: PaymentLinkEntry[]) =>
    siteOn({ ...siteForTests, offers: { prices: [dearer] }, links }, civilDate(day)).payments;

  test("the one of before until then, the new one from that day on, and none without it", () => {
    const both = [entry("old", 716_40, 50), entry("new", 740_40, 50)];
    expect(paymentsOn("2025-11-30", both).secretariat).toEqual({ 50: "https://pay.example/old" });
    expect(paymentsOn("2025-12-01", both).secretariat).toEqual({ 50: "https://pay.example/new" });
    expect(paymentsOn("2025-12-01", both.slice(0, 1)).secretariat).toEqual({});
  });

  test("one of which nothing is said serves every day", () => {
    expect(paymentsOn("2025-12-01", [entry("any", undefined, 50)]).secretariat).toEqual({
      50: "https://pay.example/any",
    });
  });

  test("one for all volumes serves those that it asks the price of", () => {
    const forAll: PaymentLinkEntry = { sells: "marketing", url: "https://pay.example/m", asks: 720_00 };
    expect(paymentsOn("2025-12-01", [forAll]).marketing).toEqual({ 2000: "https://pay.example/m" });
  });

  test("what is agreed apart has no price to be compared with, and a thousand calls is one", () => {
    const apart: PaymentLinkEntry = { sells: "custom", url: "https://pay.example/c", asks: 1 };
    const calls: PaymentLinkEntry = { sells: "closing", url: "https://pay.example/k", asks: 300_00 };
    expect(paymentsOn("2025-12-01", [apart, calls])).toMatchObject({ custom: apart.url, closing: calls.url });
    expect(paymentsOn("2025-12-01", [{ ...calls, asks: 250_00 }]).closing).toBeUndefined();
  });
});
