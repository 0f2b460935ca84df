import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { enterAsAdministrator, goToScreen } from "./support/back-office.ts";
import { desktop, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

const sentLeads = 160;

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
  const html = await (await fetch(`${site.url}/dashboard`)).text();
  const apikey = /sb_publishable_[\w-]+/.exec(html)?.[0] ?? "";
  for (let number = 1; number <= sentLeads; number += 1) await sendLead(apikey, number);
});
afterAll(() => site.stop());

/** As the funnel sends it, each from an address of its own. */
async function sendLead(apikey: string, number: number): Promise<void> {
  const answer = await fetch(`${site.url}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json", "x-forwarded-for": `10.251.0.${number}` },
    body: JSON.stringify({
      email_param: `n${number}@longue.example`,
      funnel_origin_param: "secretariat",
      first_name_param: "Numéro",
      last_name_param: String(number),
      idempotency_key_param: crypto.randomUUID(),
    }),
  });
  expect(answer.status).toBe(200);
}

/** The name of each lead in the document, and its place in the list. */
async function rowsOnScreen(page: Page): Promise<[name: string, place: string][]> {
  const rows = await page
    .getByRole("row")
    .evaluateAll((elements) =>
      elements.map((row) => [/Numéro \d+/.exec(row.textContent)?.[0] ?? "", row.getAttribute("aria-rowindex") ?? ""]),
    );
  return rows.flatMap(([name = "", place = ""]) => (name === "" ? [] : [[name, place]]));
}

const openers = (page: Page) => page.getByRole("button", { name: /^Ouvrir la fiche de/ });
const lastRowIndex = async (page: Page) => Number(await page.getByRole("row").last().getAttribute("aria-rowindex"));

test.each([
  ["a desk", desktop],
  ["a telephone", {}],
])(
  "On %s the list goes on as far as one scrolls, shows each lead once, and is back at its start at once",
  async (_, options) => {
    const page = await newVisitor({ ...options, siteUrl: site.url });
    await enterAsAdministrator(page, site.admin);
    const rowCount = Number(await page.getByRole("table").getAttribute("aria-rowcount"));
    expect(rowCount).toBeGreaterThan(sentLeads);

    /** Each name with the places where it was seen. */
    const seen = new Map<string, Set<string>>();
    await expect
      .poll(
        async () => {
          for (const [name, place] of await rowsOnScreen(page))
            seen.set(name, (seen.get(name) ?? new Set()).add(place));
          await page.mouse.wheel(0, 700);
          return (await lastRowIndex(page)) === rowCount && seen.size;
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(sentLeads);
    expect([...seen].filter(([, places]) => places.size > 1)).toEqual([]);
    expect(await page.getByRole("row").count()).toBeLessThan(60);

    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    await page.evaluate(() => scrollTo(0, 0));
    await openers(page).first().waitFor();
    await expect
      .poll(() => openers(page).first().getAttribute("aria-label"))
      .toBe(`Ouvrir la fiche de Numéro ${sentLeads}`);
    expect(asked.filter((url) => url.includes("list_leads"))).toEqual([]);
  },
);

test("What a colleague changes far down is shown in its place; place, focus and file are kept", async () => {
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  const far = page.getByRole("button", { name: "Ouvrir la fiche de Numéro 40" });
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 700);
        return far.isVisible();
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(true);
  await far.click();
  await page.getByRole("heading", { name: "Numéro 40" }).waitFor();
  const place = await page.evaluate(() => scrollY);

  const colleague = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(colleague, site.admin);
  await colleague.getByRole("searchbox", { name: "Rechercher" }).fill("n40@longue");
  await colleague.getByRole("combobox", { name: "Statut de Numéro 40" }).selectOption("Client");
  const status = page.getByRole("table").getByRole("combobox", { name: "Statut de Numéro 40" });
  await expect.poll(() => status.inputValue()).toBe("client");
  expect(await page.evaluate(() => scrollY)).toBe(place);
  expect(await far.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("On paper the list is whole, by the keys of the browser, and says how much of it there is", async () => {
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await enterAsAdministrator(page, site.admin);
  const printed = page.locator(".printed-leads");
  const shown = await page.getByText(/^Affichage de \d+ leads$/).textContent();
  const total = Number(/\d+/.exec(shown ?? "")?.[0]);
  expect(total).toBeGreaterThanOrEqual(sentLeads);

  for (const screen of ["Leads", "Tableau"]) {
    await goToScreen(page, screen);
    await page.getByRole("heading", { level: 1, name: screen }).waitFor({ state: "attached" });
    await page.keyboard.press("Control+p");
    await page.locator("[data-printed]").waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    await printed.getByText(`${total} leads, dans l’ordre de la liste`).waitFor();
    expect(await printed.getByRole("row").count()).toBe(total + 1);
    expect(await page.locator("main").isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
  }

  // By the menu, which waits for nothing: what is at hand, and that there is more.
  await goToScreen(page, "Leads");
  await openers(page).first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await printed.getByRole("row").nth(1).waitFor();

  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await goToScreen(page, "Aujourd’hui");
  await page
    .getByText(/Numéro/)
    .first()
    .waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("main").isVisible()).toBe(true);
});
