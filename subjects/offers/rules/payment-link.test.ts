import { describe, expect, test } from "vitest";

import { hasPaymentLink, paymentAddress, paymentLinkOf } from "./payment-link.ts";

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
