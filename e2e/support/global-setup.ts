import type { TestProject } from "vitest/node";

import { testAuthSecret } from "#tests/support/global-setup.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";

import { findBrowser } from "./browser.ts";
import { startSite, stripeSecret } from "./site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string;
    admin: { email: string; password: string };
  }
}

/**
 * One site for all stories, each with visitors of its own; who cuts wires or needs another configuration starts one. It
 * is on PostgreSQL, the engine of production, which answers them for half of the processor; the others are on the
 * embedded one.
 */
export default async function setup(project: TestProject) {
  await findBrowser();
  const postgres = await startPostgresServer();
  try {
    const environment = {
      DATABASE_URL: postgres.url(),
      AUTH_SECRET: testAuthSecret,
      STRIPE_WEBHOOK_SECRET: stripeSecret,
    };
    const site = await startSite({ environment });
    project.provide("siteUrl", site.url);
    project.provide("admin", site.admin);
    return async () => {
      await site.stop();
      await postgres.remove();
    };
  } catch (error) {
    await postgres.remove();
    throw error;
  }
}
