import { setTimeout as wait } from "node:timers/promises";

import { atDepth } from "#tests/support/depth.ts";

import type { Bench } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { startMachines } from "./machines.ts";
import { promote, waitUntil } from "./postgres-pair.ts";
import { findStored } from "./stored-leads.ts";
import { countAnswers, startVisitors, timeOf } from "./visitors.ts";

const leadCount = atDepth(400, 10_000);
const perSecond = 20;
/** How long the tool that watches the primary takes to believe that it is gone. */
const noticeMs = 2000;

/** The primary is killed under load; a script promotes the standby and points the pooler to it, and not the product. */
export async function proveFailover(bench: Bench): Promise<ProofResult> {
  const { url, primary, standby, pooler, receiver } = await startMachines(bench, { hasStandby: true });
  if (!standby) throw new Error("There is no standby.");
  const visitors = startVisitors({ url, perSecond });
  await waitUntil(() => visitors.acknowledged.size >= leadCount / 2, 600_000);

  const killedAt = performance.now();
  await primary.kill();
  await wait(noticeMs);
  await promote(standby);
  pooler.repoint(standby.port);
  const ledAt = performance.now();
  await waitUntil(() => visitors.acknowledged.size >= leadCount, 600_000);
  await visitors.finish();

  const stored = await findStored(standby, visitors.acknowledged);
  const failed = visitors.tries.filter(({ status }) => status !== 200);
  const firstYes = Math.min(
    ...visitors.tries.filter((each) => each.status === 200 && each.at > ledAt).map((each) => each.at + each.tookMs),
  );
  const troubleMs = Math.max(0, ...failed.map(({ at, tookMs }) => at + tookMs)) - killedAt;
  const longestMs = Math.max(...visitors.tries.map(({ tookMs }) => tookMs));
  const statuses = countAnswers(failed);
  await waitUntil(async () => {
    const rows = await standby.query(
      "site",
      "select from private.deliveries where kind = 'webhook' and status <> 'delivered' limit 1",
    );
    return rows.length === 0;
  }, 120_000);
  const ids = new Set(receiver.received.filter(({ path }) => path === "/lead").map(({ id }) => id));

  const faults = [
    stored.lost > 0 && `${stored.lost} acknowledged leads are lost`,
    stored.doubled > 0 && `${stored.doubled} visitors have two leads`,
    stored.withoutEvent > 0 && `${stored.withoutEvent} submissions have no event, or two`,
    visitors.acknowledged.size < visitors.sent.length && "a submission was never taken",
    troubleMs > 10_000 && `errors went on for ${Math.round(troubleMs)} ms`,
    failed.some(({ status, retryAfter }) => status !== 503 || !retryAfter) &&
      `errors that are not 503 with Retry-After: ${statuses}`,
  ].filter((fault) => fault !== false);
  return {
    figures: [
      `${stored.lost} of ${visitors.acknowledged.size} acknowledged lost, ${stored.doubled} twice`,
      `${stored.stored} stored, ${ids.size} events`,
      `at ${perSecond}/s ${failed.length} tries failed (${statuses}) within ${Math.round(troubleMs)} ms of the kill`,
      `first yes ${Math.round(firstYes - ledAt)} ms after the new primary was there`,
      `longest answer ${Math.round(longestMs)} ms, p95 ${timeOf(visitors.tries, 0.95)} ms`,
    ].join(", "),
    faults,
  };
}
