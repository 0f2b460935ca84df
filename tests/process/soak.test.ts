import { readdirSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { testEngine } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";
import { readStartEnvironment } from "#tests/support/start-environment.ts";

import { readMemory } from "./process-memory.ts";
import { startSite, type SiteProcess } from "./site-process.ts";
import { expectedStatus, startTraffic, type Answered } from "./soak-traffic.ts";

const requestCount = atDepth(1000, 50_000);
/**
 * By then each connection has asked for each thing often enough to keep its plan, and the heap has the size at which
 * it is collected as fast as it fills: 242 to 256 MB after 5,000 requests, then 262, 263, 264 and 267 MB after
 * 20,000, 50,000, 100,000 and 150,000.
 */
const warmCount = atDepth(600, 15_000);
const mostGrowth = 0.1;
const peopleAtOnce = 12;
/** Two pools of ten connections, and the one that listens. */
const mostBackends = 21;

/**
 * In megabytes: of the site, which has files and sockets open, and where the database has processes of its own, of one
 * of them. How many there are goes with how many people ask at the same moment, up to `mostBackends`.
 */
type Held = { site: number; descriptors: number; eachBackend: number; backendCount: number };

async function measure(site: SiteProcess, instance: TestInstance): Promise<Held> {
  const ofSite = { site: readMemory(site.pid, "VmRSS"), descriptors: readdirSync(`/proc/${site.pid}/fd`).length };
  if (testEngine === "embedded") return { ...ofSite, eachBackend: 0, backendCount: 0 };
  const backends = await instance.inspect<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const memories = backends.map(({ pid }) => readMemory(pid, "RssAnon")).filter((held) => held > 0);
  const sum = memories.reduce((total, each) => total + each, 0);
  return { ...ofSite, eachBackend: sum / memories.length, backendCount: memories.length };
}

/**
 * What is held for good: the least of several looks, since a garbage collector or two passwords being hashed hide it.
 */
function leastOf(looks: Held[]): Held {
  const least = (part: keyof Held) => Math.min(...looks.map((look) => look[part]));
  return {
    site: least("site"),
    descriptors: least("descriptors"),
    eachBackend: least("eachBackend"),
    backendCount: least("backendCount"),
  };
}

test.runIf(process.platform === "linux")(
  `after ${requestCount} mixed requests the site and its database hold no more than after ${warmCount}`,
  { timeout: 120_000 + requestCount * 100 },
  async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const environment = {
      ...readStartEnvironment(),
      PORT: String(await findFreePort()),
      LOG_LEVEL: "error",
      PUBLISHABLE_KEY: "sb_publishable_of_the_soak",
      TRUSTED_PROXY: "127.0.0.1",
    };
    const site = await startSite(instance, environment, []);
    onTestFinished(() => site.kill());
    const traffic = await startTraffic(`http://127.0.0.1:${site.port}`, environment.PUBLISHABLE_KEY);

    const odd = new Map<string, number>();
    let largestAnswer = 0;
    const note = ({ kind, status, byteCount }: Answered) => {
      largestAnswer = Math.max(largestAnswer, byteCount);
      if (status !== expectedStatus[kind]) odd.set(`${kind} ${status}`, (odd.get(`${kind} ${status}`) ?? 0) + 1);
    };
    let next = 0;
    /** Asks up to this number, looking at the memory over the last tenth of all requests so far. */
    const askUntil = async (end: number): Promise<Held> => {
      const looks: Held[] = [];
      const lookEvery = Math.max(1, Math.floor(end / 100));
      const person = async () => {
        while (next < end) {
          const number = next;
          next += 1;
          note(await traffic.ask(number));
          if (number >= end * 0.9 && number % lookEvery === 0) looks.push(await measure(site, instance));
        }
      };
      await Promise.all(Array.from({ length: peopleAtOnce }, person));
      return leastOf([...looks, await measure(site, instance)]);
    };

    const before = await askUntil(warmCount);
    const after = await askUntil(requestCount);

    const describe = (held: Held) =>
      `${held.site.toFixed(0)} MB, ${held.descriptors} descriptors${held.backendCount ? ` and ${held.eachBackend.toFixed(1)} MB in each of ${held.backendCount} backends` : ""}`;
    console.log(
      `R-18: ${describe(before)} after ${warmCount} requests, ${describe(after)} after ${requestCount}, largest answer ${largestAnswer} bytes`,
    );
    expect(site.output()).not.toMatch(/unhandled|out of memory/i);
    expect([...odd]).toEqual([]);
    expect(after.site).toBeLessThanOrEqual(before.site * (1 + mostGrowth));
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + peopleAtOnce);
    expect(after.backendCount).toBeLessThanOrEqual(mostBackends);
    expect(after.eachBackend).toBeLessThanOrEqual(before.eachBackend * (1 + mostGrowth));
  },
);
