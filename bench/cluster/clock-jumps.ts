import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { reply, startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { findProgram } from "../support/programs.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { countTwice, longestRetryMs, timeUntilDelivered } from "./delivered.ts";
import { startDatabase } from "./postgres-pair.ts";
import { administrator, type Product, publishableKey, startProduct } from "./product.ts";
import { ask, countAnswers, openConnections, startVisitors } from "./visitors.ts";

/** By how much the clock is moved, in seconds, and whether a token of before opens anything afterwards. */
const jumps: { bySeconds: number; isBelieved: boolean }[] = [
  // Tokens live an hour, and clocks may differ by half a minute.
  { bySeconds: 3640, isBelieved: false },
  { bySeconds: -3640, isBelieved: false },
  { bySeconds: 20, isBelieved: true },
  { bySeconds: -20, isBelieved: true },
  { bySeconds: 35, isBelieved: true },
  { bySeconds: -35, isBelieved: false },
];
/** That the receiver is away before the jump and after it. */
const awayMs = 4000;

/**
 * The clock of the machine is set while visitors submit and a receiver is away: of the whole product on the embedded
 * engine, of the site alone where the database is another machine. Only `CLOCK_REALTIME` moves, as with `date -s`.
 * Source: promise R-13.
 */
export async function proveClockJumps(bench: Bench, engine: "postgres" | "embedded"): Promise<ProofResult> {
  const receiver = await startChaosReceiver();
  bench.atEnd(() => receiver.close());
  const clock = makeClock(bench);
  const product = await startProduct(bench, {
    environment: {
      LOG_LEVEL: "fatal",
      WEBHOOK_LEAD_URL: receiver.url("/lead"),
      WEBHOOK_SECRET: newSecret(),
      ...(engine === "postgres" && { DATABASE_URL: (await startDatabase(bench)).url("site") }),
      ...clock.environment,
    },
  });
  const agent = openConnections();
  bench.atEnd(() => agent.destroy());

  const visitors = startVisitors({ url: product.url, perSecond: 5 });
  const [faults, waits]: [string[], number[]] = [[], []];
  for (const { bySeconds, isBelieved } of jumps) {
    const name = `${bySeconds > 0 ? "+" : ""}${bySeconds} s`;
    receiver.behave(reply(503));
    await wait(awayMs);
    const token = await signIn(agent, product);
    await clock.move(bySeconds, product);
    const { status } = await ask(agent, `${product.url}/auth/v1/user`, { headers: bearer(token) });
    if ((status === 200) !== isBelieved) faults.push(`${name}: a token of before is answered ${status}`);
    await wait(awayMs);
    receiver.behave(reply(200));
    waits.push(await timeUntilDelivered(receiver, [...visitors.acknowledged]));
    if (waits.at(-1)! > longestRetryMs) faults.push(`${name}: not everything was delivered within a minute`);
  }
  await visitors.finish();
  const lastMs = await timeUntilDelivered(receiver, [...visitors.acknowledged]);
  if (lastMs > longestRetryMs) faults.push("what came last was not delivered within a minute");

  const wrong = visitors.tries.filter(({ status }) => status !== 200);
  if (wrong.length > 0) faults.push(`visitors were answered ${countAnswers(wrong)}`);
  const twice = countTwice(receiver);
  if (twice > 0) faults.push(`${twice} events came twice`);
  return {
    figures: `${engine}: ${jumps.length} jumps, ${visitors.acknowledged.size} leads acknowledged of ${visitors.sent.length}, ${twice} events twice, all delivered ${Math.round(Math.max(...waits))} ms after the receiver was back at most`,
    faults,
  };
}

/** A clock for the processes that start with this environment; it goes on at the usual pace wherever it is set. */
function makeClock(bench: Bench) {
  const file = join(makeFolder(bench), "clock");
  let offsetSeconds = 0;
  const write = () => writeFileSync(file, `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}s\n`);
  write();
  const known = execFileSync(findProgram("faketime"), ["-m", "-f", "+0s", "env"], { encoding: "utf8" });
  const library = /^LD_PRELOAD=(.+)$/m.exec(known)?.[1];
  if (!library) throw new Error("faketime names no library.");
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    },
    /** Resolves once the product has it: the library looks every second, or a little later. */
    async move(seconds: number, { url }: Product) {
      offsetSeconds += seconds;
      write();
      const isSeen = async () => {
        const said = (await fetch(`${url}/healthz`)).headers.get("date") ?? "";
        return Math.abs(Date.parse(said) - (Date.now() + offsetSeconds * 1000)) < 3000;
      };
      while (!(await isSeen())) await wait(100);
    },
  };
}

async function signIn(agent: Agent, { url }: Product): Promise<string> {
  const { status, text } = await ask(agent, `${url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: publishableKey },
    body: administrator,
  });
  if (status !== 200) throw new Error(`A sign-in is answered ${status}.`);
  return (JSON.parse(text) as { access_token: string }).access_token;
}

const bearer = (token: string) => ({ apikey: publishableKey, authorization: `Bearer ${token}` });
