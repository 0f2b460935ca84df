import { afterAll, beforeAll, expect, test } from "vitest";

import { signInAsAdministrator } from "./support/back-office.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

/** A site of its own: what an administrator does on it is all that its journal says. */
let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.stop());

async function openRoom(name: string) {
  const page = await newVisitor({ siteUrl: site.url });
  await signInAsAdministrator(page, site.admin);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return page;
}

type Page = Awaited<ReturnType<typeof openRoom>>;

async function expectFit(page: Page) {
  for (const viewport of [{ width: 390, height: 844 }, desktop.viewport]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
}

test("The journal says who signed in and read the list, and is narrowed by action, by day and by person", async () => {
  const page = await openRoom("Journal");
  const lines = page.getByRole("list", { name: "Lignes du journal" }).getByRole("listitem");
  await lines.filter({ hasText: "Connexion à l’administration" }).first().waitFor();
  await lines.filter({ hasText: "Liste des leads consultée" }).first().waitFor();
  await lines.filter({ hasText: site.admin.email }).first().waitFor();
  await expectFit(page);

  await page.getByLabel("Action").selectOption("Fiche ouverte");
  await page.getByText("Aucune ligne.").waitFor();
  expect(new URL(page.url()).search).toBe("?action=lead.opened");
  await expectAccessible(page);
  await page.goBack();
  await lines.first().waitFor();
  await page.getByLabel("Personne").selectOption("Le serveur");
  await page.getByLabel("Du", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Retirer les filtres" }).click();
  await lines.filter({ hasText: "Connexion à l’administration" }).first().waitFor();
});
