import type { TestProject } from "vitest/node";

import { testAuthSecret } from "#tests/support/global-setup.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";

import { findBrowser } from "./browser.ts";
import { publishableKey, startSite, stripeSecret } from "./site.ts";
import { serveSites } from "./sites-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string;
    /** Of those beside it: see other-sites.ts. */
    sitesUrl: string;
    admin: { email: string; password: string };
  }
}

/**
 * One site for all stories, each with visitors of its own; what cuts wires or needs a production asks for one of the
 * others. It is on PostgreSQL, the engine of production, which answers them for half of the processor; the others are
 * on the embedded one.
 */
export default async function setup(project: TestProject) {
  await findBrowser();
  const postgres = await startPostgresServer();
  try {
    const environment = {
      DATABASE_URL: postgres.url(),
      AUTH_SECRET: testAuthSecret,
      STRIPE_WEBHOOK_SECRET: stripeSecret,
      PUBLISHABLE_KEY: publishableKey,
    };
    const site = await startSite({ environment });
    const others = await serveSites();
    project.provide("siteUrl", site.url);
    project.provide("sitesUrl", others.url);
    project.provide("admin", site.admin);
    return async () => {
      await Promise.all([site.stop(), others.stop()]);
      await postgres.remove();
    };
  } catch (error) {
    await postgres.remove();
    throw error;
  }
}
