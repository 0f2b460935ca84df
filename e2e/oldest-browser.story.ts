import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { enterAsAdministrator, goToScreen, openLead, searchLeads } from "./support/back-office.ts";
import { hasOldestChromium, launchOldestChromium } from "./support/browser.ts";
import {
  giveAccount,
  giveConfiguration,
  giveInformation,
  newPerson,
  openFunnel,
  reachSummary,
  submitConfiguration,
} from "./support/funnel.ts";
import {
  fillClosing,
  fillConference,
  openClosing,
  openConference,
  orderButton,
  placeButton,
} from "./support/orders.ts";
import { desktop, expectProblem, newVisitor } from "./support/pages.ts";

/** What Firefox 115 and Safari 16.0, together, lack of the browser of the stories (decision 0071). */
function takeAway(): void {
  const younger: [object, string[]][] = [
    [URL, ["canParse", "parse"]],
    [String.prototype, ["toWellFormed", "isWellFormed"]],
    [AbortSignal, ["any"]],
    [Array, ["fromAsync"]],
    [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"]],
    [globalThis, ["Iterator", "scheduler", "requestIdleCallback", "cancelIdleCallback", "CookieStore", "Temporal"]],
    [Document.prototype, ["startViewTransition"]],
    [Element.prototype, ["checkVisibility", "moveBefore"]],
    [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover"]],
  ];
  for (const [owner, names] of younger) for (const name of names) Reflect.deleteProperty(owner, name);
}

async function orderAll(visit: () => Promise<Page>): Promise<void> {
  const visitor = await visit();
  await openClosing(visitor);
  await fillClosing(visitor, newPerson());
  await orderButton(visitor).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();

  await openConference(visitor);
  await fillConference(visitor, newPerson());
  await placeButton(visitor).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
}

async function signUp(visitor: Page, address: string): Promise<void> {
  const person = newPerson();
  await openFunnel(visitor, address);
  await giveAccount(visitor, person);
  if (address.endsWith("marketing")) {
    await giveInformation(visitor, person, "Préparez vos campagnes");
    await visitor.getByRole("radio", { name: "De 5 000 à 20 000" }).check();
    await visitor.getByRole("radio", { name: "De 100 à 1 000" }).last().check();
    await visitor.getByLabel("Besoins marketing spécifiques").fill("Relancer les devis de l’hiver.");
  } else if (address.endsWith("suiviclient")) {
    await giveInformation(visitor, person, "Préparez votre suivi");
    await visitor.getByLabel("Objectifs en suivi client").fill("Garder le lien après la pose.");
    await visitor.getByRole("radio", { name: "Masculine" }).check();
  } else {
    await giveInformation(visitor, person);
    await giveConfiguration(visitor);
    await visitor
      .getByLabel("Adresse de votre site ou de votre base de connaissances")
      .pressSequentially("https://exemple.fr");
  }
  await submitConfiguration(visitor);
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
}

/** The screens of the desk with a list, a drag, a chart and a table; then a file. */
async function lookAround(office: Page): Promise<void> {
  const person = newPerson();
  await reachSummary(office, person);
  await enterAsAdministrator(office);
  for (const screen of ["Aujourd’hui", "Tableau", "Statistiques", "Leads"]) {
    await goToScreen(office, screen);
    await office.getByRole("heading", { level: 1, name: screen }).waitFor();
    await expect.poll(() => office.getByText(/^Chargement/).count()).toBe(0);
  }
  await searchLeads(office, person.lastName);
  await openLead(office, `${person.firstName} ${person.lastName}`);
  await office.getByRole("list", { name: "Historique" }).waitFor();
}

describe("With what Firefox 115 and Safari 16.0 lack taken away", () => {
  const visit = async (options = {}) => {
    const page = await newVisitor(options);
    await page.context().addInitScript(takeAway);
    return page;
  };

  test("a sign-up is whole to its payment, and the web address is checked letter by letter", async () => {
    const visitor = await visit();
    await signUp(visitor, "/inscription-secretariat");
    const lacked = await visitor.evaluate(() => [typeof URL.canParse, typeof Reflect.get([], "toSorted")]);
    expect(lacked).toEqual(["undefined", "undefined"]);
  });

  fullTest("the desk has its lists, its board and its files", async () => lookAround(await visit(desktop)));
  fullTest("both order forms lead to their payment", () => orderAll(visit));
});

describe.runIf(hasOldestChromium)("In Chromium 109", () => {
  let oldest: Browser;
  beforeAll(async () => {
    oldest = await launchOldestChromium();
  });
  afterAll(() => oldest.close());

  const visit = async (options = {}) => {
    // Of its own page around a text file, which the stories open to enter the desk.
    expectProblem(/sha256-4Su6mBWzEIFnH4pAGMOuaeBrstwJN4Z3pq|style-src-attr refused inline/);
    return newVisitor({ inBrowser: oldest, ...options });
  };

  fullTest.for(["/inscription-secretariat", "/inscription-marketing", "/inscription-suiviclient"])(
    "%s is whole from its first step to the payment",
    async (address) => signUp(await visit(), address),
  );
  fullTest("both order forms lead to their payment", () => orderAll(visit));
  fullTest("the desk has its lists, its board and its files", async () => lookAround(await visit(desktop)));
});
