import { expect, test } from "vitest";

import { funnelOrigins } from "#domain/kernel/lead.ts";
import { closingObjectives } from "#subjects/funnel/rules/choices.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import { attachedLater } from "./merci.ts";
import { leadReceivedMail, newsletterMail, paymentReceivedMail, paymentTwiceMail } from "./lead-mails.ts";
import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";

const bare = { ...mailSiteForTests, contact: { ...mailSiteForTests.contact, email: "", bookingUrl: "" } };
const write = (data: LeadReceived, site = mailSiteForTests) => leadReceivedMail(data, "Zeta", site);
const factsOf = (data: LeadReceived) =>
  (write(data).facts ?? []).map(({ label, value }) => `${label}: ${value}`).join("|");

test.each<[LeadReceived, RegExp]>([
  [{ offer: "secretariat", callsPerDay: 1000 }, /Volume: 1\s000 appels par jour/u],
  [{ offer: "suiviclient", activeClients: 50 }, /Volume: 50 clients actifs par mois/],
  [{ offer: "marketing", prospects: "20000+" }, /Prospects par mois: Plus de 20\s000/u],
  [{ offer: "marketing", prospects: "5000-20000", asked: 10_000 }, /Volume: 10\s000 contacts par mois\|Prospects/u],
  [{ offer: "closing", objectives: [...closingObjectives] }, /Objectif: Prendre des rendez-vous, Vendre/],
  [{ offer: "closing", asked: 2000 }, /Volume: 2\s000 appels/u],
  [{ offer: "closing", asked: "environ 2 000" }, /Volume: 2\s000 appels/u],
  [{ offer: "closing" }, /Prix: 250\s€\sHT par millier/u],
  [{ offer: "conferences" }, /Date: mardi 2\sdécembre 2025/u],
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
      expect(mail.links?.at(-1)?.link).toBe("https://zeta.example/politique-de-confidentialite");
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
  expect(amountOf(30_000, "eur")).toMatch(/^300\s€\sTTC$/u);
  expect([amountOf(30_000, "usd"), amountOf(0, "eur"), amountOf()]).toEqual([undefined, undefined, undefined]);
});

test("A second payment of an order is told with its amount and its day, and promises what is due back", () => {
  const paid = { offer: "closing", amountCents: 300_00, currency: "eur", paidOn: "2026-11-20" } as const;
  const mail = paymentTwiceMail(paid, "Zeta", mailSiteForTests);
  expect(mail.facts).toEqual([
    { label: "Offre", value: "Appels sortants" },
    { label: "Autre paiement", value: "300\u00a0€\u00a0TTC" },
    { label: "Reçu le", value: "vendredi 20\u00a0novembre 2026" },
  ]);
  expect(mail.paragraphs.join(" ")).toContain("ce qui a été réglé en trop vous est remboursé");
  expect(paymentTwiceMail({ offer: "closing", currency: "usd" }, "Zeta", mailSiteForTests).facts).toHaveLength(1);
});

test("A payment says what was bought, and set-up as pages do", () => {
  const schedule = {
    purchase: { offer: "secretariat", volume: 50 },
    lines: [{ date: "2025-10-15", kind: "freeMonth", amount: { excludingTax: 0, includingTax: 0 } }],
    setUp: { kind: "offered", insteadOf: 99_000 },
  };
  const mail = paymentReceivedMail({ offer: "secretariat", amountCents: 0, schedule }, "Zeta", mailSiteForTests);
  expect(mail.facts).toContainEqual({ label: "Volume", value: "50 appels par jour" });
  const training = { ...schedule, purchase: { offer: "suiviclient", volume: 50, isTraining: true }, setUp: undefined };
  const trained = paymentReceivedMail({ offer: "suiviclient", schedule: training }, "Zeta", mailSiteForTests);
  expect(trained.facts).toContainEqual({ label: "Volume", value: "50 stagiaires suivis par mois" });
  expect(mail.schedule?.setUp?.label).toBe("Mise en service");
  expect(mail.schedule?.setUp?.value).toMatch(/^Offerte, au lieu de 990\s€\sHT$/u);
});

test("A confirmation says how it renews and ends, where its invoices are, and links to the terms it accepted", () => {
  const paid = { offer: "secretariat", amountCents: 0, asked: 50, paidOn: "2025-10-15" } as const;
  const { notes, links = [] } = paymentReceivedMail({ ...paid, terms: "2025-06-25" }, "Zeta", mailSiteForTests);
  const said = notes.join("\n");
  for (const words of ["reconduit chaque mois jusqu’à sa résiliation", "sans motif ni frais", "Vos factures sont"]) {
    expect(said).toContain(words);
  }
  expect(links[0]).toEqual({
    label: "Conditions générales acceptées, version du 25\u00a0juin 2025",
    link: `${mailSiteForTests.origin}/conditions-generales-utilisation/2025-06-25`,
  });

  const once = paymentReceivedMail({ offer: "closing", amountCents: 300_00 }, "Zeta", mailSiteForTests);
  expect(once.notes.join("\n")).not.toContain("reconduit");
});

test.each([undefined, null, 7, "2025-06-26", "../admin", "https://évier.example"])(
  "Terms of %j are none of ours: the link leads to those of the day of the payment",
  (terms) => {
    const mail = paymentReceivedMail({ offer: "closing", paidOn: "2025-10-15", terms }, "Zeta", mailSiteForTests);
    expect(mail.links?.[0]).toEqual({
      label: "Conditions générales, version du 25\u00a0juin 2025",
      link: `${mailSiteForTests.origin}/conditions-generales-utilisation/2025-06-25`,
    });
  },
);

test("A customer with an account reads when an order joins it, in place of a link to a first password", () => {
  const notesOf = (link?: string) =>
    paymentReceivedMail({ offer: "closing", ...(link && { firstPasswordLink: link }) }, "Zeta", mailSiteForTests).notes;
  expect(notesOf().join()).toContain(attachedLater);
  expect(notesOf("https://zeta.example/").join()).not.toContain(attachedLater);
});

test("A place at the conference needs no password: its programme comes first", () => {
  const paid = { offer: "conferences", firstPasswordLink: "https://zeta.example/mot" } as const;
  const { action, links } = paymentReceivedMail(paid, "Zeta", mailSiteForTests);
  expect(action?.link).toBe("https://zeta.example/conferences");
  expect(links?.map(({ link }) => link)).toContain("https://zeta.example/mot");
});

test.each(["closing", "conferences"] as const)(
  "An order of %s is paid from its first mail, where it can be",
  (offer) => {
    const sold = { ...mailSiteForTests, payments: { ...mailSiteForTests.payments, [offer]: "https://pay.example/" } };
    const payer = { email: "a+b@exemple.fr", reference: "lead" };
    const ordered = { offer, ...(offer === "closing" && { asked: 2000 }) };
    const payable = write({ ...ordered, payer }, sold);
    const query = "prefilled_email=a%2Bb%40exemple.fr&client_reference_id=lead";
    expect(payable.action?.link).toBe(`https://pay.example/?${query}`);
    expect(payable.steps?.[0]).toContain("le bouton de ce message y mène");
    expect(write(ordered, sold).steps?.[0]).toMatch(/paiement est reçu\.$/);
    expect(write({ ...ordered, payer }).steps?.[0]).toMatch(/L’équipe vous écrit pour le règlement\.$/);
  },
);

test("An order of calls without a number asks for it, and leads to no payment", () => {
  const sold = { ...mailSiteForTests, payments: { ...mailSiteForTests.payments, closing: "https://pay.example/" } };
  const mail = write({ offer: "closing", payer: { email: "a@exemple.fr", reference: "lead" } }, sold);
  expect(mail.steps?.[0]).toMatch(/^Il nous manque votre nombre de prospects/);
  expect(JSON.stringify(mail)).not.toContain("pay.example");
});

test("The link of the newsletter leads to the thank-you page, whatever the token", () => {
  expect(newsletterMail({ token: "a&b#c" }, "Zeta", mailSiteForTests).action?.link).toBe(
    "https://zeta.example/merci?newsletter=a%26b%23c#lettre",
  );
});
