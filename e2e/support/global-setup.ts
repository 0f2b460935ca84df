import type { TestProject } from "vitest/node";

import { findBrowser } from "./browser.ts";
import { startSite, stripeSecret } from "./site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string;
    admin: { email: string; password: string };
  }
}

/**
 * One site for all stories, each with visitors of its own; who cuts wires or needs another configuration starts one.
 */
export default async function setup(project: TestProject) {
  await findBrowser();
  const site = await startSite({ environment: { STRIPE_WEBHOOK_SECRET: stripeSecret } });
  project.provide("siteUrl", site.url);
  project.provide("admin", site.admin);
  return () => site.stop();
}
