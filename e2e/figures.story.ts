import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { goToScreen, enterAsAdministrator } from "./support/back-office.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

/** A site of its own: what it counts is what these stories do. */
let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function openSignUp(): Promise<Page> {
  const page = await newVisitor({ siteUrl: site.url });
  const seen = page.waitForResponse(/count-step/);
  await page.goto("/inscription-secretariat");
  // From here on the page is alive: a click before it would be refused by the browser, not by us.
  await seen;
  return page;
}

/** Leaves step 1 once without an address, and once with one. */
async function passAccountStep(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("visiteuse@exemple.example");
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("textbox", { name: "Prénom" }).waitFor();
}

/** The cells of a line of one of the tables. */
async function lineOf(page: Page, table: string, line: string): Promise<string[]> {
  const row = page.getByRole("table", { name: table }).getByRole("row", { name: new RegExp(`^${line}`) });
  return row.getByRole("cell").allTextContents();
}

async function openTables(page: Page): Promise<void> {
  for (const table of await page.getByText("En tableau").all()) await table.click();
}

test("« Statistiques » shows where visitors stop, and a visitor who objects is not counted", async () => {
  const visitor = await openSignUp();
  await passAccountStep(visitor);
  await expectAccessible(visitor);

  const objector = await openSignUp();
  const counted: string[] = [];
  objector.on("request", (request) => {
    if (request.url().includes("count-step")) counted.push(request.url());
  });
  await objector.getByRole("button", { name: "Refuser la mesure d’audience" }).click();
  await objector.getByRole("button", { name: "Refuser la mesure d’audience", pressed: true }).waitFor();
  counted.length = 0;
  await passAccountStep(objector);
  await objector.reload();
  await objector.getByRole("button", { name: "Refuser la mesure d’audience", pressed: true }).waitFor();
  await objector.getByRole("textbox", { name: "Prénom" }).waitFor();
  expect(counted).toEqual([]);

  const office = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(office, site.admin);
  await goToScreen(office, "Statistiques");
  await office.getByRole("heading", { name: "Statistiques" }).waitFor();
  await expect
    .poll(async () => {
      await office.reload();
      await office.getByRole("img", { name: "Étape par étape\u00a0: Secrétariat" }).waitFor();
      await openTables(office);
      return Promise.all([
        lineOf(office, "Étape par étape\u00a0: Secrétariat", "Coordonnées"),
        lineOf(office, "Réponses refusées", "E-mail"),
      ]);
    })
    .toEqual([["1", "0", "0\u00a0%"], ["1"]]);
  // The objector's first view may have been before the objection.
  const [, passed] = await lineOf(office, "Étape par étape\u00a0: Secrétariat", "E-mail");
  expect(passed).toBe("1");
  expect(await lineOf(office, "Appareils", "Ordinateur")).not.toEqual([]);

  await office.getByRole("button", { name: "12 mois" }).click();
  await expect.poll(() => new URL(office.url()).searchParams.get("du")).not.toBeNull();
  for (const width of [320, 390, 1440]) {
    await office.setViewportSize({ width, height: 900 });
    await expectNoOverflow(office);
    await expectAccessible(office);
  }
});

fullTest("The ledger says what is missing, and leads to its list", async () => {
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  await goToScreen(page, "Registre");
  await page.getByRole("heading", { name: "Registre des leads" }).waitFor();
  await page.getByRole("rowheader", { name: /^Payées/ }).waitFor();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "Leads à contacter" }).click();
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
  expect(new URL(page.url()).searchParams.get("statut")).toBe("to_contact");
});

fullTest("« Exporter (CSV) » saves the leads of the list, in a file named by its day", async () => {
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  await page.getByRole("combobox", { name: "Tunnel" }).selectOption("Marketing");
  await expect.poll(() => new URL(page.url()).search).toContain("marketing");
  const shown = Number(/\d+/.exec((await page.getByText(/^Affichage de \d+ leads$/).textContent()) ?? "")?.[0]);

  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter (CSV)" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await saved.path(), "utf8");
  expect(text.startsWith('\uFEFF"Lead";"Créé le";"Modifié le";"Tunnel"')).toBe(true);
  expect(text.match(/";"Marketing";"/g)?.length ?? 0).toBe(shown);
  await expectAccessible(page);
});
