import { describe, expect, test } from "vitest";

import type { SiteSettings } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";

import { funnelSite } from "./funnel-site.ts";

const site: SiteSettings = {
  brand: "Ariane",
  slug: "ariane",
  origin: "http://localhost:3000",
  demo: undefined,
  api: { url: "", publishableKey: "public-key" },
  hasGoogleSignIn: true,
  accountOffers: { phoneFactors: false, keyFactors: true, passkeys: false },
  passwordRules: { leastLength: 8, requirements: "" },
  contact: {
    phone: "",
    email: "bonjour@ariane.example",
    testLine: "",
    address: { lines: [], mapUrl: "" },
    bookingUrl: "",
    social: [],
  },
  company: { name: "Ariane SAS" },
  people: [],
  authors: {},
  testimonials: [],
  clients: [],
  legal: {
    company: "Ariane SAS",
    legalForm: "",
    capitalEuros: 0,
    registeredOffice: "",
    siren: "",
    registry: "",
    vatNumber: "",
    publicationDirector: "",
    host: { name: "", address: "", phone: "" },
    updatedOn: civilDate("2025-06-25"),
    dataProtectionOfficer: "",
    mediator: { name: "", address: "", url: "" },
    processors: [],
  },
  paymentProvider: "Paiement",
  consent: { version: "", trackers: {}, attribution: false },
  offers: {
    promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    closingFreeSetUp: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    conferences: [{ registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02") }],
  },
  claims: { madeInFrance: false, mostPopular: false, fewerMissedCalls: false },
  payments: { secretariat: {} },
};

const termsVersion = civilDate("2025-06-25");

describe("What a funnel knows of the site", () => {
  test.each([
    ["2025-08-31", undefined],
    ["2025-09-01", "2025-10-30"],
    ["2025-10-30", "2025-10-30"],
    ["2025-10-31", undefined],
  ])("On %s the promotion's last day is %s", (today, until) => {
    expect(
      funnelSite(site, { offer: "secretariat", today: civilDate(today), legalPages: {}, termsVersion }).promotion?.to,
    ).toBe(until);
  });

  test.each(["marketing", "suiviclient"] as const)("The promotion is not told to the %s funnel", (offer) => {
    expect(
      funnelSite(site, { offer, today: civilDate("2025-10-15"), legalPages: {}, termsVersion }),
    ).not.toHaveProperty("promotion");
  });

  test("Our own API is asked where the page is, another one at its address", () => {
    const today = civilDate("2025-10-15");
    expect(funnelSite(site, { offer: "secretariat", today, legalPages: {}, termsVersion }).api).toEqual({
      url: "",
      publishableKey: "public-key",
    });
    const hosted = { ...site, api: { ...site.api, url: "https://project.example" } };
    expect(funnelSite(hosted, { offer: "secretariat", today, legalPages: {}, termsVersion }).api.url).toBe(
      "https://project.example",
    );
  });

  test("Nothing of it is lost on the way through the page", () => {
    const props = funnelSite(site, {
      offer: "secretariat",
      today: civilDate("2025-10-15"),
      legalPages: { terms: "/cgu" },
      termsVersion,
    });
    expect(JSON.parse(JSON.stringify(props))).toEqual(props);
  });
});
