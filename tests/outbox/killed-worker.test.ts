import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { expect, onTestFinished, test } from "vitest";

import type { Settings } from "#server/settings/settings.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { newSecret } from "#tests/support/webhook-secret.ts";
import { reply, startChaosReceiver, type ChaosReceiver } from "./chaos-receiver.ts";
import { receiversOf } from "#tests/support/receivers.ts";

/** Source: promise R-06. Each kill costs a process. */
const killCount = atDepth(2, 200);
const eventCount = 15 * killCount;
const longTest = { timeout: 60_000 + killCount * 10_000 };

type Worker = { process: ChildProcess; finished: Promise<void> };

function startWorker(settings: Settings, eventCount: number): Worker {
  const work = JSON.stringify({ settings, eventCount, timings: { leaseMs: 1000, pollMs: 100 } });
  const child = spawn(process.execPath, [...shortLivedFlags, "tests/outbox/killed-worker.ts"], {
    env: { ...process.env, WORK: work },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const finished = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout! }).on("line", (line) => line.includes("finished") && resolve());
  });
  return { process: child, finished };
}

/** What stands in `settings` is given to another process: nothing of it may be a function. */
function settingsFor(receiver: ChaosReceiver, instance: TestInstance["settings"]): Settings {
  const { settings } = createTestContext({ db: undefined as unknown as TestDatabase });
  const webhooks = { receivers: receiversOf({ leadUrls: [receiver.url()] }), secrets: [newSecret()] };
  return { ...settings, ...instance, webhooks, authSecret: "the secret of every test database" };
}

test(
  "A worker killed between an answer and its record repeats that event alone, and loses none",
  longTest,
  async () => {
    let worker: Worker | undefined;
    let kills = 0;
    const receiver = await startChaosReceiver((response, received, request) => {
      // Accepted, and the sender dies before it can know.
      const isFatal = kills < killCount && receiver.received.length % 10 === 5;
      if (isFatal) kills += 1;
      if (isFatal) worker?.process.kill("SIGKILL");
      reply(200)(response, received, request);
    });
    onTestFinished(() => receiver.close());
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const settings = settingsFor(receiver, instance.settings);

    for (let life = 0; life <= killCount; life++) {
      worker = startWorker(settings, life === 0 ? eventCount : 0);
      const [end] = await Promise.race([worker.finished.then(() => ["finished"]), once(worker.process, "exit")]);
      if (end === "finished") break;
      expect(worker.process.signalCode, "it ended because it was killed").toBe("SIGKILL");
    }

    const ids = new Set(receiver.received.map(({ id }) => id));
    const repeats = receiver.received.length - ids.size;
    console.log(`R-06: ${eventCount} events, ${kills} kills, ${eventCount - ids.size} lost, ${repeats} repeats`);
    expect(kills).toBe(killCount);
    expect(ids.size).toBe(eventCount);
    expect(receiver.received.length - eventCount, "one repeat for each kill").toBe(killCount);
  },
);
