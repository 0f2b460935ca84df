import * as z from "zod/mini";

import {
  isWritten,
  onStoredElsewhere,
  readStored,
  removeStored,
  writeStored,
} from "#app/api/transport/local-storage.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { pendingSubmissionsKey } from "#domain/site/storage-keys.ts";
import { type Question, questionOf, sentQuestions } from "#subjects/funnel/rules/questions.ts";
import { type FunnelOffer, funnelOffers, orderForms } from "#domain/kernel/lead.ts";
import { readAttribution } from "#subjects/leads/rules/attribution.ts";
import type { OrderSubmission } from "#subjects/orders/rules/order-submission.ts";
import type { LeadSubmission, Payload } from "#subjects/leads/rules/submission.ts";

const lifeMs = 7 * 24 * 60 * 60 * 1000;
/** Between two tries, by our own rule; the fifth more that chance adds is in it. */
const longestPauseMs = 40_000;
/** Longer than any that our server asks for. */
export const longestAskedPauseMs = 60 * 60 * 1000;

const text = z.string();
const consentRecord = z.object({
  granted: z.boolean(),
  at: text,
  version: text,
  form: z.enum(funnelOffers),
  // What an earlier version of the site put in the queue has none.
  text: z.catch(text, ""),
});
const leadSubmission = z.union(
  funnelOffers.map((offer) =>
    z.object({
      funnel: z.literal(offer),
      payload: payloadOf(offer),
      idempotencyKey: text,
      consents: z.object({ calls: consentRecord, reminder: z.optional(consentRecord) }),
      registrationPath: text,
      attribution: z.optional(z.pipe(z.unknown(), z.transform(readAttribution))),
    }),
  ),
);
/** Orders are read by the server again: here they are only carried. */
const orderSubmission = z.object({
  funnel: z.enum(orderForms),
  body: z.record(text, z.unknown()),
  idempotencyKey: text,
});
const pendingSubmission = z.object({
  /** Of this version of the answers: the same key may be submitted again. */
  id: text,
  queuedAtMs: z.number(),
  attempts: z.number(),
  nextTryAtMs: z.number(),
  /** Until then the server asked for peace, online or not. */
  retryAfterMs: z.number(),
  /** Its seven days were begun again: see `byThisClock`. */
  isCountedAnew: z.optional(z.boolean()),
  /** The customer who submitted; sent with their token while they are signed in. */
  userId: z.nullable(text),
  submission: z.union([leadSubmission, orderSubmission]),
});

function payloadOf(offer: FunnelOffer) {
  const answers = sentQuestions(offer).map((key) => [key, sentAnswer(questionOf(key))]);
  return z.object(Object.fromEntries(answers)) as unknown as z.ZodMiniType<Payload>;
}

/** What an earlier version of the site put in the queue lacks the questions that came later. */
function sentAnswer({ kind, isSentAsText, isAddition }: Question): z.ZodMiniType {
  const answer = kind.type === "count" && !isSentAsText ? z.number() : text;
  return isAddition ? z.catch(answer, "") : answer;
}

export type PendingSubmission = z.infer<typeof pendingSubmission>;

const listeners = new Set<() => void>();

/** What waits, for 7 days. Anything unreadable in storage is left out. */
export function readQueue(): PendingSubmission[] {
  const stored = readStored(pendingSubmissionsKey);
  if (stored === null) return [];
  const nowMs = Date.now();
  return parseList(stored).flatMap((entry) => byThisClock(entry, nowMs) ?? []);
}

/**
 * The clock of a device may be set right, or wrong, while something waits: an age of more than seven days or less than
 * none says nothing of how long it waited, so its days begin again, once. A try that is farther away than any pause is
 * due.
 *
 * @returns undefined once it has waited for too long
 */
function byThisClock(entry: PendingSubmission, nowMs: number): PendingSubmission | undefined {
  const ageMs = nowMs - entry.queuedAtMs;
  const isOver = ageMs > lifeMs || ageMs < 0;
  if (isOver && entry.isCountedAnew && ageMs > 0) return undefined;
  const retryAfterMs = entry.retryAfterMs - nowMs > longestAskedPauseMs ? 0 : entry.retryAfterMs;
  const isFarAway = entry.nextTryAtMs - nowMs > longestPauseMs && entry.nextTryAtMs > retryAfterMs;
  return {
    ...entry,
    ...(isOver && { queuedAtMs: nowMs, isCountedAnew: true }),
    retryAfterMs,
    nextTryAtMs: isFarAway ? nowMs : entry.nextTryAtMs,
  };
}

/** Kept before it is sent, so that closing the page loses nothing. Replaces an earlier version with the same key. */
export function enqueue(submission: LeadSubmission | OrderSubmission, userId: string | null): PendingSubmission {
  const nowMs = Date.now();
  const entry = {
    id: newUuid(),
    queuedAtMs: nowMs,
    attempts: 0,
    nextTryAtMs: nowMs,
    retryAfterMs: 0,
    userId,
    submission,
  };
  const others = readQueue().filter((each) => each.submission.idempotencyKey !== submission.idempotencyKey);
  writeQueue([...others, entry]);
  return entry;
}

export function updateQueued(id: string, changes: Partial<PendingSubmission>): void {
  const entries = readQueue();
  if (entries.some((entry) => entry.id === id)) {
    writeQueue(entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  }
}

export function dequeue(id: string): void {
  writeQueue(readQueue().filter((entry) => entry.id !== id));
}

/** Takes away what is too old or unreadable, and the key when nothing else waits; notes whose days begin again. */
export function tidyQueue(): void {
  writeQueue(readQueue());
}

export function clearQueue(): void {
  writeQueue([]);
}

export function isWaiting(idempotencyKey: string): boolean {
  return readQueue().some((entry) => entry.submission.idempotencyKey === idempotencyKey);
}

/** Whether it waits in the browser itself, and not only in the memory of this page. */
export function isKept(idempotencyKey: string): boolean {
  return isWritten(pendingSubmissionsKey) && isWaiting(idempotencyKey);
}

/** Calls back after each change, here or in another tab. */
export function onQueueChange(act: () => void): () => void {
  listeners.add(act);
  const stopListening = onStoredElsewhere(pendingSubmissionsKey, act);
  return () => {
    listeners.delete(act);
    stopListening();
  };
}

function parseList(stored: string): PendingSubmission[] {
  try {
    const list: unknown = JSON.parse(stored);
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry) => {
      const parsed = pendingSubmission.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
}

function writeQueue(entries: PendingSubmission[]): void {
  if (entries.length === 0) removeStored(pendingSubmissionsKey);
  else writeStored(pendingSubmissionsKey, JSON.stringify(entries));
  for (const act of listeners) act();
}
