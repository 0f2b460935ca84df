import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { newPerson, type Person } from "./support/funnel.ts";
import { expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

const password = "Bruyère-Matin-57";

type Account = { access_token: string; user: { id: string } };

/** As whatever client of the service does it: the site itself makes no account this way. */
async function call(path: string, body: Record<string, unknown>, token?: string): Promise<unknown> {
  const html = await (await fetch(`${inject("siteUrl")}/dashboard`)).text();
  const apikey = /sb_publishable_[\w-]+/.exec(html)?.[0] ?? "";
  const headers = { "content-type": "application/json", apikey, authorization: `Bearer ${token ?? apikey}` };
  const answer = await fetch(`${inject("siteUrl")}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect([path, answer.ok]).toEqual([path, true]);
  return answer.status === 204 ? undefined : answer.json();
}

/** What a signed-in customer's funnel sends. */
async function sendAnswers({ access_token: token, user }: Account, person: Person): Promise<void> {
  const path = "/inscription-secretariat";
  const owner = { user_id_param: user.id, registration_path_param: path };
  await call("/rest/v1/rpc/create_profile_if_not_exists", owner, token);
  const answers = {
    email_param: person.email,
    funnel_origin_param: "secretariat",
    first_name_param: person.firstName,
    last_name_param: person.lastName,
    phone_param: "06 39 98 20 16",
    company_name_param: person.company,
    business_type_param: "menuiserie",
    registration_path_param: path,
    welcome_message_param: "Bonjour, je suis l’assistant vocal de la menuiserie.",
    intention_param: "rdv",
    calls_per_month_param: 50,
    business_hours_param: ["24h"],
    voice_param: "feminin",
  };
  await call("/rest/v1/rpc/create_lead_without_auth", answers, token);
}

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(typed);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

test("A customer signs in, sees what they asked for and how far it is, and leaves nothing behind", async () => {
  const person = newPerson();
  const account = (await call("/auth/v1/signup", { email: person.email, password })) as Account;
  const page = await newVisitor();

  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Votre espace client" }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expectProblem(/status of 400/);
  await signIn(page, person.email, "un autre mot de passe");
  await page.getByText("Email ou mot de passe incorrect. Veuillez réessayer.").waitFor();
  await signIn(page, person.email, password);
  await page.getByRole("heading", { name: "Aucune demande pour l’instant." }).waitFor();

  await sendAnswers(account, person);
  await page.reload();
  await page.getByRole("heading", { name: `Bonjour ${person.firstName}.` }).waitFor();
  const order = page.getByRole("region", { name: "Secrétariat" });
  for (const words of ["Demande reçue", "Paiement en attente", person.company, "Disponibilité tous les jours 24h/24"]) {
    await order.getByText(words).first().waitFor();
  }
  await expectAccessible(page);
  await expectNoOverflow(page);

  await order.getByRole("button", { name: /^Confirmer/ }).click();
  await page.waitForURL(/client_reference_id=/);
  await page.goBack();

  await page.getByRole("button", { name: "Supprimer mon compte" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer votre compte ?" });
  await dialog.getByText(/ne résilie pas un abonnement/).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Votre e-mail").fill("quelqu’un@ailleurs.example");
  await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
  await dialog.getByText("Saisissez l’adresse e-mail de votre compte").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.getByText("Votre session est fermée sur cet appareil.").waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

fullTest("A customer saves their data, then erases themselves, and no door opens to them any more", async () => {
  const person = newPerson();
  const account = (await call("/auth/v1/signup", { email: person.email, password })) as Account;
  await sendAnswers(account, person);
  const page = await newVisitor();
  await page.goto("/dashboard");
  await signIn(page, person.email, password);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exporter mes données" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("mes-donnees.json");
  const saved = await readFile(await download.path(), "utf8");
  expect(saved).toContain(person.email);
  expect(saved).toContain(JSON.stringify(person.company));

  await page.getByRole("button", { name: "Supprimer mon compte" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer votre compte ?" });
  await dialog.getByLabel("Votre e-mail").fill(person.email);
  await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
  await page.getByRole("heading", { name: "Votre compte est supprimé" }).waitFor();
  await expectAccessible(page);

  expectProblem(/status of 400/);
  await page.goto("/dashboard");
  await signIn(page, person.email, password);
  await page.getByText("Email ou mot de passe incorrect. Veuillez réessayer.").waitFor();
});

fullTest("Google brings a customer back to their space, under a clean address", async () => {
  const { email } = newPerson();
  const page = await newVisitor();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Continuer avec Google" }).click();
  await page.getByLabel("Une autre adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByText(email).waitFor();
  expect(page.url()).toBe(`${inject("siteUrl")}/dashboard`);
});

test("No cache keeps the page and no search engine lists it", async () => {
  const answer = await fetch(`${inject("siteUrl")}/dashboard`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
});
