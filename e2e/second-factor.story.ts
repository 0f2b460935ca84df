import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { goToScreen } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { openProductionSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

const password = "Bruyère-Matin-57";
const stepMs = 30_000;

async function signUp(): Promise<string> {
  const { email } = newPerson();
  const html = await (await fetch(`${inject("siteUrl")}/dashboard`)).text();
  const apikey = /sb_publishable_[\w-]+/.exec(html)?.[0] ?? "";
  const answer = await fetch(`${inject("siteUrl")}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return email;
}

async function showPassword(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(typed);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Gérer la sécurité" }).click();
  await page.getByRole("heading", { name: "Appareils connectés" }).waitFor();
}

/** What an authenticator application shows for the key that was typed into it, a step of 30 s ahead for a second use. */
function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * stepMs });
}

/** @returns the key that was shown */
async function addDevice(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Ajouter un appareil" }).click();
  await page.getByLabel("Nom de l’appareil").fill(name);
  await page.getByRole("button", { name: "Afficher le code à scanner" }).click();
  const picture = page.getByRole("img", { name: "Code QR à scanner" });
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expectAccessible(page);
  await expectNoOverflow(page);
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code affiché par l’application").fill(codeOf(secret));
  await page.getByRole("button", { name: "Enregistrer l’appareil" }).click();
  await page.getByText(`${name} est enregistré`).waitFor();
  return secret;
}

/** Keys that the browser itself keeps, and that their owner confirms at once. */
async function addVirtualKeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

fullTest("A customer adds an application, and is asked for its code after the password from then on", async () => {
  const email = await signUp();
  const page = await newVisitor();
  await page.goto("/dashboard");
  await showPassword(page, email);
  await openSecurity(page);
  await expectAccessible(page);
  await expectNoOverflow(page);
  const secret = await addDevice(page, "Téléphone de Paul");
  await page.getByRole("list", { name: "Vos seconds facteurs" }).getByText("Téléphone de Paul").waitFor();

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await showPassword(page, email);
  await page.getByRole("heading", { name: "Confirmez que c’est bien vous" }).waitFor();
  await expectAccessible(page);
  expectProblem(/status of 422/);
  await page.getByLabel("Code de vérification").fill("000000");
  await page.getByRole("button", { name: "Vérifier le code" }).click();
  await page.getByText("Code incorrect").waitFor();
  await page.getByLabel("Code de vérification").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Vérifier le code" }).click();
  await page.getByRole("button", { name: "Gérer la sécurité" }).waitFor();
});

fullTest("A phone receives the codes of an account, shown in the workshop", async () => {
  const email = await signUp();
  const page = await newVisitor();
  const number = `63${String(Date.now()).slice(-7)}`;
  const codes = async () => {
    const texts = (await (await fetch(`${inject("siteUrl")}/demo/sms.json`)).json()) as { to: string; otp: string }[];
    return texts.filter(({ to }) => to === `33${number}`).map(({ otp }) => otp);
  };
  await page.goto("/dashboard");
  await showPassword(page, email);
  await openSecurity(page);
  await page.getByRole("button", { name: "Ajouter un téléphone" }).click();
  await page.getByRole("button", { name: "Recevoir un code par SMS" }).click();
  await page.getByText("Saisissez votre numéro de téléphone mobile").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Numéro de téléphone mobile").fill(`0${number}`);
  await page.getByRole("button", { name: "Recevoir un code par SMS" }).click();
  await page.getByText("Un code vient de partir par SMS").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect.poll(async () => (await codes()).length).toBe(1);
  const sent = new Set(await codes());
  await page.getByLabel("Code reçu par SMS").fill([...sent][0] ?? "");
  await page.getByRole("button", { name: "Enregistrer le téléphone" }).click();
  await page.getByText(`Téléphone …${number.slice(-4)} est enregistré`).waitFor();

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await showPassword(page, email);
  await page.getByRole("heading", { name: "Confirmez que c’est bien vous" }).waitFor();
  await page.getByRole("button", { name: "Recevoir un code par SMS" }).click();
  await page.getByLabel("Code de vérification").waitFor();
  await expectAccessible(page);
  await expect.poll(async () => (await codes()).length).toBe(2);
  const second = (await codes()).find((code) => !sent.has(code)) ?? [...sent][0] ?? "";
  await page.getByLabel("Code de vérification").fill(second);
  await page.getByRole("button", { name: "Vérifier le code" }).click();
  await page.getByRole("button", { name: "Gérer la sécurité" }).waitFor();
});

fullTest("A key signs a customer in without a password, until it is taken away", async () => {
  const email = await signUp();
  const page = await newVisitor();
  await addVirtualKeys(page);
  await page.goto("/dashboard");
  await showPassword(page, email);
  await openSecurity(page);
  await page.getByRole("button", { name: "Créer une clé d’accès pour me connecter" }).click();
  await page.getByText("elle vous connecte sans mot de passe").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
  await openSecurity(page);
  await page.getByText("Dernière utilisation le").waitFor();
  await page.getByRole("button", { name: "Retirer Clé d’accès 1" }).click();
  await page.getByRole("button", { name: "Retirer Clé d’accès 1" }).click();
  await page.getByText("Cette clé d’accès ne permet plus de se connecter.").waitFor();

  expectProblem(/status of 4\d\d/);
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.getByText("Votre session est fermée sur cet appareil.").waitFor();
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
  await page.getByText("La clé n’a pas pu être vérifiée. Réessayez.").waitFor();
});

fullTest("An access key opens the account, and can be taken away", async () => {
  const email = await signUp();
  const page = await newVisitor(desktop);
  await addVirtualKeys(page);
  await page.goto("/dashboard");
  await showPassword(page, email);
  await openSecurity(page);
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
  await page.getByLabel("Nom de la clé d’accès").fill("Clé du bureau");
  await page.getByRole("button", { name: "Créer la clé" }).click();
  await page.getByText("Clé du bureau est enregistrée").waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await showPassword(page, email);
  await page.getByRole("heading", { name: "Confirmez que c’est bien vous" }).waitFor();
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
  await openSecurity(page);
  await page.getByRole("button", { name: "Retirer Clé du bureau" }).click();
  await page.getByRole("button", { name: "Retirer Clé du bureau" }).click();
  await page.getByText("Clé du bureau ne permet plus de se connecter").waitFor();
});

fullTest("Who sees where the account is open can end the other sessions", async () => {
  const email = await signUp();
  const [here, elsewhere] = [await newVisitor(), await newVisitor(desktop)];
  for (const page of [elsewhere, here]) {
    await page.goto("/dashboard");
    await showPassword(page, email);
    await page.getByRole("button", { name: "Gérer la sécurité" }).waitFor();
  }
  await openSecurity(here);
  await here.getByText("Cet appareil", { exact: true }).waitFor();
  await here.getByRole("button", { name: "Déconnecter tous les autres" }).click();
  await here.getByText("Tous les autres appareils sont déconnectés.").waitFor();

  expectProblem(/status of 40[13]/);
  await elsewhere.reload();
  await elsewhere.getByText("Votre session a pris fin").waitFor();
});

test("An administrator without a second factor sees its enrolment and nothing else, then everything", async () => {
  const site = await openProductionSite();
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/admin_dashboard|list_leads|search_leads/.test(request.url())) asked.push(request.url());
  });
  await page.goto("/admin");
  await showPassword(page, site.admin.email, site.admin.password);
  await page.getByRole("heading", { name: "Ajoutez un second facteur pour continuer" }).waitFor();
  await expectAccessible(page);
  await page.goto("/admin/dashboard");
  await page.waitForURL("**/admin/securite");
  expect(asked).toEqual([]);

  const secret = await addDevice(page, "Téléphone de l’équipe");
  await page.getByRole("button", { name: "Ouvrir les leads" }).click();
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await showPassword(page, site.admin.email, site.admin.password);
  await page.getByLabel("Code de vérification").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Vérifier le code" }).click();
  await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
  await goToScreen(page, "Sécurité");
  await page.getByRole("list", { name: "Vos seconds facteurs" }).waitFor();
  await expectAccessible(page);

  // A key that signs in stands for the password, not for the second factor.
  await addVirtualKeys(page);
  await page.getByRole("button", { name: "Créer une clé d’accès pour me connecter" }).click();
  await page.getByText("elle vous connecte sans mot de passe").waitFor();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  asked.length = 0;
  await expectAccessible(page);
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
  await page.getByLabel("Code de vérification").waitFor();
  await page.goto("/admin/dashboard");
  await page.getByLabel("Code de vérification").waitFor();
  expect(asked).toEqual([]);
});
