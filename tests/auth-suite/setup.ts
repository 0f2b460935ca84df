import { join } from "node:path";

import { afterAll, afterEach, beforeEach, inject, vi } from "vitest";

import { openTestDatabase } from "#tests/support/database.ts";

import { createInstances } from "./instances.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the suite and the client's sources lie. */
    suiteFolder: string;
  }
  interface TaskMeta {
    /** How often the case asked a service of ours. */
    requests?: number;
  }
}

type Keys = { SUPABASE_PUBLISHABLE_KEY: string; SUPABASE_SECRET_KEY: string };

const folder = inject("suiteFolder");
Object.assign(globalThis, { jest: vi });
const keys = (await import(join(folder, "test/lib/clients.ts"))) as Keys;
const db = await openTestDatabase();
const address = { current: "198.18.0.1" };
const instances = createInstances({
  db,
  address,
  folder,
  publishableKey: keys.SUPABASE_PUBLISHABLE_KEY,
  secretKey: keys.SUPABASE_SECRET_KEY,
});

let cases = 0;
let requests = 0;
let isComposition = false;
const network = globalThis.fetch;

/** Cases of the CLI ask a composition that does not run there, and get no answer: nor do they here. */
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { origin, port } = new URL(request.url);
  const instance = instances.find((each) => each.origin === origin);
  if (!instance || isComposition !== port.startsWith("99")) return network(input, init);
  requests += 1;
  return instance.fetch(request);
};

// Their limits are for the whole suite, and so high that no case meets them: here each case asks from its own address.
beforeEach(({ task }) => {
  isComposition = task.file.filepath.includes("docker-tests");
  requests = 0;
  cases += 1;
  address.current = `198.18.${Math.floor(cases / 250)}.${(cases % 250) + 1}`;
});
afterEach(({ task }) => {
  task.meta.requests = requests;
});
afterAll(() => db.close());
