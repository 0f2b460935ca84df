import { setTimeout as wait } from "node:timers/promises";

import { createPasswordHasher, productionCost } from "#engine/passwords/password-hasher.ts";

import type { Bench, Benchmark } from "./benchmark.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { median, quantile } from "./support/alternate.ts";
import { type BenchSite, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { type Calls, type Session, startCallers } from "./support/parallel-calls.ts";
import { type BenchPostgres, startBenchPostgres } from "./support/postgres.ts";

const connections = 8;
const floodWidth = 40;
const goalMs = 10;
const password = "Bruyère-Matin-57";

/**
 * Signing in beside one password hash, reading the account and exchanging the refresh token over eight connections, and
 * what a flood of sign-ins does to the data service.
 *
 * Every request names another address, or the limits of the service would be what is measured.
 */
export const auth: Benchmark = {
  title: "Accounts",
  needs: ["postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const site = await startBenchSite(bench, {
      DATABASE_URL: postgres.url("postgres"),
      TRUSTED_PROXY: "127.0.0.1",
    });
    await signUp(site, 0);
    return [
      await measureSignIn(site, bench.isQuick ? 5 : 200),
      ...(await measureSessions(bench, site, postgres)),
      await measureFlood(bench, site),
    ];
  },
};

/** By turns with the bare hash, in this process; after a first one, which opens connections. */
async function measureSignIn(site: BenchSite, count: number): Promise<Figure> {
  const hasher = createPasswordHasher(productionCost);
  const [signIns, hashes]: [number[], number[]] = [[], []];
  const signIn = () => ask(site, "/token?grant_type=password", { body: { email: emailOf(0), password } });
  await signIn();
  for (let turn = 0; turn < count; turn += 1) {
    hashes.push(await time(() => hasher.hash(password)));
    signIns.push(await time(signIn));
  }
  const hashMs = median(hashes);
  return {
    ...limitFigure("sign-in by password, p95 (one hash, median)", "ms", quantile(signIns, 0.95), 1.5 * hashMs),
    reference: `${hashMs.toFixed(1)} ms`,
    ratio: quantile(signIns, 0.95) / hashMs,
    goal: "ratio ≤ 1.5",
    notes: [
      `Sign-in: median ${median(signIns).toFixed(1)} ms, ${(median(signIns) / hashMs).toFixed(2)} times the hash's; ` +
        `p95 of the hash alone ${quantile(hashes, 0.95).toFixed(1)} ms.`,
    ],
  };
}

/** All four by turns, each as often as the others, so that whatever else the machine does weighs on all of them. */
async function measureSessions(bench: Bench, site: BenchSite, postgres: BenchPostgres): Promise<Figure[]> {
  const connectionString = postgres.url("postgres");
  const owner = await postgres.connect("postgres");
  await owner.query(`create table bench_rows as select id, 0 as uses from generate_series(1, ${connections}) as id`);
  await owner.query("alter table bench_rows add primary key (id)");
  const call = startCallers(bench);
  let sessions = await Promise.all(Array.from({ length: connections }, (_, index) => signUp(site, index + 1)));

  const waits = { health: [], getUser: [], refresh: [], commit: [] } as Record<Calls["what"], number[]>;
  const callsEach = bench.isQuick ? 10 : 50;
  for (let turn = 0; turn <= (bench.isQuick ? 1 : 10); turn += 1) {
    for (const what of ["health", "getUser", "refresh"] as const) {
      const { url, publishableKey } = site;
      const made = await call({ what, url, publishableKey, sessions, callsEach });
      ({ sessions } = made);
      if (turn > 0) waits[what].push(...made.durations);
    }
    const committed = await call({ what: "commit", connectionString, connections, callsEach });
    if (turn > 0) waits.commit.push(...committed.durations);
  }
  return [
    describeWaits("getUser", waits.getUser, { name: "health", durations: waits.health }),
    describeWaits("refresh", waits.refresh, { name: "one-row commit", durations: waits.commit }),
  ];
}

type Floor = { name: string; durations: number[] };

function describeWaits(what: string, durations: number[], floor: Floor): Figure {
  const ofFloor = (share: number) => quantile(floor.durations, share).toFixed(1);
  return {
    ...limitFigure(`${what}, ${connections} connections, p95 (${floor.name})`, "ms", quantile(durations, 0.95), goalMs),
    reference: `${ofFloor(0.95)} ms`,
    notes: [
      `${what}: median ${median(durations).toFixed(1)} ms of ${durations.length}, ` +
        `${floor.name} ${ofFloor(0.5)} ms.`,
    ],
  };
}

/** Wrong passwords from everywhere, as many at once as the service lets wait, while an administrator reads leads. */
async function measureFlood(bench: Bench, site: BenchSite): Promise<Figure> {
  const token = await signInAsAdministrator(site);
  const [calm, flooded]: [number[], number[]] = [[], []];
  let answers = 0;
  for (let slice = 0; slice < (bench.isQuick ? 1 : 5); slice += 1) {
    calm.push(...(await readLeads(site, token, bench.sliceSeconds * 1000)));
    let isOver = false;
    const flood = Array.from({ length: floodWidth }, async (_, index) => {
      for (let turn = 0; !isOver; turn += 1) {
        await guess(site, `stranger-${slice}-${index}-${turn}@bench.example`);
        answers += 1;
      }
    });
    await wait(500);
    flooded.push(...(await readLeads(site, token, bench.sliceSeconds * 1000)));
    isOver = true;
    await Promise.all(flood);
  }
  const [before, during] = [median(calm), median(flooded)];
  return {
    ...limitFigure("50 leads during a flood of sign-ins (without it)", "ms", during, 2 * before),
    reference: `${before.toFixed(1)} ms`,
    ratio: during / before,
    goal: "ratio ≤ 2",
    notes: [
      `p95 ${quantile(flooded, 0.95).toFixed(1)} ms, without the flood ${quantile(calm, 0.95).toFixed(1)} ms; ` +
        `${floodWidth} guesses at a time, ${answers} answered.`,
    ],
  };
}

async function readLeads(site: BenchSite, token: string, forMs: number): Promise<number[]> {
  const durations: number[] = [];
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    durations.push(
      await time(async () => {
        const headers = { apikey: site.publishableKey, authorization: `Bearer ${token}` };
        const response = await fetch(`${site.url}/rest/v1/admin_dashboard?select=*&limit=50`, { headers });
        if (!response.ok) throw new Error(`The list is answered ${response.status}: ${await response.text()}`);
        await response.text();
      }),
    );
  }
  return durations;
}

/** Refused, as it should be: for the password, or because too many wait. */
async function guess(site: BenchSite, email: string): Promise<void> {
  const response = await post(site, "/token?grant_type=password", { body: { email, password } });
  if (![400, 503].includes(response.status)) throw new Error(`A wrong password is answered ${response.status}.`);
  await response.text();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const emailOf = (index: number) => `customer-${index}@bench.example`;

function signUp(site: BenchSite, index: number): Promise<Session> {
  return ask(site, "/signup", { body: { email: emailOf(index), password } });
}

type Asked = { body?: unknown; token?: string };

async function ask(site: BenchSite, path: string, asked: Asked): Promise<Session> {
  const response = await post(site, path, asked);
  if (!response.ok) throw new Error(`${path} is answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Session;
}

let addresses = 0;

function post(site: BenchSite, path: string, { body, token }: Asked): Promise<Response> {
  addresses += 1;
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return fetch(`${site.url}/auth/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      apikey: site.publishableKey,
      "x-forwarded-for": address,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
