import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { changesOfLeads, sendCallRequest, enterAsAdministrator } from "./support/back-office.ts";
import { takeExclusiveSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";
import { publishableKey } from "./support/site.ts";

/** The work of the day is all that came. */
const site = await takeExclusiveSite();

const askToBeCalled = (firstName: string, lastName: string) =>
  sendCallRequest(site.url, publishableKey, { firstName, lastName });

async function openToday(options = {}): Promise<Page> {
  const page = await newVisitor({ siteUrl: site.url, ...options });
  await enterAsAdministrator(page, site.admin, "/admin/aujourdhui");
  await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
  return page;
}

const toCall = (page: Page) => page.getByRole("list", { name: /^À appeler/ }).getByRole("listitem");
const toWriteTo = (page: Page) => page.getByRole("list", { name: /^À écrire/ }).getByRole("listitem");
const callBacks = (page: Page) => page.getByRole("list", { name: /^À rappeler/ }).getByRole("listitem");

/** What the stories before have left is done too. */
async function finishTheDay(page: Page): Promise<void> {
  const end = page.getByRole("heading", { name: "Tout est fait." });
  const line = page.getByRole("button", { name: /^Fait : / }).first();
  for (;;) {
    await end.or(line).first().waitFor();
    if (await end.isVisible()) return;
    const name = (await line.getAttribute("aria-label")) ?? (await line.textContent()) ?? "";
    const all = page.getByRole("button", { name, exact: true });
    const count = await all.count();
    await line.click();
    await expect.poll(() => all.count()).toBeLessThan(count);
  }
}

async function expectFit(page: Page): Promise<void> {
  for (const viewport of [
    { width: 320, height: 700 },
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
    desktop.viewport,
  ]) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
}

fullTest(
  "With one thumb: who asked to be called appears by itself, is opened, put off, done and taken back",
  async () => {
    const page = await openToday();
    // The demonstration brings one to call and two, without an agreement to calls, to write to.
    await toCall(page).getByRole("button", { name: "Fait : Hélène Ravel" }).first().waitFor();
    for (const name of ["Paul Lefèvre", "Julien Pastor"]) {
      await toWriteTo(page)
        .getByRole("button", { name: `Écrire à ${name}` })
        .waitFor();
    }
    await finishTheDay(page);
    await page.getByRole("heading", { name: "Tout est fait." }).waitFor();
    await expectFit(page);
    await page.setViewportSize({ width: 390, height: 844 });

    await askToBeCalled("Maïwenn", "Ravel");
    await askToBeCalled("Côme", "Gaudin");
    await toCall(page).nth(1).waitFor();
    await page.getByText("2 choses à faire").waitFor();
    const first = toCall(page).filter({ hasText: "Maïwenn Ravel" });
    expect(await first.getByRole("link", { name: "Appeler Maïwenn Ravel" }).getAttribute("href")).toBe(
      "tel:+33639983107",
    );

    await first.getByRole("button", { name: /^Ouvrir la fiche de Maïwenn Ravel/ }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "Maïwenn Ravel" }).waitFor();
    await page.goBack();

    await first.getByRole("button", { name: "Plus tard : Maïwenn Ravel" }).click();
    await expectFit(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole("group", { name: "Quand rappeler Maïwenn Ravel" })
      .getByRole("button", { name: "Dans 1 h" })
      .click();
    await page.getByText(/^Maïwenn Ravel.: rappel noté pour le/).waitFor();

    const done = toCall(page).getByRole("button", { name: "Fait : Côme Gaudin" });
    await done.click();
    // Refused, the line would be back with its sentence.
    await expect.poll(() => toCall(page).filter({ hasText: "Côme Gaudin" }).allTextContents()).toEqual([]);
    await page.getByText("Côme Gaudin : c’est fait.").waitFor();
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
    await page.getByText("C’est annulé.").waitFor();
    await done.waitFor();
  },
);

test("A call is one gesture: outcome and note, saved by one key and taken back, by who took the lead", async () => {
  await askToBeCalled("Aude", "Legall");
  await askToBeCalled("Lise", "Legall");
  const page = await openToday(desktop);
  const line = toCall(page).filter({ hasText: "Aude Legall" });
  await line.getByText("06 39 98 31 07").waitFor();
  await line.getByRole("button", { name: "Je m’en occupe : Aude Legall" }).click();
  await line.getByText(`suivi par ${site.admin.email}`).waitFor();
  const free = toCall(page).filter({ hasText: "Lise Legall" });
  await free.waitFor();
  await page.getByRole("button", { name: "Les miens" }).click();
  await free.waitFor({ state: "detached" });

  await line.getByRole("link", { name: "Appeler Aude Legall" }).click();
  const strip = page.getByRole("form", { name: "Appel à Aude Legall" });
  await strip.getByRole("radio", { name: "Message laissé" }).check();
  await strip.getByLabel("Note de l’appel").fill("Rappeler après son service.");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Appel à Aude Legall noté.").waitFor();
  await line.getByRole("button", { name: /^Ouvrir la fiche de Aude Legall/ }).click();
  const history = page.getByRole("list", { name: "Historique" });
  const logged = history.getByRole("listitem").filter({ hasText: "Message laissé" });
  await logged.getByText("Rappeler après son service.").waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await logged.waitFor({ state: "detached" });
});

fullTest("The rest stands one touch further, and on a desk it is reached by keyboard", async () => {
  const page = await openToday();
  await page.getByRole("navigation", { name: "Écrans" }).getByRole("button", { name: "Plus" }).click();
  const sheet = page.getByRole("dialog", { name: "Tous les écrans" });
  await sheet.getByRole("link", { name: "Sécurité" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });

  await page.setViewportSize(desktop.viewport);
  const house = page.getByRole("button", { name: "Administration" });
  await house.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Journal" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Journal" }).waitFor({ state: "hidden" });
  expect(await house.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const first = (await page.locator("a:focus").textContent()) ?? "";
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: first.trim() }).waitFor();
});

fullTest("What is refused comes back with its sentence, and the focus goes on to the next line", async () => {
  await askToBeCalled("Noé", "Lebrun");
  const page = await openToday(desktop);
  await toCall(page).nth(1).waitFor();
  expectProblem(/ERR_FAILED|Failed to fetch/);
  await page.route(changesOfLeads, (route) => route.abort());
  const line = toCall(page).filter({ hasText: "Côme Gaudin" });
  await line.getByRole("button", { name: "Fait : Côme Gaudin" }).click();
  const readFocused = () => page.evaluate(() => document.activeElement?.closest("[data-line]")?.textContent ?? "");
  await expect.poll(readFocused).toMatch(/^Ouvrir la fiche de (?!Côme)/);
  await line.getByRole("alert").waitFor();
  await expectAccessible(page);
  await page.unroute(changesOfLeads);
  await line.getByRole("button", { name: "Fait : Côme Gaudin" }).click();
  await page.getByText("Côme Gaudin : c’est fait.").waitFor();
  await line.waitFor({ state: "detached" });
});

fullTest("Who was put off is among the call-backs of the day, in time for both of two colleagues", async () => {
  const page = await openToday(desktop);
  const evening = await openToday(desktop);
  await toCall(page).filter({ hasText: "Noé Lebrun" }).getByRole("button", { name: "Plus tard : Noé Lebrun" }).click();
  await page.getByLabel("Autre date").fill("2020-01-01T09:00");
  await page.getByRole("button", { name: "Noter" }).click();
  await page.getByText("Choisissez une heure à venir.").waitFor();
  await page.getByRole("button", { name: "Dans 1 h" }).click();
  for (const desk of [page, evening]) {
    await toCall(desk).filter({ hasText: "Noé Lebrun" }).waitFor({ state: "detached" });
  }
  const isLate = new Date().toLocaleTimeString("fr-FR", { timeZone: "Europe/Paris" }) >= "22:58";
  if (isLate) return;
  for (const desk of [page, evening]) await callBacks(desk).filter({ hasText: "Noé Lebrun" }).waitFor();
  await callBacks(page).getByRole("button", { name: "Fait : Noé Lebrun" }).click();
  await callBacks(evening).filter({ hasText: "Noé Lebrun" }).waitFor({ state: "detached" });
});

test("A mail begins with a template, is put aside and taken up again, and has left once a server took it", async () => {
  await askToBeCalled("Malo", "Marchetti");
  const page = await openToday(desktop);
  const line = toCall(page).filter({ hasText: "Malo Marchetti" });
  await line.getByRole("link", { name: "Appeler Malo Marchetti" }).click();
  // The call takes the line away: the mail is written in the file.
  await page.getByRole("button", { name: "Noter et écrire" }).click();
  const mail = page.getByRole("form", { name: "E-mail à Malo Marchetti" });
  await mail.getByLabel("Modèle").selectOption("Premier contact");
  const text = mail.getByLabel("Texte");
  expect(await text.inputValue()).toContain("Bonjour Malo,");
  await text.fill(`${await text.inputValue()}\n\n{nom}`);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Écrire à Malo Marchetti" }).click();
  await mail.getByText("Brouillon repris.").waitFor();
  expectProblem(/400/);
  await text.press("Control+Enter");
  await mail.getByText("Un champ est inconnu.").waitFor();
  await text.fill((await text.inputValue()).replace("{nom}", "Je reste joignable."));
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  await page.context().setOffline(true);
  await text.press("Control+Enter");
  await mail.getByText("Pas de connexion : l’e-mail est gardé").waitFor();
  expect(await text.inputValue()).toContain("Je reste joignable.");
  await page.context().setOffline(false);

  await page.getByText("il part dans quelques secondes").waitFor();
  const written = page.getByRole("list", { name: "Historique" }).getByRole("listitem").filter({ hasText: "joignable" });
  // It waits for 15 s, which a busy machine may take to show it.
  await written.getByText(/^E-mail à malo@marchetti\.example, (en attente de départ|parti le )/).waitFor();
  await written.getByText(/, parti le /).waitFor();

  // They want no more of them by the link of the mail; asked for again on the telephone, it is noted and lifted.
  const link = (await mailsTo("malo@marchetti.example")).flatMap((text) => /http\S+\/stop-mails\S+/.exec(text) ?? []);
  const visitor = await newVisitor({ siteUrl: site.url });
  await visitor.goto(link[0] ?? "");
  await visitor.getByRole("button", { name: "Ne plus recevoir d’e-mails de l’équipe" }).click();
  await visitor.getByText("l’équipe ne vous écrira plus").waitFor();
  await page.getByRole("button", { name: "Écrire à Malo Marchetti" }).click();
  await page.getByLabel("Ce qu’elle a demandé, et comment").fill("Redemandé au téléphone");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Lever le refus" }).click();
  await mail.getByLabel("Texte").waitFor();
  await page.getByRole("list", { name: "Historique" }).getByText("Redemandé au téléphone").waitFor();
});

/** The texts of the mails that it got. */
async function mailsTo(address: string): Promise<string[]> {
  const all = (await (await fetch(`${site.url}/demo/mail.json`)).json()) as { to: string; text: string }[];
  return all.filter(({ to }) => to === address).map(({ text }) => text);
}

test("A template is worded anew, kept with its versions, and set back to the one that the site brought", async () => {
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(page, site.admin, "/admin/modeles");
  const template = page.getByRole("listitem").filter({ hasText: "Après un appel manqué" });
  await template.getByRole("button", { name: "Modifier : Après un appel manqué" }).click();
  const text = page.getByLabel("Texte");
  const brought = await text.inputValue();
  await text.fill("Bonjour {prénon},");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.getByText("Un champ est inconnu.").first().waitFor();
  await expectAccessible(page);
  await text.fill("Bonjour {prénom},");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await template.getByText("version 1").waitFor();
  await template.getByRole("button", { name: "Versions : Après un appel manqué" }).click();
  await template.getByText(/^version 1, .*, le /).waitFor();
  await expectFit(page);
  await template.getByRole("button", { name: "Revenir à cette version : version du site" }).click();
  await template.getByText("version 2").waitFor();
  await template.getByRole("button", { name: "Modifier : Après un appel manqué" }).click();
  expect(await text.inputValue()).toBe(brought);
});
