import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { enterAsAdministrator } from "./support/back-office.ts";
import { newPerson, openFunnel, giveAccount, giveInformation, storedFunnel } from "./support/funnel.ts";
import { fillClosing, orderButton } from "./support/orders.ts";
import { desktop, expectAccessible, expectProblem, listAccessFaults, newVisitor } from "./support/pages.ts";

const files = /\/assets\/(?!loader)[^/]+\.js$/;
const sentence = /^Une partie de la page n’a pas pu être téléchargée/;

test("An order whose files are gone says so and keeps the answers, also over a reload", async () => {
  const page = await newVisitor(desktop);
  expectProblem(/Failed to load resource/);
  await page.route(files, (route) => route.fulfill({ status: 404 }));
  await page.goto("/closing");
  const person = newPerson();
  await fillClosing(page, person);
  await orderButton(page).click();
  await page.getByRole("alert").getByText(sentence).waitFor();
  expect(await page.getByLabel("Entreprise").inputValue()).toBe(person.company);
  await expectAccessible(page);

  await page.unroute(files);
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await expect.poll(() => page.getByLabel("Entreprise").inputValue()).toBe(person.company);
  expect(await page.getByLabel(/^Je certifie disposer/).isChecked()).toBe(true);
  expect(await page.getByRole("alert").getByText(sentence).isVisible()).toBe(false);
  await orderButton(page).click();
  await page.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
});

fullTest("With the network cut the page stays as it is, and goes on with the answers once it is back", async () => {
  const page = await newVisitor(desktop);
  expectProblem(/Failed to load resource/);
  await page.goto("/closing");
  await page.route("**/*", (route) => route.abort());
  const person = newPerson();
  await fillClosing(page, person);
  await orderButton(page).click();
  await page.getByRole("alert").getByText(sentence).waitFor();
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await expect.poll(() => page.getByLabel("Entreprise").inputValue()).toBe(person.company);

  await page.unroute("**/*");
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await page.getByRole("alert").getByText(sentence).waitFor({ state: "hidden" });
  await expect.poll(() => page.getByLabel("Entreprise").inputValue()).toBe(person.company);
  await orderButton(page).click();
  await page.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
});

test("A funnel whose later steps do not come says so at step 1, and goes on with its answers once they are there", async () => {
  const page = await newVisitor();
  expectProblem(/Failed to load resource/);
  const later = /\/assets\/later-steps[^/]*\.js$/;
  await page.route(later, (route) => route.fulfill({ status: 404 }));
  const person = newPerson();
  await openFunnel(page);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("alert").getByText(sentence).waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe(person.email);

  await page.unroute(later);
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await giveInformation(page, person);
});

fullTest("A funnel that fails over what is stored leaves a sentence and a way to start afresh", async () => {
  const page = await newVisitor();
  expectProblem(/refused on purpose/);
  const person = newPerson();
  await openFunnel(page);
  await giveAccount(page, person);
  await giveInformation(page, person);
  // What step 3 is drawn with.
  await page.addInitScript(() => {
    if (localStorage.getItem("funnel_state") === null) return;
    Array.prototype.findIndex = () => {
      throw new Error("refused on purpose");
    };
  });
  await page.reload();
  await page.getByRole("alert").getByText("Cette partie de la page s’est arrêtée sur une erreur.").waitFor();
  await page.getByRole("alert").getByRole("link", { name: /@/ }).waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Recharger la page" }).click();
  await page.getByRole("alert").getByText("Cette partie de la page s’est arrêtée sur une erreur.").waitFor();
  expect((await storedFunnel(page))?.["email"]).toBe(person.email);

  await page.getByRole("button", { name: "Tout effacer et recommencer" }).click();
  await page.getByRole("heading", { name: "Votre inscription" }).waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("");
});

fullTest("A screen of the desk whose files are gone, or that fails, says so and how to go on", async () => {
  const page = await newVisitor(desktop);
  expectProblem(/Failed to load resource|A screen failed|did not come|refused on purpose/);
  await enterAsAdministrator(page);
  await page.route(/\/assets\/statistics-screen[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto("/admin/statistiques");
  await page.getByRole("heading", { name: "Cet écran n’a pas pu être téléchargé." }).waitFor();
  await page.getByRole("alert").getByRole("link", { name: /@/ }).waitFor();
  await expectAccessible(page);
  await page.unroute(/\/assets\/statistics-screen[^/]*\.js$/);
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await page.getByRole("heading", { name: "Statistiques" }).waitFor();
});

fullTest("A form sent before its script has come is told what to do, and Back finds the answers", async () => {
  const page = await newVisitor(desktop);
  expectProblem(/Failed to load resource/);
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort());
  await page.goto("/closing");
  const person = newPerson();
  await fillClosing(page, person);
  await orderButton(page).click();
  await page.getByRole("heading", { name: "Vos réponses ne sont pas parties" }).waitFor();
  // No script says that this page is painted.
  expect(await listAccessFaults(page)).toEqual([]);
  await page.unroute(/\/assets\/[^/]+\.js$/);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Entreprise").inputValue()).toBe(person.company);
});
