import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { adminNavigation } from "#content/admin-navigation.ts";
import { adminScreens } from "#domain/site/admin-screens.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

/** Rows of the list before are faded: their contrast is not judged. */
async function expectAccessibleList(page: Page): Promise<void> {
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
  await expectAccessible(page);
}

const addressOf = (page: Page) => decodeURIComponent(new URL(page.url()).search);

fullTest("More filters narrow the list as they are chosen, live in the address, and go by one touch", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const all = await page.getByText(/^Affichage de \d+ leads$/).textContent();
  await page.getByRole("button", { name: "Plus de filtres" }).click();
  const dialog = page.getByRole("dialog", { name: "Plus de filtres" });
  await dialog.getByRole("combobox", { name: "Appel autorisé" }).selectOption("Oui");
  await dialog.getByRole("combobox", { name: "Propriétaire" }).selectOption("Personne");
  await dialog.getByLabel("Créé du").fill("2020-01-01");
  await expect.poll(() => addressOf(page)).toBe("?du=2020-01-01&appel=oui&proprietaire=aucun");
  await expectAccessibleList(page);
  await dialog.getByRole("button", { name: "Voir les leads" }).click();

  const chips = page.getByRole("list", { name: "Filtres actifs" });
  await chips.getByRole("button", { name: "Retirer le filtre Appel autorisé : Oui" }).click();
  await expect.poll(() => addressOf(page)).toBe("?du=2020-01-01&proprietaire=aucun");
  await expectAccessibleList(page);
  await page.goBack();
  await chips.getByRole("button", { name: "Retirer le filtre Appel autorisé : Oui" }).waitFor();
  await page.goForward();
  await expect.poll(() => addressOf(page)).toBe("?du=2020-01-01&proprietaire=aucun");
  await chips.getByRole("button", { name: "Tout retirer" }).click();
  await page.getByText(all ?? "", { exact: true }).waitFor();
  expect(addressOf(page)).toBe("");
});

fullTest("An address of today or of before, or a hostile one, shows a list and never an error", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  for (const address of [
    "tri=last_name.asc",
    "tri=last_name&sens=asc",
    "tri=constructor&sens=up&du=0000-00-00&au=9999-99-99&expire=-1&proprietaire=%27--&appel=1&vue=x&recherche=%00",
  ]) {
    await page.goto(`/admin/dashboard?${address}`);
    await page.getByText(/^Affichage de [1-9]\d* leads$/).waitFor();
  }
});

fullTest("A click on a head sorts by its column, and another the other way round", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const head = page.getByRole("columnheader", { name: "Volume" });
  await head.getByRole("button").click();
  await expect.poll(() => addressOf(page)).toBe("?tri=volume&sens=desc");
  expect(await head.getAttribute("aria-sort")).toBe("descending");
  await head.getByRole("button").click();
  await expect.poll(() => addressOf(page)).toBe("?tri=volume&sens=asc");
  expect(await head.getAttribute("aria-sort")).toBe("ascending");
  expect(await page.getByRole("combobox", { name: "Trier" }).locator("option:checked").textContent()).toBe(
    "Plus petits volumes d’abord",
  );
  await page.getByRole("columnheader", { name: "Contact" }).getByRole("button").click();
  await expect.poll(() => addressOf(page)).toBe("?tri=last_name&sens=asc");
});

fullTest("The columns that are chosen stay in this browser, and those of the beginning come back", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const heads = () => page.getByRole("columnheader").allTextContents();
  const usual = await heads();
  await page.getByRole("button", { name: "Colonnes" }).click();
  for (const column of ["Propriétaire", "Rappel", "Modifié le", "Expire le"]) await page.getByLabel(column).check();
  await page.getByLabel("Volume").uncheck();
  await expectAccessibleList(page);
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.poll(heads).toContain("Rappel");
  expect(await heads()).not.toContain("Volume");
  await page.getByRole("columnheader", { name: "Rappel" }).getByRole("button").click();
  await expect.poll(() => addressOf(page)).toBe("?tri=callback_at&sens=asc");
  await expectAccessibleList(page);
  await expectNoOverflow(page);

  await page.reload();
  await expect.poll(heads).toContain("Rappel");
  await page.getByRole("button", { name: "Colonnes" }).click();
  await page.getByRole("button", { name: "Colonnes d’origine" }).click();
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.poll(heads).toEqual(usual);
});

fullTest("Fourteen leads fit a desk of 900 px; with many columns, names and heads stay where one scrolls", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const [head, first] = await Promise.all(
    [0, 1].map((index) =>
      page
        .getByRole("row")
        .nth(index)
        .evaluate((row) => row.getBoundingClientRect().toJSON()),
    ),
  );
  expect((900 - first.top) / first.height).toBeGreaterThanOrEqual(14);
  expect(head.bottom).toBeLessThanOrEqual(first.top + 1);

  const all =
    "email,company_name,funnel_origin,volume,lead_status,payment_status,owner,callback_at,first_visit,created_at";
  await page.goto(`/admin/dashboard?colonnes=${all}`);
  const table = page.getByRole("region", { name: "Leads, à faire défiler de côté" });
  await table.evaluate((box) => box.scrollTo(400, 400));
  const seen = await table.evaluate((box) => {
    const { left, top } = box.getBoundingClientRect();
    const [corner, below] = [10, 300].map((y) => document.elementFromPoint(left + 90, top + y));
    return [corner?.closest("th")?.className, below?.closest("td")?.className, scrollY];
  });
  expect(seen).toEqual(["lead-contact", "lead-contact", 0]);
  await expectNoOverflow(page);
  await expectAccessibleList(page);
});

fullTest("On a telephone all filters are behind one button, and fit the screen", async () => {
  const page = await newVisitor();
  await enterAsAdministrator(page);
  await page.getByRole("button", { name: "Filtres" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtres" });
  await sheet.getByRole("combobox", { name: "Statut" }).selectOption("Client");
  await sheet.getByRole("combobox", { name: "Expire" }).selectOption("Sous 30 jours");
  await expectAccessibleList(page);
  await expectNoOverflow(page);
  await sheet.getByRole("button", { name: "Voir les leads" }).click();
  await page.getByRole("button", { name: "Filtres (2)" }).waitFor();
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Retirer le filtre Expire : Sous 30 jours" }).click();
  await expect.poll(() => addressOf(page)).toBe("?statut=client");
  await expectAccessibleList(page);
  await searchLeads(page, "personne de ce nom");
  await page.getByText("Retirez").or(page.getByText("retirez un filtre")).first().waitFor();
});

test("A view is kept with its columns, shared by its address, changed and taken away", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const heads = () => page.getByRole("columnheader").allTextContents();
  const status = page.getByRole("combobox", { name: "Statut", exact: true });
  await status.selectOption("Plusieurs…");
  const choices = page.getByRole("dialog", { name: "Statut" });
  for (const each of ["Client", "Inactif"]) await choices.getByLabel(each).check();
  await choices.getByRole("button", { name: "Voir les leads" }).click();
  await page.getByRole("columnheader", { name: "Volume" }).getByRole("button").click();
  const line = page.getByText(/^Affichage de \d+ leads$/);
  await expect.poll(() => addressOf(page)).toBe("?statut=client,inactive&tri=volume&sens=desc");
  await page.getByRole("button", { name: "Colonnes" }).click();
  await page.getByLabel("Rappel").check();
  await page.getByRole("button", { name: "Fermer" }).click();
  await page.getByRole("button", { name: "Enregistrer la vue" }).click();
  const dialog = page.getByRole("dialog", { name: "Enregistrer la vue" });
  await dialog.getByRole("button", { name: "Enregistrer la vue" }).click();
  await dialog.getByText("Saisissez le nom de la vue").first().waitFor();
  await dialog.getByLabel("Nom de la vue").fill("Gros clients");
  await dialog.getByLabel("Partager avec toute l’équipe").check();
  await expectAccessibleList(page);
  await dialog.getByRole("button", { name: "Enregistrer la vue" }).click();
  await dialog.waitFor({ state: "hidden" });
  const choice = page.getByRole("combobox", { name: "Vue" });
  await expect.poll(() => choice.locator("option:checked").textContent()).toBe("Gros clients (équipe)");
  await expectAccessibleList(page);

  const id = new URL(page.url()).searchParams.get("vue");
  const own = await heads();
  await page.evaluate(() => localStorage.removeItem("colonnes_leads"));
  await page.goto(`/admin/dashboard?vue=${id}`);
  await line.waitFor();
  expect(await status.locator("option:checked").textContent()).toBe("Client, Inactif");
  expect(await heads()).toEqual(own);
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Suivi" }).waitFor();
  expect(await status.inputValue()).toBe("client,inactive");
  await page.getByRole("button", { name: "Fermer la fiche" }).click();

  await choice.selectOption("Tous les leads");
  await expect.poll(() => addressOf(page)).toBe("");
  expect(await heads()).not.toContain("Rappel");
  await choice.selectOption("Gros clients (équipe)");
  await status.selectOption("Tous");
  await page.getByRole("button", { name: "Enregistrer la vue" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Supprimer la vue" }).click();
  await page.getByText("Vue « Gros clients » supprimée.").waitFor();
  await choice.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Annuler" }).click();
  await choice.waitFor();
  await expectAccessibleList(page);
});

test("A tag is put on a lead in its file, stands in the list, narrows it, and leaves with its sheet", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .first()
    .click();
  await page.getByLabel("Nouvelle étiquette").fill("Salon 2026");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await page.getByRole("button", { name: "Retirer l’étiquette Salon 2026" }).waitFor();
  await page.getByText("Étiquette ajoutée : Salon 2026").waitFor();
  await page.getByRole("table").getByText("Salon 2026").waitFor();
  await expectAccessibleList(page);
  await page.getByRole("button", { name: "Fermer la fiche" }).click();

  await page.getByRole("button", { name: "Plus de filtres" }).click();
  const filters = page.getByRole("dialog", { name: "Plus de filtres" });
  await filters.getByRole("combobox", { name: "Étiquettes" }).selectOption("Salon 2026");
  await filters.getByRole("button", { name: "Voir les leads" }).click();
  await page.getByText("Affichage de 1 leads").waitFor();
  await expect.poll(() => addressOf(page)).toBe("?etiquette=Salon+2026");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter (XLSX)" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^leads-[\d-]+\.xlsx$/);

  await page.getByRole("button", { name: "Étiquettes", exact: true }).click();
  const tags = page.getByRole("dialog", { name: "Étiquettes" });
  await tags.getByLabel("Nom de l’étiquette Salon 2026").fill("Salon");
  await tags.getByRole("button", { name: "Renommer" }).click();
  await tags.getByLabel("Nom de l’étiquette Salon", { exact: true }).waitFor();
  await expectAccessible(page);
  await tags.getByRole("button", { name: "Supprimer l’étiquette Salon" }).click();
  await tags.getByRole("button", { name: "Supprimer de tous les leads ?" }).click();
  await tags.getByText("Aucune étiquette pour l’instant.").waitFor();
});

fullTest("At night the desk is dark, and as legible on every screen as by day", async () => {
  const page = await newVisitor({ ...desktop, colorScheme: "dark" });
  await enterAsAdministrator(page);
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Suivi" }).waitFor();
  await expectAccessibleList(page);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(21, 33, 27)");
  for (const screen of adminScreens) {
    await page.goto(`/admin/${screen}`);
    await page.getByRole("heading", { level: 1, name: adminNavigation.screens[screen] }).waitFor({ state: "attached" });
    await expectAccessible(page);
  }
});
