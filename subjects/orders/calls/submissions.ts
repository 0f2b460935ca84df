import { backOffMs } from "#app/api/transport/back-off.ts";
import { currentSession, hasStoredSession } from "#app/api/transport/auth-client.ts";
import { call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { Result } from "#kit/result.ts";
import { asKept, type OrderSubmission } from "#subjects/orders/rules/order-submission.ts";
import { createLeadWithoutAuthCall } from "#subjects/funnel/contract/submissions.ts";
import { createLeadParameters, type LeadSubmission } from "#subjects/leads/rules/submission.ts";

import { type OrderAnswer, postOrder } from "./orders.ts";
import {
  dequeue,
  enqueue,
  longestAskedPauseMs,
  type PendingSubmission,
  readQueue,
  tidyQueue,
  updateQueued,
} from "./pending-queue.ts";

/** `waiting`: kept in the browser and tried again. `refused`: the server will never take it; logged. */
export type SubmissionOutcome = "stored" | "waiting" | "refused";

type Answered = { idempotencyKey: string };

/** The SQLSTATE of a statement that was cut at its deadline: the server was slow, and answers 400. */
const cutAtDeadline = "57014";
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Called when the server has answered for good, however late. */
const listeners = {
  stored: new Set<(stored: Answered) => void>(),
  refused: new Set<(refused: Answered) => void>(),
};

/**
 * Submits the answers of a funnel. They are in the browser's queue until the server has answered: a network cut, a
 * time-out (10 s), 429, 5xx and a statement that was cut leave them there, to be tried again with the same key.
 *
 * Source: resolutions, section 9, browser queue.
 *
 * @param userId the signed-in customer, whose token goes with the request
 */
export async function submitLead(
  api: ApiSettings,
  submission: LeadSubmission,
  userId: string | null = null,
): Promise<SubmissionOutcome> {
  const entry = enqueue(submission, userId);
  const outcome = await attempt(api, entry);
  keepTrying(api);
  return outcome;
}

/**
 * Submits an order and says what the server answered. What is worth retrying stays in the queue, under the same key.
 *
 * It does not wait for its turn behind a try of the queue: the server ignores a double under one key, and
 * the visitor waits at the button.
 */
export async function submitOrder(api: ApiSettings, order: OrderSubmission): Promise<Result<OrderAnswer, CallProblem>> {
  const entry = enqueue(order, null);
  const sent = await postOrder(api, order);
  settle(entry, sent.ok ? undefined : sent.problem);
  keepTrying(api);
  return sent;
}

/** Tries what waits, now and for as long as the page is open. Called by any page of the site that finds the queue. */
export function resumePendingSubmissions(api: ApiSettings): void {
  tidyQueue();
  void tryAtOnce(api);
}

/** One more try of everything, for a visitor who leaves. */
export async function flushPendingSubmissions(api: ApiSettings, timeLimitMs: number): Promise<void> {
  const tries = Promise.all(readQueue().map((entry) => attempt(api, entry)));
  await Promise.race([tries, new Promise((resolve) => setTimeout(resolve, timeLimitMs))]);
}

/**
 * One more try of answers the server has not acknowledged, for a visitor about to pay. A try that is under way comes
 * first.
 */
export async function retrySubmission(api: ApiSettings, idempotencyKey: string): Promise<SubmissionOutcome> {
  const entry = readQueue().find(({ submission }) => submission.idempotencyKey === idempotencyKey);
  const outcome = entry ? await attempt(api, entry, { isPatient: true }) : "stored";
  keepTrying(api);
  return outcome;
}

/** Calls back when the server refused answers. */
export function onSubmissionRefused(act: (refused: Answered) => void): () => void {
  listeners.refused.add(act);
  return () => void listeners.refused.delete(act);
}

/** Calls back when the server has answers. */
export function onSubmissionStored(act: (stored: Answered) => void): () => void {
  listeners.stored.add(act);
  return () => void listeners.stored.delete(act);
}

async function tryDue(api: ApiSettings): Promise<void> {
  const nowMs = Date.now();
  const due = readQueue().filter((entry) => entry.nextTryAtMs <= nowMs);
  await Promise.all(due.map((entry) => attempt(api, entry)));
  keepTrying(api);
}

let nextTry: ReturnType<typeof setTimeout> | undefined;
let isListening = false;

/** Sets the alarm for the next due entry, if any. */
function keepTrying(api: ApiSettings): void {
  clearTimeout(nextTry);
  const entries = readQueue();
  if (entries.length === 0) return;

  const nextTryAtMs = Math.min(...entries.map((entry) => entry.nextTryAtMs));
  nextTry = setTimeout(() => void tryDue(api), Math.max(nextTryAtMs - Date.now(), 250));
  if (!isListening) {
    isListening = true;
    addEventListener("online", () => void tryAtOnce(api));
  }
}

/** Another visit, or back online: no reason to wait, but for what a server asked. */
async function tryAtOnce(api: ApiSettings): Promise<void> {
  const nowMs = Date.now();
  for (const entry of readQueue()) {
    if (entry.retryAfterMs <= nowMs) updateQueued(entry.id, { nextTryAtMs: nowMs });
  }
  await tryDue(api);
}

/**
 * One tab at a time sends the answers of one key; another finds them gone, or tries later: at once if it is patient.
 */
async function attempt(
  api: ApiSettings,
  { id, submission }: PendingSubmission,
  { isPatient = false } = {},
): Promise<SubmissionOutcome> {
  return await withLock(`submission ${submission.idempotencyKey}`, isPatient, async () => {
    const entry = readQueue().find((each) => each.id === id);
    if (!entry) return "stored";
    return settle(entry, await send(api, entry));
  });
}

/** @returns undefined once stored */
async function send(api: ApiSettings, { submission, userId }: PendingSubmission): Promise<CallProblem | undefined> {
  if ("body" in submission) {
    const sent = await postOrder(api, asKept(submission));
    return sent.ok ? undefined : sent.problem;
  }
  const parameters = createLeadParameters(submission);
  const post = async (accessToken?: string) => {
    const caller = accessToken === undefined ? { api } : { api, accessToken: async () => accessToken };
    const sent = await call(caller, createLeadWithoutAuthCall, parameters, { keepalive: true });
    return sent.ok ? undefined : sent.problem;
  };

  const accessToken = userId === null ? undefined : await tokenOf(api, userId);
  const problem = await post(accessToken);
  // A session that ended meanwhile must not lose the lead: it is stored like anybody's.
  if (accessToken !== undefined && isUnauthorised(problem)) return post();
  return problem;
}

function settle(entry: PendingSubmission, problem: CallProblem | undefined): SubmissionOutcome {
  if (!problem) {
    dequeue(entry.id);
    for (const act of listeners.stored) act({ idempotencyKey: entry.submission.idempotencyKey });
    return "stored";
  }
  if (isWorthRetrying(problem)) {
    const nowMs = Date.now();
    const wishedPauseMs = problem.code === "refused" ? problem.retryAfterMs : undefined;
    const askedPauseMs = wishedPauseMs === undefined ? undefined : Math.min(wishedPauseMs, longestAskedPauseMs);
    const pauseMs = Math.max(
      askedPauseMs ?? 0,
      backOffMs(entry.attempts, { firstMs: firstPauseMs, longestMs: longestPauseMs }),
    );
    updateQueued(entry.id, {
      attempts: entry.attempts + 1,
      nextTryAtMs: nowMs + pauseMs,
      retryAfterMs: askedPauseMs === undefined ? 0 : nowMs + askedPauseMs,
    });
    console.warn("The answers are kept in this browser and will be sent again.", problem);
    return "waiting";
  }

  dequeue(entry.id);
  console.error("The server refused the answers.", problem);
  for (const act of listeners.refused) act({ idempotencyKey: entry.submission.idempotencyKey });
  return "refused";
}

/** Whether the answers are kept and tried again, rather than refused for good. */
export function isWorthRetrying(problem: CallProblem): boolean {
  if (problem.code !== "refused") return problem.code === "unavailable";
  return problem.status === 429 || problem.status >= 500 || problem.reason === cutAtDeadline;
}

function isUnauthorised(problem: CallProblem | undefined): boolean {
  return problem?.code === "access_ended" || (problem?.code === "refused" && problem.status === 403);
}

/** The token of that customer, if it is still they who are signed in here. */
async function tokenOf(api: ApiSettings, userId: string): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  try {
    const session = await currentSession(api);
    return session?.user.id === userId ? session.access_token : undefined;
  } catch (cause) {
    console.warn("The session was not read.", cause);
    return undefined;
  }
}

/**
 * Without the Web Locks API (old browsers, plain HTTP), or where the browser refuses it together with all site data,
 * the server's idempotency key does the same, later.
 */
async function withLock(
  name: string,
  isPatient: boolean,
  act: () => Promise<SubmissionOutcome>,
): Promise<SubmissionOutcome> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return act();
  let isGranted = false;
  try {
    return await locks.request(name, { ifAvailable: !isPatient }, async (lock) => {
      isGranted = true;
      return lock ? await act() : "waiting";
    });
  } catch (cause) {
    if (isGranted) throw cause;
    return act();
  }
}
