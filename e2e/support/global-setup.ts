import type { TestProject } from "vitest/node";

import { findBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string;
    admin: { email: string; password: string };
  }
}

/** One site for all stories; those that cut wires start their own. */
export default async function setup(project: TestProject) {
  await findBrowser();
  const site = await startSite({ isFirstStart: true });
  project.provide("siteUrl", site.url);
  project.provide("admin", site.admin);
  return () => site.stop();
}
