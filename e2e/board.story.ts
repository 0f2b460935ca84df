import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { changesOfLeads, goToScreen, sendCallRequest, enterAsAdministrator } from "./support/back-office.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

const publishableKey = "sb_publishable_of_the_board";
let site: RunningSite;

beforeAll(async () => {
  site = await startSite({ environment: { PUBLISHABLE_KEY: publishableKey } });
  for (const lastName of ["Gaudin", "Lebrun"]) {
    await sendCallRequest(site.url, publishableKey, { firstName: "Côme", lastName });
  }
});

afterAll(() => site.stop());

async function openBoard(options = {}): Promise<Page> {
  const page = await newVisitor({ siteUrl: site.url, ...options });
  await enterAsAdministrator(page, site.admin);
  await goToScreen(page, "Tableau");
  await page.getByRole("heading", { level: 1, name: "Tableau" }).waitFor();
  return page;
}

const column = (page: Page, name: string) => page.getByRole("region", { name });
const card = (page: Page, status: string, name: string) =>
  column(page, status).getByRole("button", { name: new RegExp(`^Ouvrir la fiche de ${name}`) });

async function countOf(page: Page, status: string): Promise<number> {
  return Number(await column(page, status).getByText(/^\d+$/).textContent());
}

async function drag(page: Page, name: string, from: string, to: string): Promise<void> {
  const start = await card(page, from, name).boundingBox();
  const end = await column(page, to).boundingBox();
  if (!start || !end) throw new Error("Nothing to drag, or nowhere to.");
  await page.mouse.move(start.x + 20, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + 30, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + 120, { steps: 6 });
  await page.getByText(/carte prise\. Relâchez-la sur une colonne/).waitFor();
  await page.mouse.up();
}

test("A card is dragged to its new status, counted there, taken back, and seen by a colleague", async () => {
  const page = await openBoard(desktop);
  const colleague = await openBoard(desktop);
  await card(page, "À contacter", "Côme Gaudin").waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);

  const before = await countOf(page, "Client");
  await drag(page, "Côme Gaudin", "À contacter", "Client");
  await card(page, "Client", "Côme Gaudin").waitFor();
  await page.getByText("Côme Gaudin, déplacé vers Client.").waitFor();
  await expect.poll(() => countOf(page, "Client")).toBe(before + 1);
  await card(colleague, "Client", "Côme Gaudin").waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await card(page, "À contacter", "Côme Gaudin").waitFor();
  await card(colleague, "À contacter", "Côme Gaudin").waitFor();

  // Let go where it was, or nowhere, it stays and its file stays shut.
  await drag(page, "Côme Gaudin", "À contacter", "À contacter");
  await page.getByText("Côme Gaudin, laissé à sa place.").waitFor();
  expect(new URL(page.url()).searchParams.get("fiche")).toBeNull();
});

fullTest("Shift and an arrow move a card, and the focus goes with it", async () => {
  const page = await openBoard(desktop);
  await card(page, "À contacter", "Côme Lebrun").focus();
  await page.keyboard.press("Shift+ArrowRight");
  const moved = card(page, "Contacté", "Côme Lebrun");
  await moved.waitFor();
  await expect.poll(() => moved.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Shift+ArrowLeft");
  const back = card(page, "À contacter", "Côme Lebrun");
  await back.waitFor();
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("complementary").getByRole("heading", { name: "Côme Lebrun" }).waitFor();
  await expectAccessible(page);
});

fullTest("A move that is refused goes back with a sentence; one that a colleague was faster with is told", async () => {
  const page = await openBoard(desktop);
  await card(page, "À contacter", "Côme Gaudin").waitFor();
  expectProblem(/ERR_FAILED|Failed to fetch|status of 409|The row did not take it/);
  await page.route(changesOfLeads, (route) => route.abort());
  await drag(page, "Côme Gaudin", "À contacter", "Contacté");
  await column(page, "À contacter").getByRole("button", { name: "Réessayer" }).waitFor();
  await card(page, "À contacter", "Côme Gaudin").waitFor();
  await expectAccessible(page);
  await page.unroute(changesOfLeads);

  const late = await newVisitor({ siteUrl: site.url, ...desktop });
  await late.route("**/functions/v1/lead-events*", (route) => route.abort());
  await enterAsAdministrator(late, site.admin);
  await goToScreen(late, "Tableau");
  await card(late, "À contacter", "Côme Gaudin").waitFor();
  await column(page, "À contacter").getByRole("button", { name: "Réessayer" }).click();
  await card(page, "Contacté", "Côme Gaudin").waitFor();
  await page.getByText(/^Côme Gaudin.: contacté\.$/).waitFor();
  await drag(late, "Côme Gaudin", "À contacter", "Inactif");
  await late.getByText("Un collègue a été plus rapide").waitFor();
  await card(late, "Contacté", "Côme Gaudin").waitFor();
});

fullTest(
  "On a telephone one column is in sight; cards go on by their menu, and filters stay in the address",
  async () => {
    const page = await openBoard();
    await card(page, "À contacter", "Côme Lebrun").waitFor();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Statut de Côme Lebrun" }).selectOption("Client");
    await card(page, "À contacter", "Côme Lebrun").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Client/ }).click();
    await card(page, "Client", "Côme Lebrun").waitFor();
    await page.goto("/admin/tableau?recherche=lebrun&statut=client");
    await card(page, "Client", "Côme Lebrun").waitFor();
    expect(await page.getByRole("button", { name: /^À contacter/ }).count()).toBe(0);
  },
);

fullTest("A long column holds in the document what is in sight, and goes on to its end by pages", async () => {
  for (let n = 0; n < 55; n += 1) {
    await sendCallRequest(site.url, publishableKey, { firstName: "Anne", lastName: `Kerbrat${n}` });
  }
  const page = await openBoard(desktop);
  const long = column(page, "À contacter");
  await card(page, "À contacter", "Anne Kerbrat54").waitFor();
  expect(await long.getByRole("listitem").count()).toBeLessThan(25);
  await long.hover();
  const last = card(page, "À contacter", "Anne Kerbrat0 ");
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000);
      return last.count();
    })
    .toBe(1);
  expect(await long.getByRole("listitem").count()).toBeLessThan(25);
  await expectAccessible(page);
});
