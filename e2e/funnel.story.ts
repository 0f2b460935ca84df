import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import {
  giveAccount,
  giveConfiguration,
  giveInformation,
  newPerson,
  openFunnel,
  reachSummary,
  storedFunnel,
  submitConfiguration,
} from "./support/funnel.ts";
import { newVisitor } from "./support/pages.ts";

test("On the smallest telephone step 1 shows its button at once, and step 3 its preview on one line", async () => {
  const page = await newVisitor({ viewport: { width: 360, height: 640 } });
  await page.addInitScript(() => localStorage.setItem("cookieConsent", "rejected"));
  await openFunnel(page);
  const button = await page.getByRole("button", { name: "Continuer", exact: true }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(640);

  const person = newPerson();
  await giveAccount(page, person);
  await giveInformation(page, person);
  const preview = page.getByRole("region", { name: "Le prochain appel, en aperçu" });
  expect(await preview.isVisible()).toBe(false);
  await page.getByText("Aperçu", { exact: true }).click();
  await preview.waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("complementary").getByRole("region", { name: "Le prochain appel, en aperçu" }).waitFor();
});

test("Every step survives a reload with what was typed", async () => {
  const person = newPerson();
  const page = await newVisitor();
  await openFunnel(page);
  await page.getByLabel("E-mail").fill(person.email);
  await expect.poll(async () => (await storedFunnel(page))?.email).toBe(person.email);
  await page.reload();
  await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(person.email);

  await giveAccount(page, person);
  await page.getByLabel("Prénom").fill(person.firstName);
  await page.reload();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect(await page.getByLabel("Prénom").inputValue()).toBe(person.firstName);

  await giveInformation(page, person);
  await giveConfiguration(page);
  await page.reload();
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
  expect(await page.getByRole("radio", { name: "Féminine" }).isChecked()).toBe(true);

  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("heading", { name: "Création en cours" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Récapitulatif" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Récapitulatif" }).waitFor();
});

fullTest("The browser's Back and Forward move between steps and lose nothing", async () => {
  const person = newPerson();
  const page = await newVisitor();
  await reachSummary(page, person);

  await page.goBack();
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect(await page.getByLabel("Prénom").inputValue()).toBe(person.firstName);
  await page.goForward();
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
  expect(await page.getByLabel("Phrase d'accueil").inputValue()).toContain("menuiserie");
});

fullTest("The whole funnel can be walked with the keyboard alone", async () => {
  const person = newPerson();
  const page = await newVisitor();
  await openFunnel(page);
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = async (name: string) => {
    for (let count = 0; count < 60; count += 1) {
      const focused = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "");
      if (focused === name) return;
      await press("Tab");
    }
    throw new Error(`${name} cannot be reached with Tab.`);
  };

  await tabTo("email");
  await page.keyboard.type(person.email);
  await press("Enter");
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  const fields: [string, string][] = [
    ["firstName", person.firstName],
    ["lastName", person.lastName],
    ["phone", "+33 (0)6 39 98 20 16"],
    ["companyName", person.company],
    ["businessType", "menuiserie"],
  ];
  for (const [name, value] of fields) {
    await tabTo(name);
    await page.keyboard.type(value);
  }
  await press("Enter");
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();

  await tabTo("callsPerMonth");
  await press("End");
  await press("Home");
  await press("ArrowRight");
  await expect.poll(async () => (await storedFunnel(page))?.callsPerMonth).toBe(10);
  await tabTo("voice");
  await press("Space");
  await tabTo("welcomeMessage");
  await page.keyboard.type("Bonjour, ici l’assistant vocal.");
  await tabTo("intention");
  await press("Space");
  await tabTo("hours");
  await press("Space");
  for (let count = 0; count < 30; count += 1) {
    const label = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (label.includes("Continuer")) break;
    await press("Tab");
  }
  await press("Enter");
  await page.getByRole("heading", { name: "Récapitulatif" }).waitFor();
});

fullTest("What is typed in one tab shows in the other", async () => {
  const page = await newVisitor();
  await openFunnel(page);
  await giveAccount(page, newPerson());
  const other = await page.context().newPage();
  await openFunnel(other);
  await other.getByRole("heading", { name: "Vos informations" }).waitFor();
  await other.getByLabel("Prénom").fill("Autre");
  await expect.poll(() => page.getByLabel("Prénom").inputValue()).toBe("Autre");
});

fullTest("'Modifier' in the summary leads back to the step, and the new answer replaces the old", async () => {
  const person = newPerson();
  const page = await newVisitor();
  await reachSummary(page, person);
  await page
    .getByRole("button", { name: /Modifier/ })
    .last()
    .click();
  await page.getByRole("heading", { name: /Configurez|informations/ }).waitFor();
  await page.getByRole("radio", { name: "de 17h à 9h (la soirée)" }).check();
  await submitConfiguration(page);
  await page.getByText("de 17h à 9h (la soirée)").waitFor();
  await page.getByText("Réponses enregistrées").waitFor();
});
