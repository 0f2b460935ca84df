import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { testEngine } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";

import { startDurableSite } from "./durable-site.ts";

/** Source: promise R-03. */
const crashCount = 5;
const perSecond = 50;
const totalMs = 60_000;
const downMs = 2000;
const longestWaitMs = 5000;
const longestReturnMs = 3000;

// A minute long: npm run prove R-03 asks for it; tests/db/postgres-server.test.ts crashes the server once.
test.runIf(isFull && testEngine === "postgres")(
  `A database that crashes ${crashCount} times in ${totalMs / 1000} s loses nothing acknowledged, and no request hangs`,
  { timeout: 240_000 },
  async () => {
    const { instance, server, submit, remove } = await startDurableSite();
    onTestFinished(remove);

    const ask = async (number: number) => {
      const sentAt = performance.now();
      const submitted = await submit(number);
      return { ...submitted, sentAt, answeredAt: performance.now() };
    };
    /** Open-loop load: no visitor waits for the answer of another. */
    let areOver = false;
    const visit = async () => {
      const [asked, startedAt] = [[] as ReturnType<typeof ask>[], performance.now()];
      while (!areOver) {
        asked.push(ask(asked.length));
        await wait(Math.max(0, startedAt + (asked.length * 1000) / perSecond - performance.now()));
      }
      return Promise.all(asked);
    };
    const crash = async () => {
      const returns: number[] = [];
      for (let each = 0; each < crashCount; each += 1) {
        await wait(totalMs / crashCount - downMs - longestReturnMs); // between two crashes there is a quiet time
        await server.crash();
        await wait(downMs); // what is tried is that it is away this long
        await server.startAgain();
        returns.push(performance.now());
      }
      await wait(longestReturnMs); // people go on coming until it must have been back
      return returns;
    };

    const [asked, returns] = await Promise.all([visit(), crash().finally(() => (areOver = true))]);

    const acknowledged = asked.filter(({ status }) => status === 200);
    const [found] = await instance.inspect<{ lost: number }>(
      `select count(*)::int as lost from unnest($1::uuid[]) as key
       where not exists (select from private.submissions where idempotency_key = key)`,
      [acknowledged.map(({ key }) => key)],
    );
    const waits = asked.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    const untilServed = returns.map(
      (backAt) => Math.min(...acknowledged.map((each) => each.answeredAt).filter((at) => at > backAt)) - backAt,
    );
    const refused = asked.filter(({ status }) => status !== 200);
    console.log(
      `R-03: ${asked.length} sent, ${acknowledged.length} acknowledged, ${refused.length} refused, ` +
        `${found?.lost} lost, longest wait ${Math.round(Math.max(...waits))} ms, ` +
        `served ${Math.round(Math.max(...untilServed))} ms after it was back at the latest`,
    );
    expect(found).toEqual({ lost: 0 });
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
    expect(refused.length).toBeGreaterThan(crashCount);
    expect(Math.max(...waits)).toBeLessThan(longestWaitMs);
    expect(Math.max(...untilServed)).toBeLessThan(longestReturnMs);
  },
);
