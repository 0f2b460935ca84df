import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { fillDataFolder, makeDump } from "#tests/support/database-dump.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";

export type RunningSite = {
  url: string;
  admin: { email: string; password: string };
  dataDir: string;
  /** Pulls switches of the demonstration, as its page does. */
  pull(switches: Record<string, string>): Promise<Response>;
  /** Ends the process at once, as a power button does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** Of the site that stories share, so that they can be its payment provider too. */
export const stripeSecret = "whsec_of_the_stories";

/** Of the demonstrations that stories share. */
export const publishableKey = "sb_publishable_of_the_stories";
export const secretKey = "sb_secret_of_the_stories";

export const admin = { email: "admin@ariane.example", password: "un-mot-de-passe-de-test" };

type Options = {
  /** The checkout whose build is served: this one, unless told otherwise. */
  root?: string;
  dataDir?: string;
  /** Of Node: none where the site is measured. */
  flags?: string[];
  environment?: Record<string, string>;
};

/** Starts the built site as its own process, in demonstration mode, on an empty database: its migrations have run. */
export async function startSite(options: Options = {}): Promise<RunningSite> {
  const { root, dataDir, flags = shortLivedFlags, environment } = options;
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "site-")));
  if (!dataDir) fillDataFolder(folder, await makeDump());
  const port = environment?.PORT ?? String(await findFreePort());
  const child = spawn(process.execPath, [...flags, "server/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // Each story is another visitor: see newVisitor() in pages.ts.
      TRUSTED_PROXY: "127.0.0.1",
      LOG_LEVEL: "warn",
      NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });

  const exited = once(child, "exit");
  const isReady = (async () => {
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith("Ready in")) return true;
      if (line.startsWith("{")) console.log(line);
    }
    return false;
  })();
  if (!(await isReady)) throw new Error("The site did not start: see its messages above.");
  child.stdout.resume();

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const url = `http://localhost:${port}`;
  return {
    url,
    admin,
    dataDir: folder,
    pull: (switches) => pullSwitches(url, switches),
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of the demonstration at this address, as its page does. */
export function pullSwitches(url: string, switches: Record<string, string>): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/demo/switches.json`, { method: "PUT", headers, body: JSON.stringify(switches) });
}
