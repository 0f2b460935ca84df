import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { changesOfLeads, sendCallRequest, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";
import { publishableKey } from "./support/site.ts";

/** The board shows theirs alone: the leads of other stories have other names. */
const family = newPerson().lastName;
const [comeName, maudName] = [`Côme ${family}`, `Maud ${family}`];

const askToBeCalled = (firstName: string, lastName = family) =>
  sendCallRequest(inject("siteUrl"), publishableKey, { firstName, lastName });

beforeAll(async () => {
  for (const firstName of ["Côme", "Maud"]) await askToBeCalled(firstName);
});

async function openBoard(options = {}, filters = `recherche=${family}`): Promise<Page> {
  return showBoard(await newVisitor(options), filters);
}

async function showBoard(page: Page, filters = `recherche=${family}`): Promise<Page> {
  await enterAsAdministrator(page, undefined, `/admin/tableau?${filters}`);
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
  await card(page, "À contacter", comeName).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);

  const before = await countOf(page, "Client");
  await drag(page, comeName, "À contacter", "Client");
  await card(page, "Client", comeName).waitFor();
  await page.getByText(`${comeName}, déplacé vers Client.`).waitFor();
  await expect.poll(() => countOf(page, "Client")).toBe(before + 1);
  await card(colleague, "Client", comeName).waitFor();
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await card(page, "À contacter", comeName).waitFor();
  await card(colleague, "À contacter", comeName).waitFor();

  // Let go where it was, or nowhere, it stays and its file stays shut.
  await drag(page, comeName, "À contacter", "À contacter");
  await page.getByText(`${comeName}, laissé à sa place.`).waitFor();
  expect(new URL(page.url()).searchParams.get("fiche")).toBeNull();
});

fullTest("Shift and an arrow move a card, and the focus goes with it", async () => {
  const page = await openBoard(desktop);
  await card(page, "À contacter", maudName).focus();
  await page.keyboard.press("Shift+ArrowRight");
  const moved = card(page, "Contacté", maudName);
  await moved.waitFor();
  await expect.poll(() => moved.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Shift+ArrowLeft");
  const back = card(page, "À contacter", maudName);
  await back.waitFor();
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("complementary").getByRole("heading", { name: maudName }).waitFor();
  await expectAccessible(page);
});

fullTest("A move that is refused goes back with a sentence; one that a colleague was faster with is told", async () => {
  const page = await openBoard(desktop);
  await card(page, "À contacter", comeName).waitFor();
  expectProblem(/ERR_FAILED|Failed to fetch|status of 409|The row did not take it/);
  await page.route(changesOfLeads, (route) => route.abort());
  await drag(page, comeName, "À contacter", "Contacté");
  await column(page, "À contacter").getByRole("button", { name: "Réessayer" }).waitFor();
  await card(page, "À contacter", comeName).waitFor();
  await expectAccessible(page);
  await page.unroute(changesOfLeads);

  const late = await newVisitor(desktop);
  await late.route("**/functions/v1/lead-events*", (route) => route.abort());
  await showBoard(late);
  await card(late, "À contacter", comeName).waitFor();
  await column(page, "À contacter").getByRole("button", { name: "Réessayer" }).click();
  await card(page, "Contacté", comeName).waitFor();
  await page.getByText(new RegExp(`^${comeName}.: contacté\\.$`)).waitFor();
  await drag(late, comeName, "À contacter", "Inactif");
  await late.getByText("Un collègue a été plus rapide").waitFor();
  await card(late, "Contacté", comeName).waitFor();
});

fullTest(
  "On a telephone one column is in sight; cards go on by their menu, and filters stay in the address",
  async () => {
    const page = await openBoard();
    await card(page, "À contacter", maudName).waitFor();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.getByRole("combobox", { name: `Statut de ${maudName}` }).selectOption("Client");
    await card(page, "À contacter", maudName).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Client/ }).click();
    await card(page, "Client", maudName).waitFor();
    await page.goto(`/admin/tableau?recherche=${family.toLowerCase()}&statut=client`);
    await card(page, "Client", maudName).waitFor();
    expect(await page.getByRole("button", { name: /^À contacter/ }).count()).toBe(0);
  },
);

fullTest("A long column holds in the document what is in sight, and goes on to its end by pages", async () => {
  const { lastName } = newPerson();
  for (let n = 0; n < 55; n += 1) await askToBeCalled(`Anne${n}`, lastName);
  const page = await openBoard(desktop, `recherche=${lastName}`);
  const long = column(page, "À contacter");
  await card(page, "À contacter", `Anne54 ${lastName}`).waitFor();
  expect(await long.getByRole("listitem").count()).toBeLessThan(25);
  await long.hover();
  const last = card(page, "À contacter", `Anne0 ${lastName}`);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000);
      return last.count();
    })
    .toBe(1);
  expect(await long.getByRole("listitem").count()).toBeLessThan(25);
  await expectAccessible(page);
});
