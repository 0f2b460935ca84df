import type { Page } from "playwright-core";

let personCount = 0;

export type Person = { firstName: string; lastName: string; email: string; company: string };

/** A new person, so that stories on one site do not meet each other's leads. */
export function newPerson(firstName = "Yann"): Person {
  personCount += 1;
  const tag = `${process.pid}x${personCount}x${Date.now().toString(36)}`;
  return {
    firstName,
    lastName: `Kerbrat${tag}`,
    email: `yann.${tag}@menuiserie.example`,
    company: "D'Été & Fils <b>",
  };
}

/** Opened and alive: what is typed from here on goes through the funnel's own code. */
export async function openFunnel(page: Page, address = "/inscription-secretariat"): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

export async function giveAccount(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
}

/** @param next the heading of the offer's own step 3 */
export async function giveInformation(
  page: Page,
  { firstName, lastName, company }: Person,
  next: string | RegExp = "Configurez votre assistante",
): Promise<void> {
  await page.getByLabel("Prénom").fill(firstName);
  await page.getByLabel("Nom", { exact: true }).fill(lastName);
  await page.getByLabel("Téléphone").fill("06 39 98 20 16");
  await page.getByLabel("Nom commercial").fill(company);
  await page.getByLabel("Activité entreprise").fill("menuiserie");
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("heading", { level: 1, name: next }).waitFor();
}

/** Answers step 3, the volume left as it stands. */
export async function giveConfiguration(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Féminine" }).check();
  await page.getByLabel("Phrase d'accueil").fill("Bonjour, je suis l’assistant vocal de la menuiserie.");
  await page.getByRole("radio", { name: /Prendre des rendez-vous/ }).check();
  await page.getByRole("radio", { name: "Disponibilité tous les jours 24h/24" }).check();
}

/** The same of marketing. @param prospects the range of contacts a month */
export async function giveMarketingAnswers(page: Page, prospects: string): Promise<void> {
  await page.getByRole("radiogroup", { name: "Prospects par mois" }).getByRole("radio", { name: prospects }).check();
  await page
    .getByRole("radiogroup", { name: "Clients actuels" })
    .getByRole("radio", { name: "De 100 à 1 000" })
    .check();
  await page.getByLabel("Besoins marketing spécifiques").fill("Relancer les devis de l’hiver.");
}

/** The same of the customer follow-up, the volume left as it stands. */
export async function giveFollowUpAnswers(page: Page): Promise<void> {
  await page.getByLabel("Objectifs en suivi client").fill("Garder le lien après la pose.");
}

/** @param look at step 4, before it gives way to the summary */
export async function submitConfiguration(page: Page, look?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("heading", { name: "Création en cours" }).waitFor();
  await look?.(page);
  await page.getByRole("heading", { name: "Récapitulatif" }).waitFor();
}

/** From an empty browser to the summary. */
export async function reachSummary(page: Page, person: Person, address?: string): Promise<void> {
  await openFunnel(page, address);
  await giveAccount(page, person);
  await giveInformation(page, person);
  await giveConfiguration(page);
  await submitConfiguration(page);
}

export function storedFunnel(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("funnel_state") ?? "null"));
}
