import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import {
  enterAsAdministrator,
  findLead,
  openLead,
  searchLeads,
  sendLeadOf,
  signInAsAdministrator,
} from "./support/back-office.ts";
import { newPerson, reachSummary } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

fullTest("A wrong password gets the specified sentence and stays at the door", async () => {
  const page = await newVisitor();
  expectProblem(/status of 400/);
  await page.goto("/admin");
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill("admin@ariane.example");
  await page.getByLabel("Mot de passe").fill("mauvais mot de passe");
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByText("Email ou mot de passe incorrect. Veuillez réessayer.").waitFor();
  await expectAccessible(page);
});

test("Without a session the dashboard leads to the login, and asks for no lead", async () => {
  const page = await newVisitor(desktop);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) asked.push(request.url());
  });
  const startedAt = Date.now();
  await page.goto("/admin/dashboard");
  await page.waitForURL(/\/admin(\?|$)/);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(500);
  expect(asked).toEqual([]);
});

fullTest("Filters, search and sort combine, live in the address, and survive a reload", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await page.getByRole("combobox", { name: "Tunnel" }).selectOption("Secrétariat");
  await page.getByRole("combobox", { name: "Statut", exact: true }).selectOption("Client");
  await page.getByRole("combobox", { name: "Paiement", exact: true }).selectOption("Payé");
  await expect.poll(() => new URL(page.url()).search).not.toBe("");
  const line = page.getByText(/^Affichage de \d+ leads$/);
  const before = await line.textContent();
  await page.reload();
  await line.waitFor();
  await expect.poll(() => line.textContent()).toBe(before);
  await expectAccessible(page);
});

fullTest("A search is literal and never an error, whatever its signs", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  for (const words of ["%", "_", ",", "()", '"', "\\", "*", "' or 1=1--", "<img src=x onerror=alert(1)>"]) {
    await searchLeads(page, "");
    await page.getByText(/^Affichage de [1-9]\d* leads$/).waitFor();
    await searchLeads(page, words);
    await page.getByText("Affichage de 0 leads").waitFor();
  }
});

fullTest("A lead's hostile texts are shown as text in the list and in its file", async () => {
  const person = { ...newPerson("<img src=x onerror=alert(1)>"), company: "</script><script>alert(2)</script>" };
  const visitor = await newVisitor();
  await reachSummary(visitor, person);
  await visitor.getByText("Réponses enregistrées").waitFor();

  const page = await newVisitor(desktop);
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await enterAsAdministrator(page);
  await searchLeads(page, person.lastName);
  await openLead(page, `${person.firstName} ${person.lastName}`);
  await page.getByText(person.company).first().waitFor();
  expect(dialogs).toBe(0);
});

test("Deleting asks first, then the contact is gone", async () => {
  const person = newPerson();
  await sendLeadOf(person);
  const page = await findLead(person);
  await page.getByRole("button", { name: "Supprimer le contact" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("Tout ce qui suit sera effacé.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Garder" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Affichage de 1 leads").waitFor();

  await page.getByRole("button", { name: "Supprimer le contact" }).click();
  await dialog.getByRole("button", { name: "Supprimer le contact" }).click();
  await page.getByText("Contact supprimé avec succès !").waitFor();
  await page.getByText("Affichage de 0 leads").waitFor();
});

fullTest("On a telephone the list and a lead's file fit the screen", async () => {
  const page = await newVisitor();
  await enterAsAdministrator(page);
  await expectNoOverflow(page);
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Coordonnées" }).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test("Signing out closes the door", async () => {
  const page = await newVisitor(desktop);
  // A session of its own: that of the other stories stays.
  await signInAsAdministrator(page);
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.waitForURL(/\/admin(\?|$)/);
  await page.goto("/admin/dashboard");
  await page.waitForURL(/\/admin(\?|$)/);
});
