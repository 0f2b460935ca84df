import type { Page } from "playwright-core";
import { inject } from "vitest";

import type { Person } from "./funnel.ts";
import { desktop, newVisitor } from "./pages.ts";

export async function signInAsAdministrator(page: Page, admin = inject("admin")): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Mot de passe").fill(admin.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
}

export async function searchLeads(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Rechercher" }).fill(words);
}

export async function openLead(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).click();
  await page.getByRole("heading", { name }).waitFor();
}

/** What the team does to read a lead: signs in on a desk, looks for it, opens it. */
export async function findLead(
  { firstName, lastName }: Person,
  site: { url: string; admin?: { email: string; password: string } } = { url: inject("siteUrl") },
): Promise<Page> {
  const office = await newVisitor({ ...desktop, siteUrl: site.url });
  await signInAsAdministrator(office, site.admin);
  await searchLeads(office, lastName);
  await office.getByText("Affichage de 1 leads").waitFor();
  await openLead(office, `${firstName} ${lastName}`);
  return office;
}
