import type { Page } from "playwright-core";

import type { Person } from "./funnel.ts";

export async function openClosing(page: Page): Promise<void> {
  await page.goto("/closing#closing-form");
  await page.getByRole("heading", { name: "Votre commande" }).waitFor();
}

export async function fillClosing(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Prénom").fill(person.firstName);
  await page.getByLabel("Nom", { exact: true }).fill(person.lastName);
  await page.getByLabel("Fonction").fill("Directrice commerciale");
  await page.getByLabel("Entreprise").fill(person.company);
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Téléphone").fill("06 39 98 77 31");
  await page.getByLabel("Nombre de prospects").fill("environ 2 000");
  await page.getByLabel("Objectif").selectOption("Prendre des rendez-vous");
  await page.getByLabel(/^J'accepte les conditions/).check();
  await page.getByLabel(/^Je certifie disposer/).check();
}

export const orderButton = (page: Page) => page.getByRole("button", { name: "Commander mes appels" });

export async function openConference(page: Page): Promise<void> {
  await page.goto("/conferences#conference-form");
  await page.getByLabel("Cabinet").waitFor();
}

export async function fillConference(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Nom", { exact: true }).fill(person.lastName);
  await page.getByLabel("Prénom").fill(person.firstName);
  await page.getByLabel("Cabinet").fill(person.company);
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
}

export const placeButton = (page: Page) => page.getByRole("button", { name: /^Réserver ma place/ });
