import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { desktop, expectAccessible, newVisitor } from "./support/pages.ts";

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
const dialogs = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

const palette = (page: Page) => page.getByRole("combobox", { name: "Écran, action ou nom d’un lead" });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
}

/** A lead typed by keyboard alone, from the palette; its file is open. */
async function typeLead(page: Page): Promise<string> {
  const { firstName, lastName, email } = newPerson();
  await openPalette(page);
  await page.keyboard.type("nouveau");
  await page.getByRole("option", { name: "Nouveau lead" }).waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Nouveau lead" });
  await dialog.getByLabel("E-mail").focus();
  await page.keyboard.type(email);
  await dialog.getByLabel("Prénom").focus();
  await page.keyboard.type(firstName);
  await dialog.getByLabel("Nom", { exact: true }).focus();
  await page.keyboard.type(lastName);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: `${firstName} ${lastName}` }).waitFor();
  return `${firstName} ${lastName}`;
}

test("A day at the desk without a mouse: found, moved to, opened, changed, noted, chosen, closed", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const name = await typeLead(page);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name }).waitFor({ state: "detached" });

  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("recherche");
  // What is typed is text, whatever its letters do elsewhere.
  await page.keyboard.type(name.split(" ").at(-1) ?? "");
  await page.getByText("Affichage de 1 leads").waitFor();
  expect(await dialogs(page).count()).toBe(0);
  await page.getByRole("main").focus();

  await page.keyboard.press("j");
  expect(await focused(page)).toBe(`Ouvrir la fiche de ${name}`);
  await page.keyboard.press("x");
  await page.getByText("1 lead sélectionné").waitFor();
  await page.keyboard.press("x");
  await page.getByText("1 lead sélectionné").waitFor({ state: "detached" });
  await page.keyboard.press("p");
  await page
    .getByRole("table")
    .getByRole("switch", { name: new RegExp(name), checked: true })
    .waitFor();

  await page.keyboard.press("s");
  expect(await focused(page)).toBe(`Statut de ${name}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).focus();

  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name }).waitFor();
  await page.keyboard.press("n");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("Rappeler jeudi, s’il pleut");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Historique" }).getByText("Rappeler jeudi, s’il pleut").waitFor();

  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog").waitFor();
  // Its own keys, not the desk's.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { name }).waitFor();
  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).focus();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name }).waitFor({ state: "detached" });
  expect(await focused(page)).toBe(`Ouvrir la fiche de ${name}`);
});

fullTest("Rows are one stop of Tab, arrows go from one to the next, with Shift they choose", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .nth(2)
    .waitFor();
  const boxes = page.getByRole("table").getByRole("checkbox");
  await boxes.first().focus();
  await page.keyboard.press("ArrowDown");
  expect(await boxes.nth(1).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("3 leads sélectionnés").waitFor();
  await page.keyboard.press("Shift+ArrowUp");
  await page.getByText("2 leads sélectionnés").waitFor();
  await expectAccessible(page);

  // Past the controls of this row, and out of the list.
  const isInList = () => page.evaluate(() => document.activeElement?.closest("tbody") !== null);
  let stops = 0;
  for (; (await isInList()) && stops < 10; stops += 1) await page.keyboard.press("Tab");
  expect(stops).toBeLessThanOrEqual(4);
  await page.keyboard.press("Shift+Tab");
  expect(await isInList()).toBe(true);
});

fullTest("The help shows every key and turns those of one letter off, for this device", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Raccourcis clavier" });
  await help.waitFor();
  for (const sentence of ["Lead suivant", "Changer le statut", "Aller à un écran, une action ou un lead"]) {
    await help.getByText(sentence).waitFor();
  }
  await expectAccessible(page);
  await help.getByRole("checkbox", { name: "Raccourcis d’une seule touche" }).uncheck();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });

  await page.reload();
  await page
    .getByRole("button", { name: /^Ouvrir la fiche de/ })
    .first()
    .waitFor();
  for (const key of ["?", "j", "x", "/"]) await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await dialogs(page).count()).toBe(0);
  // What is no letter still works, and the way back with it.
  await openPalette(page);
  await page.keyboard.type("raccourcis");
  await page.getByRole("option", { name: "Leads", exact: true }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await help.getByRole("checkbox", { name: "Raccourcis d’une seule touche" }).check();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("j");
  expect(await focused(page)).toMatch(/^Ouvrir la fiche de/);
});

fullTest("The palette finds screens, filters and leads by their name, from any screen", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const name = await typeLead(page);
  const field = palette(page);

  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type("equipe");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/equipe");
  await field.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Aller à…" }).click();
  await field.waitFor();
  await page.keyboard.type(name.split(" ").at(-1) ?? "");
  await page.getByRole("option", { name }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name }).waitFor();
  await page.waitForURL("**/admin/dashboard?fiche=*");

  await openPalette(page);
  await page.keyboard.type("client");
  await page.getByRole("option", { name: "Leads « Client »" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/dashboard?statut=client");

  await openPalette(page);
  await page.keyboard.type("zzzz qqqq");
  await page.getByText("Aucun résultat.", { exact: false }).first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
});

fullTest("On a telephone nothing of it is in the way, and a keyboard beside it still works", async () => {
  const page = await newVisitor();
  await enterAsAdministrator(page);
  expect(await page.getByRole("button", { name: "Aller à…" }).count()).toBe(0);
  await searchLeads(page, "");
  await openPalette(page);
  await expectAccessible(page);
});
