import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { readdirSync } from "node:fs";
import { basename } from "node:path";

import { demoClients, demoTestimonials } from "#content/demo-people.ts";
import { shareImages } from "#content/share-images.ts";
import { forEachFamily } from "#domain/site/page-family.ts";
import type { PageAssets } from "#domain/site/page-renderer.ts";
import { shareImageOfCover, shareImageOfPage } from "#domain/site/share-image.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";

const conference = { registrationUntil: civilDate("2025-12-01"), heldOn: civilDate("2025-12-02") };

/** A site whose every value is different from the defaults, so that a test sees where each one goes. */
export const siteForTests: SiteOnDay = {
  prices: firstPrices,
  brand: "Zeta",
  slug: "zeta",
  origin: "https://zeta.example",
  demo: undefined,
  api: { url: "", publishableKey: "sb_publishable_zeta" },
  hasGoogleSignIn: true,
  accountOffers: { phoneFactors: true, keyFactors: true, passkeys: true },
  passwordRules: { leastLength: 9, requirements: "" },
  contact: {
    phone: "01 99 00 11 11",
    email: "bonjour@zeta.example",
    testLine: "01 99 00 22 22",
    address: { lines: ["1 rue du Test", "69001 Lyon"], mapUrl: "https://cartes.example/zeta" },
    bookingUrl: "https://rendez-vous.example/zeta",
    social: [
      { name: "YouTube", url: "https://video.example/zeta" },
      { name: "LinkedIn", url: "https://reseau.example/zeta" },
      { name: "Instagram", url: "https://photos.example/zeta" },
    ],
  },
  company: { name: "Zeta SAS" },
  legal: {
    company: "Zeta SAS",
    legalForm: "Société par actions simplifiée",
    capitalEuros: 2500,
    registeredOffice: "1 rue du Test, 69001 Lyon",
    siren: "111 111 111",
    registry: "RCS Lyon",
    vatNumber: "FR 11 111111111",
    publicationDirector: "Dominique Testeur",
    host: { name: "Hébergeur Zeta", address: "2 rue des Baies, 67000 Strasbourg", phone: "01 99 00 33 33" },
    updatedOn: civilDate("2025-06-25"),
    dataProtectionOfficer: "",
    mediator: { name: "", address: "", url: "" },
    processors: [
      { role: "mail", name: "Courrier Zeta", country: "FR", transferGuarantee: "" },
      { role: "automation", name: "Relais Zeta", country: "DE", transferGuarantee: "" },
      { role: "payment", name: "Caisse Zeta", country: "IE", transferGuarantee: "" },
      { role: "signIn", name: "Identité Zeta", country: "US", transferGuarantee: "décision d’adéquation Zeta" },
    ],
  },
  paymentProvider: "Paiement",
  consent: {
    version: "text-1",
    attribution: true,
    trackers: {
      marketing: {
        partner: "Régie Zeta",
        url: "https://pixel.example/tr?id=42",
        policyUrl: "https://pixel.example/politique",
        lifeMonths: 3,
        cookies: ["_zp"],
      },
      analytics: {
        partner: "Mesure Zeta",
        url: "https://mesure.example/vues",
        policyUrl: "",
        lifeMonths: 13,
        cookies: ["_zm"],
      },
    },
  },
  offers: {
    promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    closingFreeSetUp: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
    conference,
    conferences: [conference],
  },
  claims: {
    companies: 150,
    trainingOrganisations: 50,
    madeInFrance: true,
    mostPopular: true,
    fewerMissedCalls: true,
  },
  people: [],
  authors: {},
  testimonials: demoTestimonials("Zeta"),
  clients: demoClients,
  payments: { secretariat: {}, custom: "https://pay.example/custom" },
};

/** The same, on a day after the promotion. */
export const mailSiteForTests = { ...siteForTests, today: civilDate("2025-11-15") };

export const assetsForTests: PageAssets = {
  loaderScript: "/assets/loader.js",
  pageStyles: forEachFamily((family) => `/assets/${family}.css`),
  adminScript: "/assets/admin.js",
  adminStyles: "/assets/admin.css",
  demoStyles: "/assets/demo.css",
  favicon: "/assets/favicon.svg",
  font: "/assets/font.woff2",
  pictures: Object.fromEntries(
    [
      ...Object.keys(shareImages).map(shareImageOfPage),
      ...readdirSync("app/assets/covers").map((file) => shareImageOfCover(basename(file, ".svg"))),
      "icones/180.png",
      "icones/192.png",
      "icones/512.png",
    ].map((name) => [name, `/assets/${name.replaceAll("/", "-")}`]),
  ),
};
