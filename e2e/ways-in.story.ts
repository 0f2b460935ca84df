import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { newPerson, openFunnel } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

const password = "Bruyère-Matin-57";

type Mail = { to: string; text: string };

async function passwordLink(email: string): Promise<string> {
  let link = "";
  const read = async () => {
    const mails = (await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json()) as Mail[];
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
    link = texts.map((text) => /\S+\/auth\/v1\/verify\S+type=recovery\S+/.exec(text)?.[0] ?? "").find(Boolean) ?? "";
    return link;
  };
  await expect.poll(read).not.toBe("");
  return link;
}

fullTest("A new password ends passkeys and identities, and an old sign-in is asked for it in place", async () => {
  const { email } = newPerson("Inès");
  const page = await newVisitor();
  await openFunnel(page);
  await page.getByRole("button", { name: "Continuer avec Google" }).click();
  await page.getByLabel("Une autre adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Gérer la sécurité" }).click();
  const linked = page.getByRole("list", { name: "Comptes liés au vôtre" });
  await linked.getByText(email).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expectProblem(/status of 422/);
  await page.getByRole("button", { name: "Retirer Google" }).click();
  await page.getByRole("button", { name: "Retirer Google" }).click();
  await page.getByText("C’est votre seul moyen de connexion").waitFor();

  await page.goto("/compte/mot-de-passe");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir le lien" }).click();
  await page.getByRole("heading", { name: "Consultez vos e-mails" }).waitFor();
  await page.goto(await passwordLink(email));
  await page.getByLabel("Nouveau mot de passe").fill(password);
  await page.getByLabel("Retirer aussi les moyens de connexion sans mot de passe : Google").check();
  await expectAccessible(page);
  // The session at Google's, which the new password ends, is announced once more by the page it opened.
  expectProblem(/status of 401/);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await page.getByRole("heading", { name: "Mot de passe enregistré" }).waitFor();

  await page.getByRole("link", { name: "Ouvrir mon espace client" }).click();
  await page.getByRole("button", { name: "Gérer la sécurité" }).click();
  await page.getByRole("heading", { name: "Appareils connectés" }).waitFor();
  expect(await linked.count()).toBe(0);

  // What the server says a quarter of an hour after the sign-in.
  await page.route("**/auth/v1/factors", (route) => route.fulfill({ status: 400, json: needed, headers: version }), {
    times: 1,
  });
  expectProblem(/status of 400/);
  await page.getByRole("button", { name: "Ajouter un appareil" }).click();
  await page.getByRole("button", { name: "Afficher le code à scanner" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" });
  await dialog.waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByLabel("Mot de passe actuel").fill("Une-Autre-Phrase-3");
  await dialog.getByRole("button", { name: "Confirmer" }).click();
  await dialog.getByText("Ce mot de passe n’est pas le bon.").waitFor();
  await dialog.getByLabel("Mot de passe actuel").fill(password);
  await dialog.getByRole("button", { name: "Confirmer" }).click();
  await page.getByRole("img", { name: "Code QR à scanner" }).waitFor();
});

const needed = { code: "reauthentication_needed", message: "A recent sign-in is required" };
const version = { "x-supabase-api-version": "2024-01-01" };

test("A sign-in leaves a cookie that no script reads, by which its browser is known again", async () => {
  const { email } = newPerson("Marc");
  const page = await newVisitor(desktop);
  await openFunnel(page);
  await page.getByRole("button", { name: "Continuer avec Google" }).click();
  await page.getByLabel("Une autre adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  const cookies = await page.context().cookies(`${inject("siteUrl")}/auth/v1/user`);
  expect(cookies.find(({ name }) => name === "device")).toMatchObject({ httpOnly: true, path: "/auth/v1" });
  expect(await page.evaluate(() => document.cookie)).not.toContain("device");
});
