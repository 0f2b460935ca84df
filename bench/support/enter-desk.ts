import type { Browser, Page } from "playwright-core";

import type { BenchSite } from "./bench-site.ts";

/** The list of leads on a desk, signed in, up to date. Chromium takes Brotli from "localhost", not from 127.0.0.1. */
export async function enterDesk(browser: Browser, site: BenchSite): Promise<Page> {
  const baseURL = site.url.replace("127.0.0.1", "localhost");
  const page = await browser.newPage({ baseURL, locale: "fr-FR", viewport: { width: 1440, height: 900 } });
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(site.admin.email);
  await page.getByLabel("Mot de passe").fill(site.admin.password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  // The first screen is up to date too: until the list comes, a reload would stay there.
  await page.getByRole("heading", { level: 1, name: "Leads" }).waitFor();
  await page.getByText("À jour").first().waitFor();
  return page;
}
