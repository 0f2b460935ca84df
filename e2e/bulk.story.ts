import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

/** Creates leads with a family name of their own, and opens the list that shows them. */
async function showFamily(page: Page, count: number) {
  const { lastName } = newPerson();
  const asked = page.waitForRequest(/rpc\/list_leads/);
  await enterAsAdministrator(page);
  const { apikey = "", authorization = "" } = (await asked).headers();
  async function add(number: number): Promise<void> {
    const created = await page.request.post("/functions/v1/create-lead", {
      headers: { apikey, authorization },
      data: {
        email: `${lastName}-${number}@exemple.example`.toLowerCase(),
        first_name: `Personne${number}`,
        last_name: lastName,
      },
    });
    expect(created.status()).toBe(200);
  }
  for (let number = 1; number <= count; number += 1) await add(number);
  await searchLeads(page, lastName);
  await page.getByText(`Affichage de ${count} leads`).waitFor();
  return { family: lastName, add };
}

const bar = (page: Page) => page.getByRole("region", { name: "Leads sélectionnés" });
const box = (page: Page, number: number, lastName: string) =>
  page.getByRole("checkbox", { name: `Sélectionner Personne${number} ${lastName}`, exact: true });
const statuses = (page: Page) =>
  page
    .getByRole("table")
    .getByRole("combobox", { name: /^Statut/ })
    .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));

test("A range of leads gets a status and an owner at once, each is set back to its own", async () => {
  const page = await newVisitor(desktop);
  const { family } = await showFamily(page, 6);
  await page.getByRole("combobox", { name: `Statut de Personne2 ${family}` }).selectOption("Client");
  await page
    .getByText(/Client/)
    .first()
    .waitFor();
  await box(page, 5, family).click();
  await box(page, 2, family).click({ modifiers: ["Shift"] });
  await bar(page).getByText("4 leads sélectionnés").waitFor();
  await expectAccessible(page);

  await bar(page).getByRole("combobox", { name: "Statut" }).selectOption("Contacté");
  await page.getByText("4 leads : statut « Contacté ».").waitFor();
  await expect
    .poll(() => statuses(page))
    .toEqual(["to_contact", "contacted", "contacted", "contacted", "contacted", "to_contact"]);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await page.getByText("C’est annulé.").waitFor();
  await expect
    .poll(() => statuses(page))
    .toEqual(["to_contact", "to_contact", "to_contact", "to_contact", "client", "to_contact"]);

  await bar(page).getByRole("combobox", { name: "Propriétaire" }).selectOption("admin@ariane.example");
  await page.getByText("4 leads : propriétaire admin@ariane.example.").waitFor();
});

fullTest(
  "All that match are chosen, stay so as leads arrive and in another order, and no more under other filters",
  async () => {
    const page = await newVisitor(desktop);
    const { family, add } = await showFamily(page, 3);
    await box(page, 2, family).check();
    await bar(page).getByRole("button", { name: "Tout sélectionner (3)" }).click();
    await bar(page).getByText("3 leads sélectionnés").waitFor();
    const download = page.waitForEvent("download");
    await bar(page).getByRole("button", { name: "Exporter (CSV)" }).click();
    expect((await download).suggestedFilename()).toMatch(/^leads-.*\.csv$/);

    await add(4);
    await page.getByText("Affichage de 4 leads").waitFor();
    await bar(page).getByText("3 leads sélectionnés").waitFor();
    expect(await box(page, 4, family).isChecked()).toBe(false);
    expect(await box(page, 1, family).isChecked()).toBe(true);

    await page.getByRole("button", { name: "Statut" }).first().click();
    await bar(page).getByText("3 leads sélectionnés").waitFor();
    await page.getByRole("combobox", { name: "Statut", exact: true }).first().selectOption("À contacter");
    await bar(page).waitFor({ state: "detached" });
  },
);

fullTest("A change that is cut half-way says what was done, and goes on where it stopped", async () => {
  const page = await newVisitor(desktop);
  const { family } = await showFamily(page, 2);
  expectProblem(/ERR_FAILED|net::/);
  await page.route("**/functions/v1/change-leads", (route) => route.abort(), { times: 1 });
  await box(page, 1, family).check();
  await box(page, 2, family).check();
  await bar(page).getByRole("combobox", { name: "Statut" }).selectOption("Inactif");
  await bar(page).getByText("0 lead modifié, 2 leads pas encore traités.").waitFor();
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Reprendre" }).click();
  await page.getByText("2 leads : statut « Inactif ».").waitFor();
  await expect.poll(() => statuses(page)).toEqual(["inactive", "inactive"]);
});

fullTest("What a colleague changed meanwhile stays, is named, and goes only when one insists", async () => {
  const [one, two] = [await newVisitor(desktop), await newVisitor(desktop)];
  const { family } = await showFamily(one, 2);
  // Told of nothing: what it shows is old.
  expectProblem(/ERR_FAILED/);
  await one.route("**/functions/v1/lead-events*", (route) => route.abort());
  await one.reload();
  await one.getByText("Affichage de 2 leads").waitFor();
  await enterAsAdministrator(two);
  await searchLeads(two, family);
  await two.getByRole("combobox", { name: `Statut de Personne1 ${family}` }).selectOption("Client");
  await two.getByRole("button", { name: "Annuler", exact: true }).waitFor();

  await box(one, 1, family).check();
  await box(one, 2, family).check();
  await bar(one).getByRole("combobox", { name: "Statut" }).selectOption("Contacté");
  await bar(one).getByText("1 lead modifié, 1 lead sans changement.").waitFor();
  await bar(one).getByText("Lesquels").click();
  await bar(one)
    .getByRole("link", { name: `Personne1 ${family}` })
    .waitFor();
  await bar(one).getByText("Modifié entre-temps par quelqu’un d’autre").waitFor();
  await expect.poll(async () => (await statuses(one)).toSorted()).toEqual(["client", "contacted"]);
  await bar(one).getByRole("button", { name: "Changer quand même" }).click();
  await expect.poll(() => statuses(one)).toEqual(["contacted", "contacted"]);
});

fullTest("Several leads go only for who types how many, one keeps nothing but what was asked", async () => {
  const page = await newVisitor(desktop);
  const { family } = await showFamily(page, 3);
  await box(page, 1, family).check();
  await box(page, 3, family).check();
  await bar(page).getByRole("button", { name: "Supprimer" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Supprimer 2 leads ?" });
  await dialog.waitFor();
  await expectAccessible(page);
  const confirm = dialog.getByRole("button", { name: "Supprimer 2 leads" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(/Pour confirmer/).fill("3");
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(/Pour confirmer/).fill("supprimer");
  await confirm.click();
  await page.getByText("2 leads supprimés.").waitFor();
  await page.getByText("Affichage de 1 leads").waitFor();
  await dialog.waitFor({ state: "detached" });
  await bar(page).waitFor({ state: "detached" });
});

fullTest("On a telephone leads are chosen by thumb, and everything fits", async () => {
  const page = await newVisitor();
  const { family } = await showFamily(page, 2);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await page.getByRole("button", { name: "Sélectionner", exact: true }).click();
  await box(page, 1, family).check();
  await bar(page).getByText("1 lead sélectionné").waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await bar(page).getByRole("combobox", { name: "Statut" }).selectOption("Client");
  await page.getByText("1 lead : statut « Client ».").waitFor();
  // Of two, only the one that was not is set back.
  await box(page, 2, family).check();
  await bar(page).getByRole("combobox", { name: "Statut" }).selectOption("Client");
  await page.getByText("2 leads : statut « Client ».").waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await page.getByText("C’est annulé.").waitFor();
  await expect.poll(async () => (await statuses(page)).toSorted()).toEqual(["client", "to_contact"]);
  await page.getByRole("button", { name: "Terminer" }).click();
  await bar(page).waitFor({ state: "detached" });
});
