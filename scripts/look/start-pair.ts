import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningSite, startSite } from "#e2e/support/site.ts";

import { fillWithCustomers } from "./customers.ts";

type Pair = { sites: [old: RunningSite, current: RunningSite]; stop(): Promise<void> };

const environment = {
  AUTH_SECRET: "the same secret for both sides of a picture",
  PUBLISHABLE_KEY: "sb_publishable_of_the_pictures",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_pictures",
};

/** Two builds over copies of one database, with the leads of the demonstration and a customer who signs in. */
export async function startPair(oldRoot: string, currentRoot: string): Promise<Pair> {
  const folders = [makeFolder(), makeFolder()] as const;
  const first = await startSite({ root: oldRoot, dataDir: folders[0], environment });
  await fillWithCustomers(first.url, {
    apikey: environment.PUBLISHABLE_KEY,
    paymentSecret: environment.STRIPE_WEBHOOK_SECRET,
  });
  await first.stop();
  cpSync(folders[0], folders[1], { recursive: true });

  const old = await startSite({ root: oldRoot, dataDir: folders[0], environment });
  const current = await startSite({ root: currentRoot, dataDir: folders[1], environment });
  return {
    sites: [old, current],
    async stop() {
      await Promise.all([old.stop(), current.stop()]);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "look-data-"));
}
