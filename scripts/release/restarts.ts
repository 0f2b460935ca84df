import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Release } from "./releases.ts";

/** The site as it is asked on this machine. */
export type Place = {
  host: string;
  port: number;
  secretKey: string;
  /** How a process is started anew, one line for each; none where the site is not running. */
  commands: readonly string[];
  /** How long a start may take. */
  waitSeconds: number;
};

const pauseMs = 500;

/**
 * Starts the site anew, one process after the other, and waits for each to be ready.
 *
 * Without a command nothing may be running: the release is started for a try, and stopped once it was ready.
 *
 * @param link by which commands start the site
 * @throws in one sentence when it is not ready in time
 */
export async function restartAt(link: string, release: Release, place: Place): Promise<void> {
  if (place.commands.length === 0) return tryToStart(link, release, place);
  for (const command of place.commands) {
    // The operator's own line, as they would type it.
    const { status } = spawnSync("/bin/sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"] });
    if (status !== 0) throw new Error(`« ${command} » ended with ${status}.`);
    await waitForRelease({ ...place, port: portOf(command) ?? place.port }, release, () => true);
  }
}

/** Of processes that are named by their port: `systemctl restart ariane@3001`. */
function portOf(command: string): number | undefined {
  const port = /@(\d{2,5})\b/.exec(command)?.[1];
  return port === undefined ? undefined : Number(port);
}

async function tryToStart(link: string, release: Release, place: Place): Promise<void> {
  const site = spawn(join(link, "ariane"), ["start"], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(site, "close");
  try {
    await waitForRelease(place, release, () => site.exitCode === null && site.signalCode === null);
  } finally {
    site.kill("SIGTERM");
    await ended;
  }
}

export async function isAnswering({ host, port }: Pick<Place, "host" | "port">): Promise<boolean> {
  return (await ask(host, port, "/healthz")) !== undefined;
}

/** Ready, and of this release: what ran before may answer for a moment. */
async function waitForRelease(place: Place, release: Release, isRunning: () => boolean): Promise<void> {
  const endsAt = performance.now() + place.waitSeconds * 1000;
  while (performance.now() < endsAt && isRunning()) {
    const { host, port, secretKey } = place;
    const ready = await ask(host, port, "/readyz");
    if (ready?.status === 200) {
      const metrics = await ask(host, port, "/metrics", { authorization: `Bearer ${secretKey}` });
      const said = (await metrics?.text()) ?? "";
      if (said.includes(`site_build_info{version="${release.version}",commit="${release.commit}"}`)) return;
    }
    await wait(pauseMs);
  }
  throw new Error(
    isRunning() ? `It was not ready within ${place.waitSeconds} s.` : "It ended before it was ready: see its log.",
  );
}

function ask(host: string, port: number, path: string, headers: Record<string, string> = {}) {
  const target = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const signal = AbortSignal.timeout(5000);
  return fetch(`http://${target}:${port}${path}`, { headers, signal }).catch(() => undefined);
}
