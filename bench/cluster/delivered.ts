import { setTimeout as wait } from "node:timers/promises";

import type { ChaosReceiver, Received } from "#tests/outbox/chaos-receiver.ts";

import { emailOf } from "./visitors.ts";

/** Until everything that waited was delivered. Source: promises. */
export const longestRetryMs = 60_000;

/** How many events came to the receiver again after it had taken them. */
export function countTwice(receiver: ChaosReceiver): number {
  const taken = takenBy(receiver);
  return taken.length - new Set(taken.map(({ id }) => id)).size;
}

function takenBy({ received }: ChaosReceiver): Received[] {
  return received.filter(({ answered }) => answered === 200);
}

/** How long from now until each of these submissions was taken by the receiver; a little over a minute when not. */
export async function timeUntilDelivered(receiver: ChaosReceiver, keys: string[]): Promise<number> {
  const startedAt = performance.now();
  const isTaken = () => {
    const taken = new Set(takenBy(receiver).map(({ body }) => JSON.parse(body).email));
    return keys.every((key) => taken.has(emailOf(key)));
  };
  while (!isTaken() && performance.now() - startedAt <= longestRetryMs) await wait(100);
  return performance.now() - startedAt;
}
