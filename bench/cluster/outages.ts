import { setTimeout as wait } from "node:timers/promises";

import { reply, startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { atDepth } from "#tests/support/depth.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";

import type { Bench } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { countTwice, longestRetryMs, timeUntilDelivered } from "./delivered.ts";
import { startDatabase } from "./postgres-pair.ts";
import { startProduct } from "./product.ts";
import { findStored } from "./stored-leads.ts";
import { countAnswers, startVisitors, type Try } from "./visitors.ts";

const perSecond = 6;
const secondsMs = 1000;
/** The receiver is away all the time, the database in the middle of it: half an hour and ten minutes, by the clock. */
const receiverAwayMs = atDepth(45, 1800) * secondsMs;
const databaseAwayMs = atDepth(15, 600) * secondsMs;

/** Visitors go on submitting while the receiver is away, and for a while the database too. Recovery is unattended. */
export async function proveOutages(bench: Bench): Promise<ProofResult> {
  const receiver = await startChaosReceiver();
  bench.atEnd(() => receiver.close());
  const database = await startDatabase(bench);
  const product = await startProduct(bench, {
    environment: {
      LOG_LEVEL: "fatal",
      DATABASE_URL: database.url("site"),
      WEBHOOK_LEAD_URL: receiver.url("/lead"),
      WEBHOOK_SECRET: newSecret(),
    },
  });
  // As long as the queue of a browser waits at most.
  const visitors = startVisitors({ url: product.url, perSecond, longestWaitMs: 30_000 });

  receiver.behave((response) => response.destroy());
  await wait((receiverAwayMs - databaseAwayMs) / 2);
  const fellAt = performance.now();
  await database.stopImmediately();
  await wait(databaseAwayMs);
  await database.start();
  const roseAt = performance.now();
  await wait((receiverAwayMs - databaseAwayMs) / 2);
  await visitors.finish();

  const probes = receiver.received.length;
  receiver.behave(reply(200));
  const drainedMs = await timeUntilDelivered(receiver, [...visitors.acknowledged]);

  const stored = await findStored(database, visitors.acknowledged);
  const twice = countTwice(receiver);
  const failed = visitors.tries.filter(({ status }) => status !== 200);
  const endOf = ({ at, tookMs }: Try) => at + tookMs;
  const servedMs = Math.max(0, ...failed.map(endOf)) - roseAt;
  const longestAnswerMs = Math.max(...visitors.tries.map(({ tookMs }) => tookMs));
  return {
    figures: [
      `no receiver for ${receiverAwayMs / secondsMs} s, no database for ${Math.round((roseAt - fellAt) / secondsMs)} s`,
      `${visitors.acknowledged.size} acknowledged of ${visitors.sent.length}`,
      `${stored.lost} lost, ${stored.doubled} twice`,
      `${failed.length} tries failed (${countAnswers(failed)})`,
      `the last ${Math.round(servedMs)} ms after the database was back`,
      `longest answer ${Math.round(longestAnswerMs)} ms`,
      `${probes} probes, ${twice} events twice`,
      `all delivered ${Math.round(drainedMs)} ms after the receiver was back`,
    ].join(", "),
    faults: [
      stored.lost > 0 && `${stored.lost} acknowledged leads are lost`,
      stored.doubled > 0 && `${stored.doubled} visitors have two leads`,
      stored.withoutEvent > 0 && `${stored.withoutEvent} submissions have no event, or two`,
      visitors.acknowledged.size < visitors.sent.length && "a submission was never taken",
      failed.some(({ status, retryAfter }) => status !== 503 || !retryAfter) &&
        `errors that are not 503 with Retry-After: ${countAnswers(failed)}`,
      servedMs > 5 * secondsMs && "visitors were refused when the database had long been back",
      drainedMs > longestRetryMs && "not everything was delivered within a minute",
      twice > 0 && `${twice} events came twice`,
    ].filter((fault) => fault !== false),
  };
}
