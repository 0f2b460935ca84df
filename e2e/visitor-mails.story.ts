import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { openLead, searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson, type Person } from "./support/funnel.ts";
import { expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

type Mail = { id: string; to: string; subject: string; text: string };

async function mailsTo({ email }: Person): Promise<Mail[]> {
  const all = (await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json()) as Mail[];
  return all.filter((mail) => mail.to === email);
}

async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Nom", { exact: true }).fill(person.lastName);
  await page.getByLabel("Prénom").fill(person.firstName);
  await page.getByLabel("Cabinet").fill(person.company);
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel(/lettre d'information/).check();
  await page.getByRole("button", { name: /^Réserver ma place/ }).click();
  await page.getByRole("heading", { name: "Inscription réussie !" }).waitFor();
}

fullTest(
  "A lawyer who came by a campaign registers, is written to, confirms the newsletter, and the team sees it all",
  async () => {
    const person = newPerson("Claire");
    const visitor = await newVisitor();
    await visitor.goto("/?utm_source=lettre&utm_campaign=automne");
    await visitor.getByRole("button", { name: "Autoriser les cookies" }).click();
    await expect.poll(() => visitor.evaluate(() => sessionStorage.getItem("attribution"))).toContain("automne");
    await visitor.goto("/conferences?utm_source=annonce#conference-form");
    await visitor.getByLabel("Cabinet").waitFor();
    await register(visitor, person);

    await expect.poll(async () => (await mailsTo(person)).length).toBe(2);
    const mails = await mailsTo(person);
    const confirmation = mails.find(({ subject }) => subject.startsWith("Votre demande est bien arrivée"));
    expect(confirmation?.text).toContain("mardi 2\u00a0décembre 2025");
    // As its reader sees it: on a narrow dark screen, with nothing from anywhere.
    await visitor.emulateMedia({ colorScheme: "dark" });
    await visitor.setViewportSize({ width: 320, height: 800 });
    await visitor.goto(`/demo/mail/${confirmation?.id}`);
    await visitor.getByText("Bonjour,", { exact: true }).waitFor();
    await expectNoOverflow(visitor);
    await expectAccessible(visitor);
    await visitor.emulateMedia({ colorScheme: "light" });
    const link = mails.flatMap(({ text }) => /https?:\S+\/merci\S+/.exec(text) ?? [])[0] ?? "";

    await visitor.goto(link);
    const button = visitor.getByRole("button", { name: "Confirmer mon inscription" });
    await button.waitFor();
    expect(await visitor.getByText(/^Votre paiement est en cours/).isVisible()).toBe(false);
    await expectNoOverflow(visitor);
    await expectAccessible(visitor);
    await button.click();
    await visitor.getByText(/^C’est confirmé/).waitFor();
    expect(visitor.url()).not.toContain(new URL(link).searchParams.get("newsletter"));
    await expectAccessible(visitor);
    await visitor.goto(link);
    await button.click();
    await visitor.getByText(/^Ce lien a déjà servi/).waitFor();

    const admin = await newVisitor();
    await enterAsAdministrator(admin);
    await searchLeads(admin, person.lastName);
    await admin.getByText("Affichage de 1 leads").waitFor();
    await openLead(admin, `${person.firstName} ${person.lastName}`);
    await admin.getByText(/^Confirmée le /).waitFor();
    await admin.getByText("source : lettre, campagne : automne").waitFor();
    await admin.getByText("source : annonce").waitFor();
    await expectAccessible(admin);
  },
);

test("Who withdraws the consent to measurement leaves no trace of the visit in the browser", async () => {
  const visitor = await newVisitor();
  await visitor.goto("/closing?utm_source=lettre");
  await visitor.getByRole("button", { name: "Autoriser les cookies" }).click();
  const remembered = () => visitor.evaluate(() => sessionStorage.getItem("attribution"));
  await expect.poll(remembered).toContain("lettre");
  await visitor.getByRole("button", { name: "Gérer mes cookies" }).click();
  await visitor.getByRole("button", { name: "Refuser" }).last().click();
  await expect.poll(remembered).toBeNull();
});
