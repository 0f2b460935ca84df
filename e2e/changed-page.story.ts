import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { sampleOf } from "#tests/support/depth.ts";

import { newPerson, storedFunnel } from "./support/funnel.ts";
import { fillClosing, fillConference, orderButton } from "./support/orders.ts";
import { desktop, expectAccessible, newVisitor } from "./support/pages.ts";

/** What others do to a page between its arrival and its scripts. */
const changes = {
  "a password manager puts nodes beside the fields": () => {
    for (const input of document.querySelectorAll("input,textarea")) {
      const icon = document.createElement("div");
      icon.dataset["lastpassIconRoot"] = "";
      input.after(icon);
    }
  },
  "a translator wraps the words": () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.parentElement?.closest("script,style,noscript,option,title")) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    }
  },
};

const cases = sampleOf(Object.entries(changes), 1);

/** The page with its loader alone, changed, as over a slow line; `comeAlive` lets the rest come and be drawn afresh. */
async function openChanged(page: Page, address: string, change: () => void): Promise<() => Promise<void>> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!loader)[^/]+\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => document.readyState);
  await page.evaluate(change);
  return async () => {
    const isDrawn = page.waitForEvent("console", (message) => message.text().includes("drawn afresh"));
    release();
    await isDrawn;
  };
}

fullTest.each(cases)(
  "The closing order: when %s, what is typed and filled in stays, with focus and caret",
  async (_, change) => {
    const page = await newVisitor(desktop);
    const comeAlive = await openChanged(page, "/closing", change);
    const person = newPerson();
    await fillClosing(page, person);
    const company = page.getByLabel("Entreprise");
    await company.click();
    await company.press("Home");
    await comeAlive();

    // The caret is where it was.
    await page.keyboard.type("Chez ");
    expect(await company.inputValue()).toBe(`Chez ${person.company}`);
    expect(await page.getByLabel("Prénom").inputValue()).toBe(person.firstName);
    expect(await page.getByLabel("Objectif").inputValue()).not.toBe("");
    await expectAccessible(page);
    await orderButton(page).click();
    await page.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  },
);

fullTest.each(cases)(
  "The conference: when %s and all is filled in before the first touch, all stays",
  async (_, change) => {
    const page = await newVisitor(desktop);
    const comeAlive = await openChanged(page, "/conferences", change);
    const person = newPerson();
    await fillConference(page, person);
    await page.getByLabel("Commentaire").fill("Deux lignes\nici");
    await comeAlive();
    expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe(person.lastName);
    expect(await page.getByLabel("Cabinet").inputValue()).toBe(person.company);
    expect(await page.getByLabel("E-mail", { exact: true }).inputValue()).toBe(person.email);
    expect(await page.getByLabel("Commentaire").inputValue()).toBe("Deux lignes\nici");
  },
);

test.each(cases)("The sign-up: when %s, the address goes on being typed, and counts", async (_, change) => {
  const page = await newVisitor();
  const comeAlive = await openChanged(page, "/inscription-secretariat", change);
  const email = page.getByLabel("E-mail");
  await email.pressSequentially("yann@menuis");
  await comeAlive();
  await expect.poll(async () => (await storedFunnel(page))?.email).toBe("yann@menuis");
  await page.keyboard.type("erie.example");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect((await storedFunnel(page))?.email).toBe("yann@menuiserie.example");
});

fullTest.each(cases)("The customer area: when %s, address and password stay", async (_, change) => {
  const page = await newVisitor();
  const comeAlive = await openChanged(page, "/dashboard", change);
  await page.getByLabel("E-mail").fill("yann@menuiserie.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("un mot de passe");
  await comeAlive();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("yann@menuiserie.example");
  expect(await page.getByLabel("Mot de passe", { exact: true }).inputValue()).toBe("un mot de passe");
});

fullTest("A slider whose words a translator wrapped: the first keys count, and the next ones go on", async () => {
  const page = await newVisitor(desktop);
  const comeAlive = await openChanged(page, "/secretariat", changes["a translator wraps the words"]);
  const slider = page.getByRole("slider");
  await slider.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowRight");
  await comeAlive();
  await page.keyboard.press("ArrowRight");
  expect(await slider.inputValue()).toBe("80");
  await page.getByText("Palier retenu : 100 appels par jour").first().waitFor();
});

fullTest("A slider: when a translator wraps the words, a tier that is pressed first is chosen", async () => {
  const page = await newVisitor(desktop);
  const comeAlive = await openChanged(page, "/secretariat", changes["a translator wraps the words"]);
  await page.getByRole("button", { name: "200", exact: true }).click();
  await comeAlive();
  await page.getByText("Palier retenu : 200 appels par jour").first().waitFor();
});

/** As the autofill of some browsers: the value, then its events, from the page's own world. */
function fillUnheard(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = document.getElementById(name) as HTMLInputElement;
    input.value = value;
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

fullTest("Values that a program fills in unheard are sent, in each step", async () => {
  const page = await newVisitor();
  await page.goto("/inscription-secretariat");
  await page.getByLabel("E-mail").click();
  await expect.poll(() => storedFunnel(page)).toBeNull();
  await page.evaluate(() => document.querySelector("[data-island]")?.matches("[data-hydrated]"));
  await expect.poll(() => page.evaluate(() => document.querySelector("[data-hydrated]") !== null)).toBe(true);
  await page.evaluate(fillUnheard, { email: "yann@menuiserie.example" });
  await page.getByRole("button", { name: "Continuer", exact: true }).click();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();

  const answers = { firstName: "Yann", lastName: "Kerbrat", phone: "06 39 98 20 16", companyName: "Bois" };
  await page.evaluate(fillUnheard, answers);
  await page.getByLabel("Activité entreprise").fill("menuiserie");
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
  expect(await storedFunnel(page)).toMatchObject({ ...answers, email: "yann@menuiserie.example" });
});
