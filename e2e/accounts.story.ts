import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { fullTest } from "#tests/support/full-test.ts";

import { openLead, sendLeadOf, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson, openFunnel, type Person } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

type Mail = { to: string; text: string };

/** The links mailed to this person, once there are that many. */
async function mailedLinks({ email }: Person, count = 1): Promise<string[]> {
  let links: string[] = [];
  const read = async () => {
    const mails = (await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json()) as Mail[];
    const texts = mails.filter(({ to }) => to === email).map(({ text }) => text);
    links = texts.flatMap((text) => /\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? []);
    return links.length;
  };
  await expect.poll(read).toBe(count);
  return links;
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Nouveau mot de passe").fill(password);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
}

/** As any client of the service asks, with the public key of the page that is open. */
async function ask(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([address, text]) => {
      const { publishableKey } = JSON.parse(document.documentElement.dataset.api ?? "");
      const headers = { "content-type": "application/json", apikey: publishableKey };
      return (await fetch(address, { method: "POST", headers, body: text })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
  expect(status).toBe(200);
}

async function signInAtStepOne(page: Page, { email }: Person, password: string): Promise<void> {
  await openFunnel(page, "/inscription-secretariat#connexion");
  await page.getByRole("heading", { name: "Connectez-vous" }).waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
}

test("An administrator makes the account; its owner opens the link elsewhere, chooses a password and signs in", async () => {
  const person = newPerson();
  const office = await newVisitor();
  await sendLeadOf(person);
  await enterAsAdministrator(office, undefined, `/admin/dashboard?recherche=${person.lastName}`);
  await openLead(office, `${person.firstName} ${person.lastName}`);
  await office.getByRole("button", { name: "Créer le compte" }).click();
  await office.getByText("Compte créé, invitation envoyée.").waitFor();
  await expectAccessible(office);
  const [first = ""] = await mailedLinks(person);
  await office.getByRole("button", { name: "Renvoyer l'invitation" }).click();
  await office.getByText("Invitation renvoyée : le lien précédent n’est plus valable.").waitFor();

  const owner = await newVisitor();
  const second = (await mailedLinks(person, 2)).find((link) => link !== first) ?? "";
  await owner.goto(first);
  await owner
    .getByText("Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.")
    .waitFor();
  await expectAccessible(owner);
  expect(new URL(owner.url()).href).toBe(`${inject("siteUrl")}/compte/mot-de-passe`);

  await owner.goto(second);
  await owner.getByText(person.email).waitFor();
  expect(owner.url()).toBe(`${inject("siteUrl")}/compte/mot-de-passe`);
  await expectAccessible(owner);
  await expectNoOverflow(owner);
  // Another application was looked at meanwhile, and the telephone dropped the page.
  await owner.reload();
  await choosePassword(owner, "court");
  await owner.getByText("Saisissez 8 caractères au moins").waitFor();
  await owner.getByRole("button", { name: "Afficher le mot de passe" }).click();
  expectProblem(/status of 422/);
  await choosePassword(owner, "motdepasse1");
  await owner.getByText("Ce mot de passe est trop facile à deviner. Choisissez-en un autre").waitFor();
  await expectAccessible(owner);
  await choosePassword(owner, "Genêt du soir 82");
  await owner.getByRole("heading", { name: "Mot de passe enregistré" }).waitFor();
  await expectAccessible(owner);
  expect(await owner.getByRole("link", { name: "Ouvrir mon espace client" }).getAttribute("href")).toBe("/dashboard");

  await signInAtStepOne(await newVisitor(), person, "Genêt du soir 82");
});

fullTest(
  "A forgotten password: the answer is the same for anybody, the link works once, and a new password signs in",
  async () => {
    const person = newPerson();
    const page = await newVisitor();
    await openFunnel(page);
    await ask(page, "/auth/v1/signup", { email: person.email, password: "Bruyère-Matin-57" });
    await page.getByRole("link", { name: "Se connecter" }).click();
    await page.getByRole("link", { name: "Mot de passe oublié ?" }).click();
    await page.getByRole("heading", { name: "Mot de passe oublié ?" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Recevoir le lien" }).click();
    await page.getByText("Saisissez votre adresse e-mail").waitFor();

    for (const email of [newPerson().email, person.email]) {
      await page.getByLabel("E-mail").fill(email);
      await page.getByRole("button", { name: "Recevoir le lien" }).click();
      await page.getByText(`Si un compte existe pour ${email}, un lien vient de partir.`).waitFor();
      if (email !== person.email) await page.getByRole("button", { name: "Demander un autre lien" }).click();
    }
    await expectAccessible(page);

    const [link = ""] = await mailedLinks(person);
    await page.goto(link);
    await choosePassword(page, "Genêt du soir 82");
    await page.getByRole("heading", { name: "Mot de passe enregistré" }).waitFor();

    await page.goto(link);
    await page.getByText("Ce lien a expiré ou a déjà servi.").waitFor();
    await signInAtStepOne(await newVisitor(), person, "Genêt du soir 82");
  },
);

test.each(sampleOf(["/dashboard", "/inscription-secretariat", "/"], 1))(
  "A session in the address of %s, which takes none, is taken out of it and out of the history",
  async (path) => {
    const page = await newVisitor();
    await page.goto(`${path}#access_token=a.b.c&refresh_token=d&type=signup&sb=`);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("");
    expect(await page.evaluate(() => history.length)).toBeLessThan(3);
  },
);

fullTest("The login of the back office leads to the same page", async () => {
  const page = await newVisitor(desktop);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Mot de passe oublié ?" }).click();
  await page.getByRole("heading", { name: "Mot de passe oublié ?" }).waitFor();
  const answer = await fetch(`${inject("siteUrl")}/compte/mot-de-passe`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
});
