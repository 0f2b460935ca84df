import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { testEngine } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send, visitorAddress } from "#tests/support/http-client.ts";

import { createDurableInstance } from "./durable-instance.ts";
import { startSite } from "./site-process.ts";

/** Source: promise R-03. */
const crashCount = 5;
const perSecond = 50;
const totalMs = 60_000;
const downMs = 2000;
const longestWaitMs = 5000;
const longestReturnMs = 3000;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

type Asked = { key: string; sentAt: number; answeredAt: number; status: number; retryAfter: string | undefined };

// A minute long: npm run prove R-03 asks for it; tests/db/postgres-server.test.ts crashes the server once.
test.runIf(isFull && testEngine === "postgres")(
  `A database that crashes ${crashCount} times in ${totalMs / 1000} s loses nothing acknowledged, and nobody hangs`,
  { timeout: 240_000 },
  async () => {
    const { instance, server } = await createDurableInstance();
    cleanUps.push(() => instance.remove());
    const environment = {
      PORT: String(await findFreePort()),
      LOG_LEVEL: "fatal",
      PUBLISHABLE_KEY: "sb_publishable_of_the_crashes",
    };
    const site = await startSite(instance, environment);
    cleanUps.push(() => site.kill());

    const submit = async (number: number): Promise<Asked> => {
      const [key, sentAt] = [randomUUID(), performance.now()];
      const body = { ...secretariat, email_param: `chute-${number}@exemple.example`, idempotency_key_param: key };
      const { status, headers } = await send(site.port, "POST", "/rest/v1/rpc/create_lead_without_auth", {
        from: visitorAddress(number),
        headers: { apikey: environment.PUBLISHABLE_KEY },
        body,
      });
      return { key, sentAt, answeredAt: performance.now(), status, retryAfter: headers.get("retry-after") };
    };
    /** People come when they come: nobody waits for the answer of another. */
    let areOver = false;
    const visit = async () => {
      const [asked, startedAt] = [[] as Promise<Asked>[], performance.now()];
      while (!areOver) {
        asked.push(submit(asked.length));
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
