import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { atDepth, sampleOf } from "#tests/support/depth.ts";
import { followUp, marketing, secretariat } from "#tests/leads/sending.ts";

import { enterAsAdministrator } from "./support/back-office.ts";
import { desktop, newVisitor } from "./support/pages.ts";
import { scriptTexts } from "./support/script-texts.ts";
import { type RunningSite, startSite } from "./support/site.ts";

/** Source: promise S-17. */
const texts = sampleOf(scriptTexts(), 4);
const atATime = 8;
/** Of the files: each is a page of its own to open. */
const everyFile = atDepth(4, 10);

const publishableKey = "sb_publishable_of_the_hostile_answers";
let site: RunningSite;
beforeAll(async () => void (site = await startSite({ environment: { PUBLISHABLE_KEY: publishableKey } })));
afterAll(() => site.stop());

const contact = ["first_name", "last_name", "phone", "company_name", "business_type"];
/** The texts typed in each form. */
const forms = [
  { form: secretariat, typed: [...contact, "welcome_message", "knowledge_base_url", "knowledge_base_text"] },
  { form: marketing, typed: [...contact, "prospects_per_month", "current_clients", "marketing_needs"] },
  { form: followUp, typed: [...contact, "client_followup_goals"] },
];

/** The same text in every field of one form. @returns the status: a text that is no answer is refused by name */
async function submit(text: string, number: number): Promise<number> {
  const { form, typed } = forms[number % forms.length]!;
  const { status } = await fetch(`${site.url}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": `10.252.${Math.floor(number / 250)}.${(number % 250) + 1}`,
    },
    body: JSON.stringify({
      ...form,
      ...Object.fromEntries(typed.map((name) => [`${name}_param`, text])),
      email_param: `hostile-${number}@exemple.example`,
      idempotency_key_param: randomUUID(),
    }),
  });
  return status;
}

async function submitAll(): Promise<number> {
  let accepted = 0;
  const waiting = texts.entries();
  const work = async () => {
    for (const [number, text] of waiting) {
      const status = await submit(text, number);
      expect([text, [200, 400]]).toEqual([text, expect.arrayContaining([status])]);
      if (status === 200) accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return accepted;
}

/** What only a text that was read as markup could have left. Runs in the page. */
function countInjected(): number {
  const handlers = [...document.querySelectorAll("*")].filter((element) =>
    [...element.attributes].some(
      // The role of our own messages is "alert".
      ({ name, value }) => name.startsWith("on") || (name !== "role" && /canary|alert/.test(value)),
    ),
  );
  const named = [...document.querySelectorAll("a, iframe, object, embed, base, marquee")].filter((element) =>
    /^(?:javascript|data|vbscript):|127\.0\.0\.1:9/i.test(
      element.getAttribute("href") ?? element.getAttribute("src") ?? "",
    ),
  );
  // What a field shows of a text as its value, and a button in its name, is no markup.
  const isShown = (element: Element) => element.matches("input, textarea, [aria-label], [title], option");
  return new Set([...handlers.filter((element) => !isShown(element)), ...named]).size;
}

async function openAsAdministrator(): Promise<{ page: Page; ran: string[] }> {
  const page = await newVisitor({ ...desktop, siteUrl: site.url });
  const ran: string[] = [];
  await page.exposeFunction("canary", () => void ran.push("canary"));
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await enterAsAdministrator(page, site.admin);
  return { page, ran };
}

/** Scrolls until the last row has been drawn. */
async function readWholeList(page: Page): Promise<number> {
  const rowCount = Number(await page.getByRole("table").getAttribute("aria-rowcount"));
  let injected = 0;
  await expect
    .poll(
      async () => {
        injected += await page.evaluate(countInjected);
        await page.mouse.wheel(0, 700);
        return Number(await page.getByRole("row").last().getAttribute("aria-rowindex"));
      },
      { timeout: 60_000 + texts.length * 400, interval: 20 },
    )
    .toBe(rowCount);
  return injected;
}

/** In the order in which the data service gives them. */
async function listLeadIds(page: Page): Promise<string[]> {
  const ids: string[] = [];
  const token = await page.evaluate(() =>
    Object.values(localStorage)
      .map((value) => /"access_token":"([^"]+)"/.exec(value)?.[1])
      .find(Boolean),
  );
  for (;;) {
    const search = `select=lead_id&email=like.hostile-*&order=lead_id&limit=500&offset=${ids.length}`;
    const answer = await fetch(`${site.url}/rest/v1/admin_dashboard?${search}`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const rows = (await answer.json()) as { lead_id: string }[];
    ids.push(...rows.map(({ lead_id }) => lead_id));
    if (rows.length < 500) return ids;
  }
}

test(
  `None of ${texts.length} hostile texts runs in the list, the file or the workshop`,
  { timeout: 120_000 + texts.length * 2000 },
  async () => {
    const accepted = await submitAll();
    expect(accepted).toBeGreaterThan(texts.length / 2);
    const { page, ran } = await openAsAdministrator();

    let injected = await readWholeList(page);
    const ids = await listLeadIds(page);
    expect(ids).toHaveLength(accepted);
    const opened = ids.filter((_, index) => index % everyFile === 0);
    for (const id of opened) {
      await page.goto(`/admin/dashboard?fiche=${id}`);
      await page.getByRole("button", { name: "Supprimer le contact" }).waitFor();
      injected += await page.evaluate(countInjected);
    }
    await page.goto("/demo");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    injected += await page.evaluate(countInjected);
    console.log(
      `S-17: ${texts.length} texts, ${accepted} stored, ${opened.length} files opened, ` +
        `${ran.length} ran, ${injected} injected`,
    );
    expect(ran).toEqual([]);
    expect(injected).toBe(0);
  },
);
