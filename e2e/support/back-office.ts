import type { Page, Request } from "playwright-core";
import { expect, inject } from "vitest";

import { adminNavigation } from "#content/admin-navigation.ts";

import type { Person } from "./funnel.ts";
import { desktop, newVisitor, nextAddress } from "./pages.ts";
import { publishableKey } from "./site.ts";

/** By the form, for who tells something about signing in: others enter. */
export async function signInAsAdministrator(page: Page, admin = inject("admin")): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Mot de passe").fill(admin.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
  await goToScreen(page, "Leads");
  await listOf(page).waitFor();
}

/** By site and account, as its key in the browser's storage holds it: the stories of a process sign in once. */
const sessions = new Map<string, string>();

/**
 * As an administrator who has signed in before and comes back.
 *
 * @param address of a screen, with its filters: the list of leads unless told otherwise
 */
export async function enterAsAdministrator(
  page: Page,
  admin = inject("admin"),
  address = "/admin/dashboard",
): Promise<void> {
  if (!page.url().startsWith("http")) await page.goto("/robots.txt");
  const owner = `${new URL(page.url()).origin} ${admin.email}`;
  const isIn = async (session: string) => {
    await page.evaluate((kept) => localStorage.setItem("sb-auth-token", kept), session);
    await page.goto(address);
    const form = page.getByLabel("Mot de passe");
    const screens = page.getByRole("navigation", { name: "Écrans" });
    await screens.or(form).first().waitFor();
    return !(await form.isVisible());
  };
  const known = sessions.get(owner);
  // Some story ends all sessions of an account.
  if (known === undefined || !(await isIn(known))) {
    const session = await askForSession(page, admin);
    sessions.set(owner, session);
    expect(await isIn(session)).toBe(true);
  }
  if (address === "/admin/dashboard") await listOf(page).waitFor();
}

/** As any client of the service: the answer is what a browser keeps. */
async function askForSession(page: Page, admin: { email: string; password: string }): Promise<string> {
  const html = await (await page.request.get("/admin")).text();
  const apikey = /sb_publishable_[\w-]+/.exec(html)?.[0] ?? "";
  const answer = await page.request.post("/auth/v1/token?grant_type=password", { headers: { apikey }, data: admin });
  expect(answer.status()).toBe(200);
  return answer.text();
}

const listOf = (page: Page) => page.getByText(/^Affichage de \d+ leads$/);

/**
 * By the bar, as everybody goes from one screen to another: some stand in a menu, and most of a telephone's do.
 *
 * @param toLookAt the figure that the bar shows beside its name
 */
export async function goToScreen(page: Page, name: string, toLookAt?: number): Promise<void> {
  const screens = page.getByRole("navigation", { name: "Écrans" });
  await screens.waitFor();
  const figure = toLookAt === undefined ? "( ?, \\d+ à regarder)?" : ` ?, ${toLookAt} à regarder`;
  const link = page.getByRole("link", { name: new RegExp(`^${name}${figure}$`) });
  for (const menu of [adminNavigation.more, ...Object.values(adminNavigation.groups)]) {
    if (await link.isVisible()) break;
    const button = screens.getByRole("button", { name: new RegExp(`^${menu}`) });
    if (await button.isVisible()) await button.click();
  }
  await link.click();
}

export async function searchLeads(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Rechercher" }).fill(words);
}

export async function openLead(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Ouvrir la fiche de ${name}` }).click();
  await page.getByRole("heading", { name }).waitFor();
}

/** What the team does to read a lead: comes to a desk, with its words in the address, and opens it. */
export async function findLead(
  { firstName, lastName }: Person,
  site: { url: string; admin?: { email: string; password: string } } = { url: inject("siteUrl") },
): Promise<Page> {
  const office = await newVisitor({ ...desktop, siteUrl: site.url });
  await enterAsAdministrator(office, site.admin, `/admin/dashboard?recherche=${encodeURIComponent(lastName)}`);
  await office.getByText("Affichage de 1 leads").waitFor();
  await openLead(office, `${firstName} ${lastName}`);
  return office;
}

/** What a change of a lead asks for: the change itself, and one look at the lead as it is now. */
export const requestsOfChange = ["POST /functions/v1/change-leads", "GET /rest/v1/admin_dashboard"];

/** The requests by which leads are changed. */
export const changesOfLeads = "**/functions/v1/change-leads";

/**
 * Notes what is asked from here on. What others change meanwhile the list asks for at any moment, so it does not count.
 *
 * @returns the requests about the lead that was changed first, from that change on: method and path
 */
export function noteRequestsOfChange(page: Page): () => string[] {
  const asked: Request[] = [];
  page.on("request", (request) => void asked.push(request));
  return () => {
    const isChange = (request: Request) => request.url().endsWith("/functions/v1/change-leads");
    const change = asked.findIndex(isChange);
    const body = (asked[change]?.postDataJSON() ?? {}) as { ids?: string[] };
    const leadId = body.ids?.[0] ?? "no lead";
    return asked
      .slice(Math.max(change, 0))
      .filter((request) => `${request.url()} ${isChange(request) ? request.postData() : ""}`.includes(leadId))
      .map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
  };
}

/** As the funnel sends it. */
export async function sendLeadOf(person: Person, siteUrl = inject("siteUrl")): Promise<void> {
  const answer = await fetch(`${siteUrl}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json", "x-forwarded-for": nextAddress() },
    body: JSON.stringify({
      email_param: person.email,
      funnel_origin_param: "secretariat",
      first_name_param: person.firstName,
      last_name_param: person.lastName,
      company_name_param: person.company,
      idempotency_key_param: crypto.randomUUID(),
    }),
  });
  expect(answer.status).toBe(200);
}

/** A visitor configures an offer and agrees to be called. */
export async function sendCallRequest(
  siteUrl: string,
  apikey: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const consent = { granted: true, at: "2026-11-20T08:00:00Z", text: "J’accepte d’être appelé(e).", version: "1" };
  const answer = await fetch(`${siteUrl}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey, "x-forwarded-for": nextAddress() },
    body: JSON.stringify({
      email_param: `${firstName}@${lastName}.example`.toLowerCase(),
      funnel_origin_param: "secretariat",
      first_name_param: firstName,
      last_name_param: lastName,
      phone_param: "06 39 98 31 07",
      company_name_param: `Atelier ${lastName}`,
      consents_param: { calls: consent },
    }),
  });
  expect(answer.status).toBe(200);
}
