import type { Page } from "playwright-core";
import { inject } from "vitest";

export async function signInAsAdministrator(page: Page, admin = inject("admin")): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Mot de passe").fill(admin.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
}

export async function searchLeads(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Rechercher" }).fill(words);
}

export async function openLead(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).click();
  await page.getByRole("heading", { name }).waitFor();
}
