import type { Context } from "hono";

import type { Contract } from "#domain/wire/contract.ts";
import type { Role } from "#domain/kernel/roles.ts";
import { liveTimings } from "#kit/live-timings.ts";
import {
  checkAdministrator,
  readUnverifiedCaller,
  type UnverifiedCaller,
} from "#engine/auth/administration/administrator.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createEventStream, eventStreamHeaders, writeEvent, writePause } from "#engine/http/event-stream.ts";
import type { ServerEvent } from "#engine/http/event-stream.ts";

import type { Work } from "./endpoint.ts";
import { readFailure, answerRefusal, refuseTooMany } from "./problems.ts";

/** Nothing is said on a right that was looked up longer ago. */
const rightsHoldMs = 2_000;

/** What waits for the look at the rights, in characters. */
const mostWaiting = 64 * 1024;

/** The longest wait that a timer knows. */
const longestTimerMs = 2 ** 31 - 1;

type Streaming = {
  context: ServerContext;
  c: Context<AppEnv>;
  caller: UnverifiedCaller;
  say: (events: ServerEvent[]) => void;
};

export type Feed = {
  /** The id of the last event, with which a client may reconnect. */
  position: () => string;
  stop: () => void;
};

type Declared = {
  /** From here on it says what happens. Whatever it throws is answered before the stream begins. */
  feed: (streaming: Streaming) => Promise<Feed>;
};

/**
 * A `GET` that stays open: `text/event-stream`, for administrators. Who asks is checked as for any function of theirs,
 * then again before anything is said and with each pause, so that it ends with the session, the right or the second
 * factor; it ends with the access token too, and when the process stops.
 */
export function administratorStream(contract: Contract<Role>, { feed }: Declared): Work<Role> {
  return {
    contract,
    open: (context, limit) => async (c) => {
      const tooMany = await refuseTooMany(context, c, limit);
      if (tooMany) return tooMany;
      try {
        const caller = await readUnverifiedCaller(context, c.req.raw.headers, contract.by);
        if (!caller.ok) return answerRefusal(c, caller.problem.status, caller.problem.code);
        const problem = await findProblem(context, caller.value);
        if (problem) return answerRefusal(c, problem.status, problem.code);
        return await openStream({ context, c, caller: caller.value }, feed);
      } catch (error) {
        const { status, code, retryAfter } = readFailure(context, c, error);
        return answerRefusal(c, status, code, retryAfter ? { "retry-after": retryAfter } : {});
      }
    },
  };
}

async function findProblem({ db }: ServerContext, caller: UnverifiedCaller) {
  const allowed = await db.asServer((tx) => checkAdministrator(tx, caller));
  return allowed.ok ? undefined : allowed.problem;
}

async function openStream(call: Omit<Streaming, "say">, startFeed: Declared["feed"]): Promise<Response> {
  const { context, c, caller } = call;
  const stream = createEventStream();
  const release = context.live.streams.take(caller.userId, stream.end);
  if (!release) return answerRefusal(c, 429, "too_many_streams", { "retry-after": "10" });
  stream.onEnd(release);

  const write = writeWhileAllowed(call, stream);
  try {
    const feed = await startFeed({ ...call, say: (events) => write(events.map(writeEvent).join("")) });
    stream.onEnd(() => feed.stop());
    const pauses = setInterval(() => write(writePause(feed.position())), liveTimings.pauseEveryMs).unref();
    const expiry = setTimeout(stream.end, untilExpiry(call)).unref();
    stream.onEnd(() => {
      clearInterval(pauses);
      clearTimeout(expiry);
    });
  } catch (error) {
    stream.end();
    throw error;
  }
  return c.body(stream.body, 200, eventStreamHeaders);
}

function untilExpiry({ context, caller }: Pick<Streaming, "context" | "caller">): number {
  const endsAtMs = Number(caller.claims.exp) * 1000 - context.now().getTime();
  return Math.min(Math.max(endsAtMs, 0), longestTimerMs);
}

type Writable = { write(text: string): void; end(): void };

/** In order, each text on a right that was looked up a moment ago. */
function writeWhileAllowed({ context, caller }: Omit<Streaming, "say">, stream: Writable) {
  let waiting = "";
  let checkedAtMs = context.now().getTime();
  let isWriting = false;

  async function isAllowed(): Promise<boolean> {
    const nowMs = context.now().getTime();
    if (Math.abs(nowMs - checkedAtMs) < rightsHoldMs) return true;
    checkedAtMs = nowMs;
    return (await findProblem(context, caller)) === undefined;
  }

  async function writeAll(): Promise<void> {
    while (waiting !== "") {
      if (!(await isAllowed())) return stream.end();
      const text = waiting;
      waiting = "";
      stream.write(text);
    }
  }

  return (text: string) => {
    waiting += text;
    if (waiting.length > mostWaiting) stream.end();
    if (isWriting) return;
    isWriting = true;
    writeAll()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, "a stream ends: nobody knows whether its reader may still read");
        stream.end();
      })
      .finally(() => (isWriting = false));
  };
}
