import { expect, test } from "vitest";

import { funnelOrigins } from "#domain/kernel/lead.ts";
import { closingObjectives } from "#domain/funnel/choices.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import { type LeadReceived, leadReceivedMail, newsletterMail, paymentReceivedMail } from "./lead-mails.ts";

const bare = { ...mailSiteForTests, contact: { ...mailSiteForTests.contact, email: "", bookingUrl: "" } };
const write = (data: LeadReceived, site = mailSiteForTests) => leadReceivedMail(data, "Zeta", site);
const factsOf = (data: LeadReceived) =>
  (write(data).facts ?? []).map(({ label, value }) => `${label}: ${value}`).join("|");

test.each<[LeadReceived, RegExp]>([
  [{ offer: "secretariat", callsPerDay: 1000 }, /Volume: 1\s000 appels par jour/u],
  [{ offer: "suiviclient", activeClients: 50 }, /Volume: 50 clients actifs par mois/],
  [{ offer: "marketing", prospects: "20000+" }, /Prospects par mois: Plus de 20\s000/u],
  [{ offer: "closing", objectives: [...closingObjectives] }, /Objectif: Prendre des rendez-vous, Vendre/],
  [{ offer: "conferences" }, /Date: mardi 2 décembre 2025/],
  [{ offer: "conferences", kind: "waitlist" }, /Demande: Être prévenu/],
])("%j is said in words", (data, words) => {
  expect(factsOf(data)).toMatch(words);
});

test.each<[LeadReceived]>([
  [{ offer: "marketing", prospects: "<b>évier</b>" }],
  [{ offer: "closing", objectives: ["évier"] }],
  [{ offer: "conferences", kind: "évier" }],
])("%j says no code that is not ours", (data) => {
  expect(JSON.stringify(write(data))).not.toContain("évier");
});

test.each(funnelOrigins)(
  "The mails of %s say who to write to, what becomes of the data, and what comes next",
  (offer) => {
    for (const mail of [write({ offer }), paymentReceivedMail({ offer }, "Zeta", mailSiteForTests)]) {
      expect(mail.notes.join()).toContain(mailSiteForTests.contact.email);
      expect(mail.links?.map(({ link }) => link)).toEqual(["https://zeta.example/politique-de-confidentialite"]);
      expect(mail.steps?.length).toBeGreaterThan(0);
    }
    expect(write({ offer }).notes.join()).toContain("effacer");
    expect(JSON.stringify([write({ offer }, bare), paymentReceivedMail({ offer }, "Zeta", bare)])).not.toMatch(
      /undefined|: "?"?[,}]/,
    );
  },
);

test("An amount is said in euros only, and only when something was paid", () => {
  const amountOf = (amountCents?: number, currency?: string) =>
    paymentReceivedMail(
      { offer: "closing", ...(amountCents !== undefined && { amountCents }), ...(currency && { currency }) },
      "Zeta",
      mailSiteForTests,
    ).facts?.find(({ label }) => label === "Montant réglé")?.value;
  expect(amountOf(30_000, "eur")).toMatch(/^300\s€ TTC$/u);
  expect([amountOf(30_000, "usd"), amountOf(0, "eur"), amountOf()]).toEqual([undefined, undefined, undefined]);
});

test("The link of the newsletter leads to the thank-you page, whatever the token", () => {
  expect(newsletterMail({ token: "a&b#c" }, "Zeta", mailSiteForTests).action?.link).toBe(
    "https://zeta.example/merci?newsletter=a%26b%23c#lettre",
  );
});
