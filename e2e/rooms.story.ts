import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { goToScreen, enterAsAdministrator } from "./support/back-office.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

const publishableKey = "sb_publishable_of_the_rooms";
/** A site of its own: what an administrator does on it is all that its journal says. */
let site: RunningSite;

beforeAll(async () => {
  site = await startSite({ environment: { PUBLISHABLE_KEY: publishableKey } });
});

afterAll(() => site.stop());

async function openRoom(name: string) {
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  await goToScreen(page, name);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return page;
}

type Page = Awaited<ReturnType<typeof openRoom>>;

async function expectFit(page: Page) {
  for (const viewport of [{ width: 390, height: 844 }, desktop.viewport]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
}

type Mail = { to: string; subject: string; text: string; headers: Record<string, string> };

async function mailsTo(email: string): Promise<Mail[]> {
  const all = (await (await fetch(`${site.url}/demo/mail.json`)).json()) as Mail[];
  return all.filter(({ to }) => to === email);
}

/** A place at the conference or on its waiting list, as its form sends it. */
async function register(email: string, sent: Record<string, unknown> = {}): Promise<void> {
  const answer = await fetch(`${site.url}/functions/v1/register-conference`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: publishableKey, "idempotency-key": randomUUID() },
    body: JSON.stringify({
      firstName: "Claire",
      lastName: "Marsault",
      companyName: "Cabinet Marsault",
      email,
      newsletter: true,
      ...sent,
    }),
  });
  expect(answer.status).toBe(200);
}

fullTest("Who gets a mail of the newsletter leaves it by its link, and the team sees it", async () => {
  const email = "claire@marsault.example";
  await register(email);
  const isOfNewsletter = ({ headers }: Mail) => "List-Unsubscribe" in headers;
  await expect.poll(async () => (await mailsTo(email)).filter(isOfNewsletter).length).toBe(1);
  const mail = (await mailsTo(email)).find(isOfNewsletter);
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const link = mail?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  expect(mail?.text).toContain(link);

  const reader = await newVisitor({ siteUrl: site.url });
  await reader.goto(link);
  await reader.getByRole("heading", { name: /^Ne plus recevoir la lettre d’information/ }).waitFor();
  await expectNoOverflow(reader);
  await expectAccessible(reader);
  const page = await openRoom("Newsletter");
  const line = page.getByRole("list", { name: "Adresses" }).getByRole("listitem").filter({ hasText: email });
  await line.getByText("En attente").waitFor();
  await expectFit(page);

  await reader.getByRole("button", { name: "Me désinscrire" }).click();
  await reader.getByRole("heading", { name: /vous êtes désinscrit/ }).waitFor();
  await expectAccessible(reader);
  await page.reload();
  await line.getByText(/par le lien d’un message/).waitFor();
  await page.getByLabel("État").selectOption("En attente");
  await page.getByText("Personne ici.").waitFor();
  await expectAccessible(page);
});

fullTest("The team unsubscribes who asks for it by telephone", async () => {
  await register("paul@figuier.example", { firstName: "Paul", lastName: "Figuier" });
  const page = await openRoom("Newsletter");
  await page.getByLabel("Nom ou e-mail").fill("figuier");
  await page.getByRole("button", { name: "Désinscrire paul@figuier.example" }).click();
  await page.getByText("paul@figuier.example ne recevra plus la newsletter.").waitFor();
  await page.getByText(/par l’équipe/).waitFor();
  await expectFit(page);
});

test("The team sees who comes to the conference and who waits, and prints the sheet that people sign", async () => {
  await register("zoe@dumas.example", { firstName: "Zoé", lastName: "Dumas", newsletter: false });
  await register("ines@attente.example", {
    firstName: "Inès",
    lastName: "Attente",
    newsletter: false,
    kind: "waitlist",
  });
  const page = await openRoom("Conférences");
  const lines = page.getByRole("list", { name: "Personnes" }).getByRole("listitem");
  await lines.filter({ hasText: "Inès Attente" }).getByText("Liste d’attente").waitFor();
  await lines.filter({ hasText: "Zoé Dumas" }).getByText("Inscrit", { exact: true }).waitFor();
  expect(await page.getByLabel("Édition").locator("option:checked").innerText()).toBe(
    "Conférence du 2\u00a0décembre 2025",
  );
  await page.getByText("Inscriptions ouvertes jusqu’au 1er décembre 2025").waitFor();
  await expectFit(page);

  await register("luc@apres.example", { firstName: "Luc", lastName: "Après", newsletter: false });
  await lines.filter({ hasText: "Luc Après" }).waitFor();

  await page.getByLabel("État").selectOption("Liste d’attente");
  await expect.poll(() => lines.filter({ hasText: "Zoé Dumas" }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe("?etat=attente");
  await page.reload();
  await lines.filter({ hasText: "Inès Attente" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter (CSV)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^conference-\d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole("button", { name: "Retirer de la liste de Inès Attente" }).click();
  await page.getByText("ines@attente.example n’est plus sur la liste.").waitFor();
  await page.getByText("Personne ici.").waitFor();
  await expectFit(page);
  await page.getByLabel("État").selectOption("Tous");
  await lines.filter({ hasText: "Zoé Dumas" }).waitFor();
  expect(await lines.filter({ hasText: "Inès Attente" }).count()).toBe(0);

  await page.getByRole("button", { name: "Imprimer la feuille de présence" }).click();
  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("region", { name: "Feuille de présence" });
  await sheet.getByRole("cell", { name: "Dumas", exact: true }).waitFor();
  expect(await sheet.getByRole("cell", { name: "Attente", exact: true }).count()).toBe(0);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });

  await page.getByLabel("Nom ou e-mail").fill("personne de ce nom");
  await page.getByText("Personne ici.").waitFor();
  await expectAccessible(page);
});

fullTest("The team reads how the site is doing and what is left to decide, in French", async () => {
  const page = await openRoom("Santé");
  await page.getByText(/^\d+ points à décider$/).waitFor();
  await page.getByText("aucune sauvegarde n’a été enregistrée").waitFor();
  await page.getByText(/^Base intégrée \d+/).waitFor();
  await page.getByRole("heading", { level: 2, name: "Affirmations" }).waitFor();
  await expectFit(page);

  await page.getByLabel("Voir le site au").fill("2025-12-02");
  await page.getByRole("button", { name: "Préparer l’aperçu" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /^Ouvrir l’aperçu du 2 décembre 2025/ }).click();
  const preview = await opened;
  await preview.getByRole("complementary", { name: "Aperçu" }).getByText("Aperçu du 2 décembre 2025").waitFor();
  await preview.goto(`${preview.url()}conferences`);
  await preview.getByText("Inscriptions closes").first().waitFor();
  await expectNoOverflow(preview);
  await expectAccessible(preview);
  await preview.close();

  await page.getByRole("button", { name: "M’envoyer un e-mail d’essai" }).click();
  await page.getByRole("status").getByText("L’e-mail d’essai est parti à").waitFor();
  await expectFit(page);
  expect((await mailsTo(site.admin.email)).some(({ subject }) => subject.endsWith("essai d’envoi"))).toBe(true);

  await page.getByRole("button", { name: "Examiner de nouveau" }).click();
  await page.getByText(/^\d+ points à décider$/).waitFor();
});

fullTest(
  "The journal says who signed in and read the list, and is narrowed by action, by day and by person",
  async () => {
    const page = await openRoom("Journal");
    const lines = page.getByRole("list", { name: "Lignes du journal" }).getByRole("listitem");
    await lines.filter({ hasText: "Connexion à l’administration" }).first().waitFor();
    await lines.filter({ hasText: "Liste des leads consultée" }).first().waitFor();
    await lines.filter({ hasText: site.admin.email }).first().waitFor();
    await expectFit(page);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter (CSV)" }).click();
    expect((await download).suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);

    await page.getByLabel("Action").selectOption("Fiche ouverte");
    await page.getByText("Aucune ligne.").waitFor();
    expect(new URL(page.url()).search).toBe("?action=lead.opened");
    await expectAccessible(page);
    await page.goBack();
    await lines.first().waitFor();
    await page.getByLabel("Personne").selectOption("Le serveur");
    await page.getByLabel("Du", { exact: true }).fill("2020-01-01");
    await page.getByRole("button", { name: "Retirer les filtres" }).click();
    await lines.filter({ hasText: "Connexion à l’administration" }).first().waitFor();
  },
);
