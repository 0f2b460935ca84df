import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { newPerson } from "./support/funnel.ts";
import { openProductionSite } from "./support/other-sites.ts";
import { expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

const ownPassword = "Bruyère-Matin-57";
const foreignPassword = "Une-Autre-Phrase-3";
const chosenPassword = "Genêt du soir 82";

// A demonstration confirms a sign-up at once.
const site = await openProductionSite();

async function newBrowser(): Promise<Page> {
  const page = await newVisitor({ siteUrl: site.url });
  await page.goto("/compte/mot-de-passe");
  return page;
}

/** As any client of the service asks, with the public key of the page that is open. */
function ask(page: Page, path: string, body: object): Promise<number> {
  return page.evaluate(
    async ([address, text]) => {
      const { publishableKey } = JSON.parse(document.documentElement.dataset.api ?? "");
      const headers = { "content-type": "application/json", apikey: publishableKey };
      return (await fetch(address, { method: "POST", headers, body: text })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
}

/** The link of the auth service in each mail to this address, oldest first. */
async function linksTo(email: string): Promise<string[]> {
  const texts = await site.mailsTo(email);
  return texts.flatMap((text) => /http\S+\/auth\/v1\/verify[^\s"<]+/.exec(text)?.[0] ?? []);
}

/** Signs up in this browser. @returns the link that was mailed */
async function signUp(page: Page, email: string, password: string): Promise<string> {
  const before = (await linksTo(email)).length;
  const redirect = encodeURIComponent(`${site.url}/inscription-secretariat`);
  expect(await ask(page, `/auth/v1/signup?redirect_to=${redirect}`, { email, password })).toBe(200);
  await expect.poll(async () => (await linksTo(email)).length).toBe(before + 1);
  return (await linksTo(email)).at(-1)!;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/dashboard");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

async function expectRefused(email: string, password: string): Promise<void> {
  expectProblem(/status of 400/);
  expect(await ask(await newBrowser(), "/auth/v1/token?grant_type=password", { email, password })).toBe(400);
}

fullTest(
  "The newest link, opened in another browser, leads to choosing a password: no password typed before opens it",
  async () => {
    const { email } = newPerson();
    await signUp(await newBrowser(), email, ownPassword);
    const newest = await signUp(await newBrowser(), email, foreignPassword);

    const telephone = await newVisitor({ siteUrl: site.url });
    await telephone.goto(newest);
    await telephone.getByRole("heading", { name: "Choisissez votre mot de passe" }).waitFor();
    await telephone.getByText(email).waitFor();
    expect(telephone.url()).toBe(`${site.url}/compte/mot-de-passe`);
    await expectAccessible(telephone);
    await expectNoOverflow(telephone);
    await telephone.getByLabel("Nouveau mot de passe").fill(chosenPassword);
    await telephone.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await telephone.getByRole("link", { name: "Ouvrir mon espace client" }).click();
    await telephone.getByRole("heading", { level: 1 }).waitFor();

    const elsewhere = await newBrowser();
    await signIn(elsewhere, email, chosenPassword);
    await elsewhere.getByRole("button", { name: "Se déconnecter" }).waitFor();
    await expectAccessible(elsewhere);
    for (const typed of [ownPassword, foreignPassword]) await expectRefused(email, typed);
  },
);

test("After a program opened the link, the code of the same mail signs up, and the password stays", async () => {
  const { email } = newPerson();
  const page = await newBrowser();
  const link = await signUp(page, email, ownPassword);
  for (const method of ["HEAD", "GET"]) await fetch(link, { method, redirect: "manual" });

  await page.goto(link);
  await page.waitForURL(`${site.url}/compte/mot-de-passe`);
  await page.getByText("Ce lien a expiré ou a déjà servi.").waitFor();
  await page.getByLabel("Adresse qui a reçu le code").fill(email);
  const mail = (await site.mailsTo(email)).at(-1) ?? "";
  const code = /^\d{8}(?=\r?$)/m.exec(mail)?.[0] ?? "";
  await page.getByLabel("Code reçu").fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await page.getByRole("button", { name: "Valider le code" }).click();
  await page.getByRole("heading", { name: "Choisissez votre mot de passe" }).waitFor();
  await page.getByRole("link", { name: "Se connecter avec" }).click();
  await signIn(page, email, ownPassword);
  await page.getByRole("button", { name: "Se déconnecter" }).waitFor();
});

fullTest(
  "Opened in the browser that signed up, a link leads where the sign-up said, and its password is the account's",
  async () => {
    const { email } = newPerson();
    const page = await newBrowser();
    await signUp(page, email, ownPassword);
    const newest = await signUp(await newBrowser(), email, foreignPassword);

    await page.goto(newest);
    await page.waitForURL(`${site.url}/inscription-secretariat*`);
    await signIn(await newBrowser(), email, ownPassword);
    await expectRefused(email, foreignPassword);
  },
);

fullTest("A session injected into the address of the password page is refused, and shows no account", async () => {
  const { email } = newPerson();
  const attacker = await newBrowser();
  await attacker.goto(await signUp(attacker, email, ownPassword));
  const fragment = await attacker.evaluate(
    async ([address, typed]) => {
      const { publishableKey } = JSON.parse(document.documentElement.dataset.api ?? "");
      const headers = { "content-type": "application/json", apikey: publishableKey };
      const answer = await fetch("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers,
        body: JSON.stringify({ email: address, password: typed }),
      });
      const { access_token, refresh_token } = await answer.json();
      return new URLSearchParams({ access_token, refresh_token, type: "recovery", sb: "" }).toString();
    },
    [email, ownPassword] as const,
  );

  const victim = await newVisitor({ siteUrl: site.url });
  await victim.goto(`/compte/mot-de-passe#${fragment}`);
  await victim.getByText("Ce lien a expiré ou a déjà servi.").waitFor();
  expect(await victim.getByText(email).count()).toBe(0);
  expect(victim.url()).toBe(`${site.url}/compte/mot-de-passe`);
  await expectAccessible(victim);
});
