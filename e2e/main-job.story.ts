import { expect, inject, test } from "vitest";

import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { openLead, searchLeads, signInAsAdministrator } from "./support/back-office.ts";
import {
  giveAccount,
  giveConfiguration,
  giveInformation,
  newPerson,
  reachSummary,
  storedFunnel,
  submitConfiguration,
} from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { webhooksAbout } from "./support/webhooks.ts";

test("A stranger signs up and pays; an administrator finds, opens and updates the lead", async () => {
  const person = newPerson();
  const visitor = await newVisitor();

  await visitor.goto("/");
  await visitor.getByRole("link", { name: "Essayer gratuitement" }).first().click();
  await expectAccessible(visitor);
  await giveAccount(visitor, person);
  await expectAccessible(visitor);
  await giveInformation(visitor, person);
  await visitor.getByRole("slider", { name: "Appels par jour" }).fill("5");
  await giveConfiguration(visitor);
  await expectAccessible(visitor);
  await expectNoOverflow(visitor);
  await submitConfiguration(visitor);
  await visitor.getByText("Réponses enregistrées").waitFor();
  await expectAccessible(visitor);
  await expectNoOverflow(visitor);
  expect(await storedFunnel(visitor)).toMatchObject({ step: 5, callsPerMonth: 50, price: 597, email: person.email });

  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  expect(new URL(visitor.url()).searchParams.get("prefilled_email")).toBe(person.email);
  await visitor.getByText("Secrétariat, 50 appels par jour").waitFor();
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Confirmer", exact: true }).click();
  await visitor.getByRole("heading", { name: "Merci" }).waitFor();
  await expectAccessible(visitor);
  await expect.poll(() => storedFunnel(visitor)).toBeNull();

  const admin = await newVisitor(desktop);
  await signInAsAdministrator(admin);
  await searchLeads(admin, person.lastName.toUpperCase());
  await admin.getByText("Affichage de 1 leads").waitFor();
  await expectAccessible(admin);
  await openLead(admin, `${person.firstName} ${person.lastName}`);
  const file = admin.getByRole("complementary");
  await file.getByText(person.company).first().waitFor();
  await file.getByText(/50 appels par jour, 597/).waitFor();
  await file.getByText("Disponibilité tous les jours 24h/24").first().waitFor();
  await expectAccessible(admin);

  await admin
    .getByRole("combobox", { name: `Statut de ${person.firstName} ${person.lastName}` })
    .first()
    .selectOption("Contacté");
  // The payment page has told the site; the administrator takes it back, as after a refund.
  const payment = (checked: boolean) =>
    admin.getByRole("switch", { name: `Paiement de ${person.firstName} ${person.lastName}`, checked }).first();
  await payment(true).click();
  await payment(false).waitFor();
  // Shown at once; said when it is stored.
  await admin.getByText(fileCopy.undo.payment(`${person.firstName} ${person.lastName}`, false)).waitFor();
  await admin.reload();
  await admin.getByText("Affichage de 1 leads").waitFor();
  const status = admin.getByRole("combobox", { name: `Statut de ${person.firstName} ${person.lastName}` }).first();
  expect(await status.inputValue()).toBe("contacted");
  await payment(false).waitFor();
});

fullTest("The questionnaire reaches the receiver once, signed, with exactly the specified fields", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await reachSummary(visitor, person);
  await visitor.getByText("Réponses enregistrées").waitFor();

  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  const [webhook] = await webhooksAbout(person.email);
  expect(webhook).toMatchObject({ isSignatureValid: true, status: 200 });
  expect(webhook?.body).toMatchObject({
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: "06 39 98 20 16",
    companyName: person.company,
    businessType: "menuiserie",
    funnel: "secretariat",
    businessHours: ["24h"],
    callsPerDay: 5,
    voice: "feminin",
    intention: "rdv",
    source: `${inject("siteUrl")}/inscription-secretariat`,
  });
  expect(webhook?.body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

fullTest("The price paid is the tier's, for a volume brought from elsewhere too", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await reachSummary(visitor, person, "/inscription-secretariat?volume=75");

  expect(new URL(visitor.url()).searchParams.has("volume")).toBe(false);
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByText("Secrétariat, 100 appels par jour").waitFor();
  await visitor.getByText(/997\s€\sHT/).waitFor();
});

fullTest("A volume without a payment link keeps the lead, says so, and lets another be chosen", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await reachSummary(visitor, person, "/inscription-secretariat?volume=1000");
  await visitor.getByText("Réponses enregistrées").waitFor();

  const button = visitor.getByRole("button", { name: "Prochainement disponible" });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  // Dispatched by keyboard: the button looks disabled but answers.
  await button.focus();
  await visitor.keyboard.press("Enter");
  await visitor.getByText("Cette offre n'est pas encore disponible").waitFor();
  await expectAccessible(visitor);

  await visitor.getByRole("button", { name: "Retour" }).first().click();
  await visitor.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
});
