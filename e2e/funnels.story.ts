import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { findLead, searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import {
  giveAccount,
  giveFollowUpAnswers,
  giveInformation,
  giveMarketingAnswers,
  newPerson,
  openFunnel,
  type Person,
  reachSummary,
  storedFunnel,
  submitConfiguration,
} from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { webhooksAbout } from "./support/webhooks.ts";

/** With tax. */
function centsDue(line: string): number {
  const [, euros = ""] = /([\d\s]+(?:,\d\d)?)\s€\sTTC/.exec(line) ?? [];
  return Math.round(Number(euros.replaceAll(/\s/g, "").replace(",", ".")) * 100);
}

type Payment = { email: string; status: string; amount_due_today: number; schedule: { amount: number }[] };

async function paymentOf(email: string): Promise<Payment | undefined> {
  const response = await fetch(`${inject("siteUrl")}/demo/payments.json`);
  return ((await response.json()) as Payment[]).find((payment) => payment.email === email);
}

/** Of their file the part with what they answered; its history, which comes later, says the same again. */
async function openTheirAnswers(person: Person) {
  const file = (await findLead(person)).getByRole("complementary");
  return file.locator("section").filter({ has: file.page().getByRole("heading", { name: /^Configuration / }) });
}

/** The step that is shown, on the narrowest screen, a desk, and the telephone of these stories again. */
async function expectToFit(visitor: Page): Promise<void> {
  for (const width of [320, 1440, 390]) {
    await visitor.setViewportSize({ width, height: 844 });
    await expectNoOverflow(visitor);
  }
}

test("Marketing, from the chooser to the payment: the lead and its webhook hold the answers", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await visitor.goto("/inscription");
  await visitor.getByRole("link", { name: /Choisir Marketing/ }).click();
  await visitor.getByRole("heading", { name: "Votre inscription" }).waitFor();
  await expectAccessible(visitor);
  await giveAccount(visitor, person);
  await giveInformation(visitor, person, "Préparez vos campagnes");
  await visitor.getByRole("button", { name: "Continuer" }).click();
  await visitor.getByRole("alert").getByText("Trois réponses sont à compléter").waitFor();
  await expectAccessible(visitor);

  await giveMarketingAnswers(visitor, "De 5 000 à 20 000");
  await expectAccessible(visitor);
  await expectToFit(visitor);
  await submitConfiguration(visitor);
  await visitor.getByText("Réponses enregistrées").waitFor();
  await expectAccessible(visitor);
  await expectToFit(visitor);
  expect(await storedFunnel(visitor)).toMatchObject({ funnel: "marketing", step: 5, price: 0.3 });
  expect(await visitor.getByText(/197/).count()).toBe(0);
  const due = (await visitor.getByRole("listitem").filter({ hasText: "TTC" }).allInnerTexts()).map(centsDue);
  expect(due).toEqual([1800_00, 1800_00]);

  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  expect(new URL(visitor.url()).searchParams.get("prefilled_email")).toBe(person.email);
  await visitor.getByRole("button", { name: "Payer", exact: true }).click();
  await visitor.getByRole("heading", { name: "Merci" }).waitFor();
  await expect.poll(() => storedFunnel(visitor)).toBeNull();
  const paid = await paymentOf(person.email);
  expect(paid).toMatchObject({ amount_due_today: 1800_00, status: "paid" });
  expect(paid?.schedule.map(({ amount }) => amount)).toEqual(due);
  await visitor.getByRole("heading", { name: "Échéancier" }).waitFor();
  expect((await visitor.getByRole("listitem").filter({ hasText: "TTC" }).allInnerTexts()).map(centsDue)).toEqual(due);

  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  const [webhook] = await webhooksAbout(person.email);
  expect(webhook).toMatchObject({ isSignatureValid: true, status: 200 });
  expect(webhook?.body).toMatchObject({
    firstName: person.firstName,
    lastName: person.lastName,
    phone: "06 39 98 20 16",
    companyName: person.company,
    businessType: "menuiserie",
    funnel: "marketing",
    voice: "",
    prospectsPerMonth: "5000-20000",
    currentClients: "100-1000",
    marketingNeeds: "Relancer les devis de l’hiver.",
    source: `${inject("siteUrl")}/inscription-marketing`,
    consents: {
      calls: { granted: false, form: "marketing", text: expect.stringContaining("J'accepte d'être appelé(e)") },
    },
  });
  expect(webhook?.body).not.toHaveProperty("businessHours");
  expect(webhook?.body).not.toHaveProperty("activeClientsPerMonth");

  const answers = await openTheirAnswers(person);
  await answers.getByText("De 5 000 à 20 000").waitFor();
  await answers.getByText("De 100 à 1 000").waitFor();
  await answers.getByText("Relancer les devis de l’hiver.").waitFor();
});

fullTest("Follow-up, from its page's volume to the payment: the lead and its webhook hold the answers", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await openFunnel(visitor, "/inscription-suiviclient?volume=190");
  await expect.poll(() => new URL(visitor.url()).search).toBe("");
  await giveAccount(visitor, person);
  await giveInformation(visitor, person, "Préparez votre suivi");
  const slider = visitor.getByRole("slider", { name: "Clients actifs par mois" });
  expect((await slider.getAttribute("aria-valuetext"))?.replaceAll(/\s/g, " ")).toBe(
    "200 clients actifs par mois, 790 € HT par mois",
  );
  await slider.press("ArrowLeft");
  await expect.poll(async () => (await storedFunnel(visitor))?.price).toBe(490);
  await giveFollowUpAnswers(visitor);
  await visitor.getByRole("radio", { name: "Masculine" }).check();
  await expectAccessible(visitor);
  await expectToFit(visitor);
  await submitConfiguration(visitor);
  await visitor.getByText("Réponses enregistrées").waitFor();
  await visitor.getByText("100 clients actifs par mois").waitFor();
  await expectAccessible(visitor);
  await expectToFit(visitor);
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();

  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  const [webhook] = await webhooksAbout(person.email);
  expect(webhook?.body).toMatchObject({
    funnel: "suiviclient",
    voice: "masculin",
    activeClientsPerMonth: "100",
    clientFollowupGoals: "Garder le lien après la pose.",
    source: `${inject("siteUrl")}/inscription-suiviclient`,
  });

  const answers = await openTheirAnswers(person);
  await answers.getByText(/100 clients actifs, 490/).waitFor();
  await answers.getByText("Garder le lien après la pose.").waitFor();
  await answers.getByText("Masculine").waitFor();
});

fullTest("From one funnel to another, e-mail and personal data stay, and each makes its own lead", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await reachSummary(visitor, person);
  await visitor.getByText("Réponses enregistrées").waitFor();

  await openFunnel(visitor, "/inscription-suiviclient");
  await visitor.getByRole("heading", { name: "Préparez votre suivi" }).waitFor();
  await visitor.getByRole("button", { name: "Retour" }).click();
  expect(await visitor.getByLabel("Nom commercial").inputValue()).toBe(person.company);
  await visitor.getByRole("button", { name: "Continuer" }).click();
  await visitor.getByLabel("Objectifs en suivi client").fill("Garder le lien.");
  await submitConfiguration(visitor);
  await visitor.getByText("Réponses enregistrées").waitFor();
  expect(await storedFunnel(visitor)).toMatchObject({ email: person.email, funnel: "suiviclient", price: 350 });

  await expect
    .poll(async () =>
      (await webhooksAbout(person.email)).map(({ body }) => String(body.funnel)).toSorted((a, b) => a.localeCompare(b)),
    )
    .toEqual(["secretariat", "suiviclient"]);
  const admin = await newVisitor(desktop);
  await enterAsAdministrator(admin);
  await searchLeads(admin, person.lastName);
  await admin.getByText("Affichage de 2 leads").waitFor();
});

fullTest("The secretariat's preview follows the answers; without a French voice there is nothing to play", async () => {
  const visitor = await newVisitor();
  await openFunnel(visitor);
  await giveAccount(visitor, newPerson());
  await giveInformation(visitor, newPerson(), "Configurez votre assistante");
  const preview = visitor.getByRole("region", { name: "Le prochain appel, en aperçu" });
  await visitor.getByText("Aperçu", { exact: true }).click();
  await visitor.getByLabel("Phrase d'accueil").fill("Bonjour, atelier Kerbrat.");
  await preview.getByText("Bonjour, atelier Kerbrat.").waitFor();
  await preview.getByText(/Je suis une intelligence artificielle, au service de/).waitFor();
  await visitor.getByRole("radio", { name: /Questionner/ }).check();
  await preview.getByText(/Deux questions d’abord/).waitFor();
  const hasVoice = await visitor.evaluate(() =>
    speechSynthesis.getVoices().some(({ lang, localService }) => localService && lang.startsWith("fr")),
  );
  expect(await preview.getByRole("button").count()).toBe(hasVoice ? 1 : 0);
  await expectAccessible(visitor);
  await expectNoOverflow(visitor);
});
