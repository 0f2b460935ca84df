import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { enterAsAdministrator, openLead, searchLeads } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

const siteUrl = inject("siteUrl");
const password = "Bruyère-Matin-57";
const chosenPassword = "Genêt du soir 82";

type Mail = { to: string; text: string };
type Opened = { link: string; code: string };

/** What the newest mail to this address holds, once there are that many. */
async function readMail(email: string, count = 1): Promise<Opened> {
  let texts: string[] = [];
  const read = async () => {
    const mails = (await (await fetch(`${siteUrl}/demo/mail.json`)).json()) as Mail[];
    texts = mails.filter(({ to, text }) => to === email && text.includes("/auth/v1/verify")).map(({ text }) => text);
    return texts.length;
  };
  await expect.poll(read).toBe(count);
  return {
    link: /https?:\S+\/auth\/v1\/verify\S+/.exec(texts[0] ?? "")?.[0] ?? "",
    code: /^\d{8}$/m.exec(texts[0] ?? "")?.[0] ?? "",
  };
}

/** As a program that reads mails before their reader does: no cookie, no script. */
async function scan({ link }: Opened): Promise<void> {
  for (const method of ["HEAD", "GET"]) {
    await fetch(link, { method, redirect: "manual", headers: { "user-agent": "MailScanner" } });
  }
}

/** As any client of the service asks, with the public key of the page that is open. */
function ask(page: Page, path: string, body: object, { method = "POST", token = "" } = {}): Promise<any> {
  return page.evaluate(
    async ([address, text, verb, bearer]) => {
      const { publishableKey } = JSON.parse(document.documentElement.dataset.api ?? "");
      const headers = {
        "content-type": "application/json",
        apikey: publishableKey,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      };
      const request = { method: verb, headers, body: text };
      return (await fetch(address, request)).json();
    },
    [path, JSON.stringify(body), method, token] as const,
  );
}

async function typeCode(page: Page, email: string, code: string): Promise<void> {
  await page.getByLabel("Adresse qui a reçu le code").fill(email);
  await page.getByLabel("Code reçu").fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await page.getByRole("button", { name: "Valider le code" }).click();
}

/** Opens the link that a program has opened, and types the code of the same mail where it leads. */
async function enterByCode(email: string, opened: Opened): Promise<Page> {
  const page = await newVisitor();
  await page.goto(opened.link);
  await page.waitForURL(`${siteUrl}/compte/mot-de-passe`);
  await page.getByText("Ce lien a expiré ou a déjà servi.").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await typeCode(page, email, opened.code);
  await page.getByRole("heading", { name: "Choisissez votre mot de passe" }).waitFor();
  await page.getByText(email).waitFor();
  return page;
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel("Nouveau mot de passe").fill(chosenPassword);
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await page.getByRole("link", { name: "Ouvrir mon espace client" }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).waitFor();
}

test.each(
  sampleOf(
    [
      ["a reset", "/recover", "/compte/mot-de-passe"],
      ["a magic link that leads to the home page", "/otp", "/"],
      ["a magic link that leads into a sign-up", "/otp", "/inscription-secretariat"],
    ],
    1,
  ),
)("After a program opened %s, its reader types the code and gets in", async (_, endpoint, landing) => {
  const { email } = newPerson();
  const page = await newVisitor();
  await page.goto("/compte/mot-de-passe");
  if (endpoint === "/recover") await ask(page, "/auth/v1/signup", { email, password });
  await ask(page, `/auth/v1${endpoint}?redirect_to=${encodeURIComponent(siteUrl + landing)}`, { email });
  const mail = await readMail(email);
  await scan(mail);
  await choosePassword(await enterByCode(email, mail));
});

fullTest("After a program opened an invitation, its reader types the code and gets in", async () => {
  const person = newPerson();
  const office = await newVisitor();
  await office.goto("/admin");
  await ask(office, "/rest/v1/rpc/create_lead_without_auth", {
    email_param: person.email,
    funnel_origin_param: "secretariat",
    first_name_param: person.firstName,
    last_name_param: person.lastName,
  });
  await enterAsAdministrator(office);
  await searchLeads(office, person.lastName);
  await openLead(office, `${person.firstName} ${person.lastName}`);
  await office.getByRole("button", { name: "Créer le compte" }).click();
  await office.getByText("Compte créé, invitation envoyée.").waitFor();
  const mail = await readMail(person.email);
  await scan(mail);
  await choosePassword(await enterByCode(person.email, mail));
});

test("A change of address is made by a press in the browser that asked, not by opening its links", async () => {
  const { email } = newPerson();
  const next = newPerson().email;
  const page = await newVisitor();
  await page.goto("/dashboard");
  await ask(page, "/auth/v1/signup", { email, password });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).waitFor();
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("sb-auth-token") ?? "{}") as { access_token?: string }).access_token ?? "",
  );
  await ask(page, "/auth/v1/user", { email: next }, { method: "PUT", token });
  const [old, fresh] = [await readMail(email), await readMail(next)];
  for (const mail of [old, fresh]) await scan(mail);

  const reader = await newVisitor();
  await reader.goto(fresh.link);
  await reader.getByRole("heading", { name: "Confirmez le changement d’adresse" }).waitFor();
  expect(await reader.getByRole("button", { name: "Confirmer le changement" }).count()).toBe(0);
  await expectAccessible(reader);
  await expectNoOverflow(reader);

  await page.goto(old.link);
  await page.getByRole("button", { name: "Confirmer le changement" }).click();
  await page.getByRole("heading", { name: "Il reste l’autre adresse" }).waitFor();
  await page.goto(fresh.link);
  await page.getByRole("button", { name: "Confirmer le changement" }).click();
  await page.getByRole("heading", { name: "Adresse changée" }).waitFor();
  await page.getByText(next).waitFor();
  await page.getByRole("link", { name: "Ouvrir mon espace client" }).click();
  await page.getByText(next).first().waitFor();
});

fullTest("Who reads the new mailbox and never asked gets the account alone, and chooses its password", async () => {
  const { email } = newPerson();
  const next = newPerson().email;
  const asker = await newVisitor();
  await asker.goto("/compte/mot-de-passe");
  const { access_token: token } = await ask(asker, "/auth/v1/signup", { email, password });
  await ask(asker, "/auth/v1/user", { email: next }, { method: "PUT", token });
  const [old, fresh] = [await readMail(email), await readMail(next)];
  await ask(asker, "/auth/v1/verify", { type: "email_change", email, token: old.code }, { token });

  const reader = await newVisitor();
  await reader.goto(fresh.link);
  await typeCode(reader, next, fresh.code);
  await reader.getByRole("heading", { name: "Choisissez votre mot de passe" }).waitFor();
  await choosePassword(reader);
});
