import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { fullTest } from "#tests/support/full-test.ts";

import { changesOfLeads, enterAsAdministrator, openLead, searchLeads } from "./support/back-office.ts";
import { newPerson, type Person } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

/** As somebody types it who has the person on the telephone; its file opens. */
async function typeLead(page: Page, { firstName, lastName, email }: Person, phone = "06 39 98 20 16"): Promise<void> {
  await page.getByRole("button", { name: "Nouveau lead" }).click();
  const dialog = page.getByRole("dialog", { name: "Nouveau lead" });
  await dialog.getByLabel("Tunnel").selectOption("Secrétariat");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Prénom").fill(firstName);
  await dialog.getByLabel("Nom", { exact: true }).fill(lastName);
  await dialog.getByLabel("Téléphone").fill(phone);
  await dialog.getByRole("button", { name: "Créer le lead" }).click();
  await page.getByRole("heading", { name: `${firstName} ${lastName}` }).waitFor();
}

const history = (page: Page) => page.getByRole("list", { name: "Historique" });

test("A lead that came by telephone is typed, noted, given an owner and called back, with one thumb", async () => {
  const page = await newVisitor();
  await enterAsAdministrator(page);
  await page.getByRole("button", { name: "Nouveau lead" }).click();
  await page.getByRole("dialog", { name: "Nouveau lead" }).getByRole("button", { name: "Créer le lead" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fermer sans créer" }).click();
  await typeLead(page, newPerson());
  await history(page).getByText("Lead Secrétariat créé à la main").waitFor();

  await page.getByRole("button", { name: "Ajouter une note" }).click();
  await page.getByRole("button", { name: "Enregistrer la note" }).click();
  await page.getByText("Écrivez quelque chose avant d’enregistrer.").waitFor();
  const note = "Rappeler après 18 h <b>impérativement</b>";
  await page.getByLabel("Note", { exact: true }).fill(note);
  await page.getByRole("button", { name: "Enregistrer la note" }).click();
  await history(page).getByText(note).waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await page.getByText("C’est annulé.").waitFor();
  await history(page).getByText(note).waitFor({ state: "detached" });

  await page.getByRole("combobox", { name: "Propriétaire" }).selectOption("admin@ariane.example");
  await history(page).getByText("Propriétaire : Personne → admin@ariane.example").waitFor();
  await page.getByLabel("Rappeler le").fill("2027-03-02T10:30");
  await page.getByLabel("Rappeler le").press("Enter");
  await history(page).getByText("À rappeler le 2 mars 2027, 10:30").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

fullTest("A callback is typed and read in the time of Paris, on devices of four time zones", async () => {
  const person = newPerson();
  const office = await newVisitor(desktop);
  await enterAsAdministrator(office);
  await typeLead(office, person);

  const zones = sampleOf(["Europe/Paris", "America/Guadeloupe", "Pacific/Noumea", "Asia/Kolkata"], 2);
  for (const [index, timezoneId] of zones.entries()) {
    const page = await newVisitor({ ...desktop, timezoneId });
    await enterAsAdministrator(page);
    await page.goto(office.url());
    const callback = page.getByLabel("Rappeler le");
    await callback.fill(`2027-12-0${index + 1}T09:00`);
    await callback.press("Enter");
    const day = index === 0 ? "1er" : index + 1;
    await history(page).getByText(`À rappeler le ${day} décembre 2027, 09:00`).waitFor();
    await page.reload();
    expect(await callback.inputValue()).toBe(`2027-12-0${index + 1}T09:00`);
    await page.context().close();
  }
});

fullTest("A status is changed at once and taken back for ten seconds", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await typeLead(page, newPerson());
  const status = page.getByRole("complementary").getByRole("combobox", { name: /^Statut/ });
  await status.selectOption("Contacté");
  await history(page).getByText("Statut : À contacter → Contacté").waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await history(page).getByText("Statut : Contacté → À contacter").waitFor();
  expect(await status.inputValue()).toBe("to_contact");

  await status.selectOption("Inactif");
  await page.getByRole("status").getByRole("combobox", { name: "Pourquoi ?" }).selectOption("Trop cher");
  await history(page).getByText("Raison : Trop cher").waitFor();
  expect(await page.getByRole("combobox", { name: "Raison" }).inputValue()).toBe("price");
  await expectAccessible(page);
});

fullTest("Three quick changes of one person meet no conflict, nor does taking the last one back", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  await typeLead(page, newPerson());
  for (const changes of [changesOfLeads, "**/functions/v1/set-callback"]) {
    await page.route(changes, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
  }
  const callback = page.getByLabel("Rappeler le");
  await page
    .getByRole("complementary")
    .getByRole("combobox", { name: /^Statut/ })
    .selectOption("Client");
  await page.getByRole("combobox", { name: "Propriétaire" }).selectOption("admin@ariane.example");
  await callback.fill("2027-03-02T10:30");
  await callback.press("Enter");
  await history(page).getByText("À rappeler le 2 mars 2027, 10:30").waitFor();
  for (const change of ["Statut : À contacter → Client", "Propriétaire : Personne → admin@ariane.example"]) {
    await history(page).getByText(change).waitFor();
  }
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await page.getByText("C’est annulé.").waitFor();
  expect(await callback.inputValue()).toBe("");
});

fullTest("Of two who change one status, the second sees the first one's choice and is told", async () => {
  const person = newPerson();
  const [one, two] = [await newVisitor(desktop), await newVisitor(desktop)];
  // Neither is told of anything: what they show is old.
  for (const page of [one, two]) await page.route("**/functions/v1/lead-events*", (route) => route.abort());
  await enterAsAdministrator(one);
  await typeLead(one, person);
  await enterAsAdministrator(two);
  expectProblem(/ERR_FAILED|The row did not take it/);
  await searchLeads(two, person.lastName);
  await openLead(two, `${person.firstName} ${person.lastName}`);
  const status = (page: Page) => page.getByRole("complementary").getByRole("combobox", { name: /^Statut/ });
  await status(one).selectOption("Client");
  await history(one).getByText("Statut : À contacter → Client").waitFor();
  await status(two).selectOption("Inactif");
  await two.getByText("Un collègue a été plus rapide").waitFor();
  expect(await status(two).inputValue()).toBe("client");
  await two.getByRole("complementary").getByRole("button", { name: "Réessayer" }).click();
  await expect.poll(() => status(two).inputValue()).toBe("inactive");

  // The first one's file is older now: what the status became does not stand in the way of an owner.
  expectProblem(/status of 409/);
  const owner = (page: Page) => page.getByRole("combobox", { name: "Propriétaire" });
  await owner(one).selectOption("admin@ariane.example");
  await history(one).getByText("Propriétaire : Personne → admin@ariane.example").waitFor();
});

fullTest("Of two who correct one line, the second sees both values and chooses; neither text is lost", async () => {
  const person = newPerson();
  const one = await newVisitor(desktop);
  await enterAsAdministrator(one);
  await typeLead(one, person);
  const two = await newVisitor(desktop);
  await enterAsAdministrator(two);
  await searchLeads(two, person.lastName);
  await openLead(two, `${person.firstName} ${person.lastName}`);
  await two.getByRole("button", { name: "Modifier", exact: true }).click();
  await two.getByRole("dialog").getByLabel("Nom commercial").fill("Maison Kerbrat");
  await two.getByRole("dialog").getByLabel("Téléphone").fill("06 39 98 20 17");

  await one.getByRole("button", { name: "Modifier", exact: true }).click();
  await expectAccessible(one);
  await one.getByRole("dialog").getByLabel("Nom commercial").fill("Ateliers Kerbrat");
  await one.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await one.getByText("Fiche corrigée.").waitFor();

  expectProblem(/status of 409/);
  await two.getByRole("button", { name: "Enregistrer", exact: true }).click();
  const dialog = two.getByRole("dialog", { name: "Quelqu’un a modifié cette fiche pendant votre saisie" });
  await dialog.getByText("Ateliers Kerbrat").waitFor();
  // The telephone has one author, and is not asked about.
  expect(await dialog.getByRole("radiogroup").count()).toBe(1);
  await dialog.getByRole("button", { name: "Enregistrer ce choix" }).click();
  await dialog.getByText("Choisissez ce qui reste.").waitFor();
  await expectAccessible(two);
  await dialog.getByText("Maison Kerbrat").click();
  await dialog.getByRole("button", { name: "Enregistrer ce choix" }).click();
  await two.getByText("Fiche corrigée.").waitFor();
  await history(two).getByText("avant : Ateliers Kerbrat").waitFor();
  await history(two).getByText("avant : 06 39 98 20 16").waitFor();
});

fullTest("A line is changed where it stands, and saved without a question when others changed another", async () => {
  const person = newPerson();
  const one = await newVisitor(desktop);
  await enterAsAdministrator(one);
  await typeLead(one, person);
  const pen = one.getByRole("button", { name: "Modifier : Nom commercial" });
  const typed = one.getByRole("textbox", { name: "Nom commercial" });
  await pen.click();
  await typed.press("Escape");
  await expect.poll(() => pen.evaluate((button) => button === document.activeElement)).toBe(true);
  await pen.press("Enter");
  await typed.fill("Ateliers Kerbrat");
  await expectAccessible(one);
  const two = await newVisitor(desktop);
  await enterAsAdministrator(two);
  await searchLeads(two, person.lastName);
  await openLead(two, `${person.firstName} ${person.lastName}`);
  await two
    .getByRole("complementary")
    .getByRole("combobox", { name: /^Statut/ })
    .selectOption("Client");
  await history(two).getByText("Statut : À contacter → Client").waitFor();
  expectProblem(/status of 409/);
  await typed.press("Enter");
  await one.getByText("Fiche corrigée.").waitFor();
  await typed.waitFor({ state: "detached" });
});

fullTest("Two contacts of one person are found, shown and made one, and parted again", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const phone = `06 39 98 ${String(process.pid % 10_000).padStart(4, "0")}`;
  const [first, second] = [newPerson("Anne"), newPerson("Annie")];
  await typeLead(page, first, phone);
  await typeLead(page, second, phone);
  const duplicates = page.getByRole("list", { name: "Doublons" });
  await duplicates.getByText("même téléphone").first().waitFor();
  await expectAccessible(page);

  await duplicates.getByRole("button", { name: `Fusionner avec ${first.firstName} ${first.lastName}` }).click();
  const dialog = page.getByRole("dialog", { name: "Fusionner deux contacts" });
  await dialog.getByText("Les deux leads Secrétariat n’en font plus qu’un.").waitFor();
  await dialog.getByText("2 envois de formulaire").waitFor();
  await dialog.getByText(`${first.email} (dans l’historique)`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Fusionner", exact: true }).click();
  await history(page).getByText("Fusionné avec un autre contact").waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await page.getByText("C’est annulé.").waitFor();
  await duplicates.getByText(first.email).waitFor();
});

fullTest("All that is kept of a person is read and saved, and the call sheet prints", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const person = newPerson();
  await typeLead(page, person);
  await page.getByRole("button", { name: "Exporter les données" }).click();
  const dialog = page.getByRole("dialog", { name: /^Données de/ });
  await dialog.getByRole("region", { name: "Formulaires envoyés" }).getByText(person.email).first().waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Télécharger le fichier JSON" }).click();
  expect((await download).suggestedFilename()).toBe("donnees-du-contact.json");
  await dialog.getByRole("button", { name: "Fermer", exact: true }).click();

  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const sheet = page.getByRole("region", { name: "Fiche d’appel" });
  await sheet.getByRole("heading", { name: "Notes de l’appel" }).waitFor();
  await sheet.getByText(person.email).waitFor();
  expect(await page.getByRole("button", { name: "Imprimer la fiche d’appel" }).isVisible()).toBe(false);
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  const { height } = (await sheet.boundingBox()) ?? { height: Infinity };
  const pageOfA4 = 1123 - 2 * 38; // px at 96 dpi, without the margins
  expect(height).toBeLessThan(pageOfA4);
});

fullTest("Who stopped on the way is sent the link to go on, and the file says so", async () => {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  const person = newPerson();
  await typeLead(page, person);
  await page.getByRole("button", { name: "Envoyer un lien de reprise" }).click();
  await page.getByText(`Le lien de reprise part vers ${person.email}.`).waitFor();
  await history(page).getByText(`E-mail de reprise d’inscription, à ${person.email}`).waitFor();
});
