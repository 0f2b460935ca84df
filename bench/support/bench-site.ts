import { type RunningSite, startSite } from "#e2e/support/site.ts";
import { readStartEnvironment } from "#tests/support/start-environment.ts";

import type { Caller } from "#engine/db/database.ts";

import type { Bench } from "../benchmark.ts";

/** Known, so that a benchmark can log in as the site does. */
export const authSecret = "a-secret-for-benchmarks-only-0123456789";
const publishableKey = "sb_publishable_benchmark";
export const secretKey = "sb_secret_benchmark";

export type BenchSite = RunningSite & { publishableKey: string };

/** The built site as its own process, run as `npm start` runs it, in demonstration mode; stopped with the benchmark. */
export async function startBenchSite(bench: Bench, environment: Record<string, string> = {}): Promise<BenchSite> {
  const site = await startSite({
    flags: [],
    environment: {
      AUTH_SECRET: authSecret,
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      ...readStartEnvironment(),
      ...environment,
    },
  });
  bench.atEnd(() => site.stop());
  // wrk would have to find out which of both addresses of "localhost" is meant
  return { ...site, url: site.url.replace("localhost", "127.0.0.1"), publishableKey };
}

/** An administrator's access token, asked for as the back office does. */
export async function signInAsAdministrator({ url, admin, publishableKey: apikey }: BenchSite): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify(admin),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`The administrator could not sign in: status ${response.status}.`);
  return token;
}

/** Whom the data service takes the bearer of this token for. */
export function callerOf(token: string): Caller {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  return { role: "authenticated", claims };
}

/** What the site counts of itself, in the unit of its name. @throws when it counts no such thing */
export async function readMetric({ url }: BenchSite, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(String.raw`^${name} (\S+)`, "m").exec(metrics)?.[1];
  if (value === undefined) throw new Error(`The site does not count ${name}.`);
  return Number(value);
}

/** Resident, in megabytes. */
export async function readMemory(site: BenchSite): Promise<number> {
  return (await readMetric(site, "process_resident_memory_bytes")) / 1_000_000;
}
