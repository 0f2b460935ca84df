import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { enterAsAdministrator, goToScreen } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

type Mail = { to: string; subject: string; text: string };

const password = "Bruyère-Matin-57";

async function openTeam(page: Page): Promise<void> {
  await goToScreen(page, "Équipe");
  await page.getByRole("heading", { name: "Équipe" }).waitFor();
  await page.getByRole("list", { name: "Administrateurs" }).waitFor();
}

async function invite(page: Page, email: string, name = ""): Promise<void> {
  await page.getByRole("button", { name: "Inviter un administrateur" }).click();
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Prénom et nom").fill(name);
  await page.getByRole("button", { name: "Envoyer l’invitation", exact: true }).click();
  await page.getByText(`L’invitation est partie à ${email}.`).waitFor();
}

/** The colleague opens the mailed link, chooses a password and comes in. */
async function acceptInvitation(email: string, options = {}): Promise<Page> {
  let link = "";
  const read = async () => {
    const mails = (await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json()) as Mail[];
    const text = mails.find(({ to }) => to === email)?.text ?? "";
    link = /\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? "";
    return link;
  };
  await expect.poll(read).not.toBe("");
  const page = await newVisitor(options);
  await page.goto(link);
  await page.getByLabel("Nouveau mot de passe").fill(password);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await page.getByRole("heading", { name: "Mot de passe enregistré" }).waitFor();
  await page.goto("/admin/dashboard");
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
  return page;
}

async function addDevice(page: Page): Promise<void> {
  await goToScreen(page, "Sécurité");
  await page.getByRole("button", { name: "Ajouter un appareil" }).click();
  await page.getByRole("button", { name: "Afficher le code à scanner" }).click();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code affiché par l’application").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Enregistrer l’appareil" }).click();
  await page.getByText("est enregistré").waitFor();
}

const lineOf = (page: Page, email: string) => page.getByRole("listitem").filter({ hasText: email });

test("An administrator invites a colleague, sees how their account is kept, and takes the right away", async () => {
  const { email } = newPerson("Camille");
  const office = await newVisitor(desktop);
  await enterAsAdministrator(office, undefined, "/admin/equipe");
  await lineOf(office, inject("admin").email).getByText("Vous", { exact: true }).waitFor();
  await office.getByRole("button", { name: "Inviter un administrateur" }).click();
  await office.getByRole("button", { name: "Envoyer l’invitation", exact: true }).click();
  await office.getByText("Saisissez l’adresse e-mail").waitFor();
  await expectAccessible(office);
  await office.getByRole("button", { name: "Annuler" }).click();
  await invite(office, email, "Camille Renaud");
  await lineOf(office, email).getByText("Camille Renaud").waitFor();
  await lineOf(office, email).getByText("Invitation envoyée").waitFor();
  await expectAccessible(office);

  const colleague = await acceptInvitation(email);
  await goToScreen(colleague, "Sécurité");
  await colleague.getByLabel("Prénom et nom").fill("Camille Renaud-Petit");
  await colleague.getByRole("button", { name: "Enregistrer le nom" }).click();
  await colleague.getByText("Votre nom est enregistré.").waitFor();
  await expectAccessible(colleague);
  await office.reload();
  await lineOf(office, email).getByText("Sans second facteur").waitFor();

  await office.getByLabel("Rôle de Camille Renaud-Petit").selectOption("Lecture seule");
  await office.getByText("Nouveau rôle de Camille Renaud-Petit : Lecture seule.").waitFor();
  await colleague.goto("/admin/journal");
  await colleague.getByText("Cet écran est réservé aux responsables.").waitFor();
  expect(await colleague.getByRole("link", { name: "Équipe" }).count()).toBe(0);
  await expectAccessible(colleague);

  await office.getByRole("button", { name: `Terminer ses sessions : ${email}` }).click();
  await office.getByRole("alertdialog").waitFor();
  await expectAccessible(office);
  await office.getByRole("button", { name: "Terminer les sessions" }).click();
  await office.getByText("Les sessions de Camille Renaud-Petit sont terminées.").waitFor();
  expectProblem(/status of 40[013]/);
  await colleague.reload();
  await colleague.getByLabel("Mot de passe").waitFor();

  await office.getByRole("button", { name: `Retirer : ${email}` }).click();
  await office.getByRole("button", { name: "Retirer l’accès" }).click();
  await office.getByText("Camille Renaud-Petit n’administre plus le site.").waitFor();
  await expect.poll(() => lineOf(office, email).count()).toBe(0);
  await colleague.getByLabel("E-mail").fill(email);
  await colleague.getByLabel("Mot de passe").fill(password);
  await colleague.getByRole("button", { name: "Se connecter", exact: true }).click();
  await colleague.getByText("Accès non autorisé").waitFor();
});

fullTest("A colleague past a second factor resets the devices of another; without one, it is refused", async () => {
  const [one, other] = [newPerson("Anaïs"), newPerson("Bruno")];
  const office = await newVisitor();
  await enterAsAdministrator(office, undefined, "/admin/equipe");
  await invite(office, one.email);
  await invite(office, other.email);
  await expectNoOverflow(office);
  const [first, second] = [await acceptInvitation(one.email), await acceptInvitation(other.email)];
  await addDevice(second);

  await office.reload();
  await lineOf(office, other.email).getByText("Application d’authentification").waitFor();
  await office.getByRole("button", { name: `Réinitialiser les appareils : ${other.email}` }).click();
  await office.getByText("votre propre session doit avoir passé un second facteur").waitFor();
  await expectAccessible(office);
  await office.getByRole("link", { name: "Ouvrir Sécurité" }).click();
  await office.getByRole("heading", { name: "Sécurité" }).waitFor();

  await addDevice(first);
  await openTeam(first);
  await expectAccessible(first);
  await expectNoOverflow(first);
  await first.getByRole("button", { name: `Réinitialiser les appareils : ${other.email}` }).click();
  await first.getByRole("button", { name: "Réinitialiser", exact: true }).click();
  await first.getByText(`Les appareils de ${other.email} sont réinitialisés.`).waitFor();
  await lineOf(first, other.email).getByText("Sans second facteur").waitFor();
  await lineOf(first, other.email).getByText("Aucune session ouverte").waitFor();
  expectProblem(/status of 40[013]/);
  await second.reload();
  await second.getByLabel("Mot de passe").waitFor();

  await first.getByRole("button", { name: `Retirer : ${other.email}` }).click();
  await first.getByRole("button", { name: "Retirer l’accès" }).click();
  await first.getByText(`${other.email} n’administre plus le site.`).waitFor();
});
