import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import {
  enterAsAdministrator,
  noteRequestsOfChange,
  openLead,
  requestsOfChange,
  searchLeads,
  sendLeadOf,
} from "./support/back-office.ts";
import { type Person, newPerson } from "./support/funnel.ts";
import { takeExclusiveSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";
import { secretKey } from "./support/site.ts";

const colleague = { email: "lea@ariane.example", password: "Bruyère-Matin-57" };

const site = await takeExclusiveSite();

/** As `npm run admin -- create` asks the server for it. */
beforeAll(async () => {
  const answer = await fetch(`${site.url}/operations/administrators`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify(colleague),
  });
  expect(answer.status).toBe(201);
});

async function enter(admin = site.admin, options: Parameters<typeof newVisitor>[0] = desktop): Promise<Page> {
  const page = await newVisitor({ ...options, siteUrl: site.url });
  await enterAsAdministrator(page, admin);
  return page;
}

async function sendLead(): Promise<Person> {
  const person = newPerson();
  await sendLeadOf(person, site.url);
  return person;
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
const rowOf = (page: Page, person: Person) => page.getByRole("row").filter({ hasText: nameOf(person) });
const statusOf = (page: Page, person: Person) =>
  page.getByRole("combobox", { name: `Statut de ${nameOf(person)}` }).first();

// How soon is measured by `npm run bench -- live`.
test("What a visitor sends and what a colleague changes appears by itself, in the list and in the file", async () => {
  const [here, there] = [await enter(), await enter(colleague)];
  await here.getByText("À jour").first().waitFor();
  const person = await sendLead();
  await rowOf(here, person).waitFor();
  await rowOf(there, person).waitFor();

  await openLead(there, nameOf(person));
  await statusOf(here, person).selectOption("Client");
  await expect.poll(() => statusOf(there, person).inputValue()).toBe("client");
  const file = there.getByRole("complementary", { name: "Fiche du lead" });
  await expect.poll(() => file.getByRole("combobox", { name: /^Statut/ }).inputValue()).toBe("client");
  await expectAccessible(here);
});

fullTest("Two people at one lead see each other, and see when one leaves", async () => {
  const person = await sendLead();
  const [here, there] = [await enter(), await enter(colleague)];
  for (const page of [here, there]) {
    await rowOf(page, person).waitFor();
    await openLead(page, nameOf(person));
  }
  await here.getByText(`Fiche aussi ouverte par ${colleague.email}.`).waitFor();
  await there.getByText(`Fiche aussi ouverte par ${site.admin.email}.`).waitFor();
  await expectAccessible(here);
  await there.getByRole("button", { name: "Fermer la fiche" }).click();
  await here.getByText(`Fiche aussi ouverte par ${colleague.email}.`).waitFor({ state: "hidden" });
});

fullTest("A lost connection says so, resumes and has missed nothing", async () => {
  const known = await sendLead();
  const [here, there] = [await enter(), await enter(colleague)];
  await rowOf(here, known).waitFor();
  await here.getByText("À jour").first().waitFor();
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  await here.context().setOffline(true);
  await here.getByText("Connexion perdue, nouvelle tentative…").waitFor();
  await expectAccessible(here);

  const missed = [await sendLead(), await sendLead()];
  const changed = there.waitForResponse((response) => response.url().endsWith("/functions/v1/change-leads"));
  await statusOf(there, known).selectOption("Inactif");
  expect((await changed).ok()).toBe(true);
  await here.context().setOffline(false);
  await here.getByText("À jour").first().waitFor();
  for (const person of missed) await rowOf(here, person).waitFor();
  await expect.poll(() => statusOf(here, known).inputValue()).toBe("inactive");
});

fullTest(
  "What arrives moves nothing for who reads further down, or stands in a row: it waits for a click",
  async () => {
    const known = await sendLead();
    const page = await enter();
    await page.getByText("À jour").first().waitFor();
    const opener = page.getByRole("button", { name: `Ouvrir la fiche de ${nameOf(known)}` });
    await opener.focus();
    const placeOfRow = await opener.boundingBox();
    const [first, second] = [await sendLead(), await sendLead()];
    const waiting = page.getByRole("button", { name: "2 nouveaux leads" });
    await waiting.waitFor();
    await expectAccessible(page);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await opener.boundingBox()).toEqual(placeOfRow);
    expect(await rowOf(page, first).count()).toBe(0);
    await waiting.click();
    await rowOf(page, first).waitFor();
    await rowOf(page, second).waitFor();
    await waiting.waitFor({ state: "hidden" });
  },
);

fullTest("What is about to be pressed stays that of its lead when another one comes in above", async () => {
  const person = await sendLead();
  const page = await enter();
  await page.getByText("À jour").first().waitFor();
  const status = await statusOf(page, person).elementHandle();
  const newcomer = await sendLead();
  await rowOf(page, newcomer).waitFor();
  expect(await status?.getAttribute("aria-label")).toBe(`Statut de ${nameOf(person)}`);
  await status?.selectOption("Client");
  await expect.poll(() => statusOf(page, person).inputValue()).toBe("client");
  expect(await statusOf(page, newcomer).inputValue()).toBe("to_contact");
});

fullTest("A lead that the list shows already is not offered as new, whatever its order", async () => {
  const page = await enter();
  const person = await sendLead();
  const heard = page.waitForResponse((response) => /admin_dashboard.*lead_id=in/.test(response.url()));
  await page.goto("/admin/dashboard?tri=last_name&sens=desc");
  await heard;
  await rowOf(page, person).waitFor();
  await page.getByRole("button", { name: /nouveau/ }).waitFor({ state: "hidden" });
});

fullTest("What is being typed stays, whatever others change", async () => {
  const person = await sendLead();
  const [here, there] = [await enter(), await enter(colleague)];
  await searchLeads(here, person.lastName);
  await here.getByText("Affichage de 1 leads").waitFor();
  const field = here.getByRole("searchbox", { name: "Rechercher" });
  await field.press("End");
  await statusOf(there, person).selectOption("Contacté");
  await expect.poll(() => statusOf(here, person).inputValue()).toBe("contacted");
  expect(await field.inputValue()).toBe(person.lastName);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
});

fullTest("On a telephone a lost connection and a colleague fit the screen", async () => {
  const person = await sendLead();
  const [phone, there] = [await enter(site.admin, {}), await enter(colleague)];
  for (const page of [there, phone]) await openLead(page, nameOf(person));
  await phone.getByText(`Fiche aussi ouverte par ${colleague.email}.`).waitFor();
  await expectNoOverflow(phone);
  await phone.getByRole("button", { name: "Fermer la fiche" }).click();
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  const count = phone.getByText(/^Affichage de/);
  const placeOfCount = await count.boundingBox();
  await phone.context().setOffline(true);
  await phone.getByText("Connexion perdue, nouvelle tentative…").waitFor();
  expect(await count.boundingBox()).toEqual(placeOfCount);
  await expectNoOverflow(phone);
  await expectAccessible(phone);
});

fullTest("One's own change of a status asks for nothing twice", async () => {
  const person = await sendLead();
  const page = await enter();
  await rowOf(page, person).waitFor();
  await page.getByText("À jour").first().waitFor();
  const asked = noteRequestsOfChange(page);
  await statusOf(page, person).selectOption("Client");
  await expect.poll(asked).toEqual(requestsOfChange);
  // A row that has the focus keeps its place: what arrives would wait for a click.
  await page.getByRole("searchbox").focus();
  // Somebody else's lead comes after the echo of one's own change: what was to be asked has been asked.
  const next = await sendLead();
  await rowOf(page, next).waitFor();
  expect(asked()).toEqual(requestsOfChange);
});

/** Stands in for the notifications of the system, which no page can look at. */
function noteNotifications(): void {
  const shown: string[] = [];
  class Shown extends EventTarget {
    static permission = "default";
    static async requestPermission() {
      Shown.permission = "granted";
      return "granted";
    }
    constructor(title: string, { body }: { body: string }) {
      super();
      shown.push(`${title} – ${body}`);
    }
  }
  Object.assign(window, { Notification: Shown, shown });
}

test("A colleague who is mentioned is told on the bar, in the list and by their browser, as they chose", async () => {
  const person = await sendLead();
  const there = await newVisitor({ ...desktop, siteUrl: site.url });
  await there.addInitScript(noteNotifications);
  await enterAsAdministrator(there, colleague, "/admin/notifications");
  await there.getByRole("button", { name: "Tout marquer comme lu" }).click();
  await there.getByText("Tout est lu").waitFor();
  await there.getByLabel("De", { exact: true }).selectOption("8 h");
  await there.getByRole("combobox", { name: "E-mail : On me mentionne dans une note" }).selectOption("Jamais");
  await there.getByText("Vos choix sont enregistrés.").waitFor();
  await there.getByRole("button", { name: "M’avertir dans ce navigateur" }).click();
  await there.getByText("Ce navigateur vous avertit").waitFor();
  await expectAccessible(there);

  const here = await enter();
  await searchLeads(here, person.lastName);
  await openLead(here, nameOf(person));
  await here.getByRole("button", { name: "Ajouter une note" }).click();
  const note = here.getByLabel("Note", { exact: true });
  await note.pressSequentially("Voir avec @le");
  await here.getByRole("listbox", { name: "Collègues" }).getByRole("option", { name: "lea" }).waitFor();
  await expectAccessible(here);
  await note.press("Enter");
  await note.pressSequentially("demain");
  await note.press("Control+Enter");
  await here.getByText("Voir avec @lea demain").waitFor();

  const sentence = `vous mentionne dans une note sur ${nameOf(person)}`;
  await there.getByRole("link", { name: /^Mes notifications ?, 1 à regarder$/ }).waitFor();
  await there.getByRole("link", { name: sentence }).waitFor();
  await expect
    .poll(() => there.evaluate(() => Reflect.get(window, "shown")))
    .toEqual([expect.stringContaining(`Mention dans une note – ${site.admin.email} ${sentence}`)]);
  await there.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(there);
  await there.setViewportSize(desktop.viewport);
  await there.reload();
  await there.getByLabel("De", { exact: true }).waitFor();
  expect(await there.getByLabel("De", { exact: true }).inputValue()).toBe("8");
  await there.getByRole("link", { name: sentence }).click();
  await there.getByRole("heading", { name: nameOf(person) }).waitFor();
  await there.getByRole("link", { name: "Mes notifications", exact: true }).waitFor();
});
