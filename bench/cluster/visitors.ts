import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { Agent as TlsAgent, request as requestByTls } from "node:https";
import { setTimeout as wait } from "node:timers/promises";

import { secretariat } from "#tests/leads/sending.ts";

import { quantile } from "../support/alternate.ts";
import { publishableKey } from "./product.ts";

export type Try = {
  key: string;
  /** Of the monotonic clock, in milliseconds. */
  at: number;
  tookMs: number;
  /** 0 when no answer came. */
  status: number;
  retryAfter: string | undefined;
  /** Whether the product answered: false for an answer of the proxy, and without one. */
  isOurs: boolean;
};

export type Visitors = {
  /** Every try there was, as it ended. */
  tries: Try[];
  /** Keys of submissions that were answered with 200. */
  acknowledged: Set<string>;
  sent: string[];
  /** Asks no more, and waits until each has been told yes. */
  finish(): Promise<void>;
};

type Options = {
  url: string;
  perSecond: number;
  /** As the browser's queue does with what was not taken, under the same key. */
  triesAgain?: boolean;
  /** Between two tries, in milliseconds. */
  longestWaitMs?: number;
  /** Each connects from an address of the loopback of its own: for a proxy that believes no header. */
  isFromItsOwnAddress?: boolean;
};

/**
 * Connections that are kept, and given up before the 5 s after which the server says that it closes them: Node's agent
 * does not heed what it says, and a request that meets the close is reset.
 */
export function openConnections(url = "http:"): Agent {
  const options = { keepAlive: true, timeout: 4000 };
  return url.startsWith("https:") ? new TlsAgent({ ...options, rejectUnauthorized: false }) : new Agent(options);
}

/** Visitors who submit at a steady pace, however slow the answers are, each from another address and mailbox. */
export function startVisitors({
  url,
  perSecond,
  triesAgain = true,
  longestWaitMs = 2000,
  isFromItsOwnAddress = false,
}: Options): Visitors {
  const agent = openConnections(url);
  const network = isFromItsOwnAddress ? 127 : 10;
  const visitors: Visitors = { tries: [], acknowledged: new Set(), sent: [], finish };
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let isOver = false;

  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (!isOver && visitors.sent.length < due) {
      const visit = submit(visitors.sent.length).finally(() => underWay.delete(visit));
      underWay.add(visit);
    }
  }, 5);

  async function submit(number: number): Promise<void> {
    const key = randomUUID();
    visitors.sent.push(key);
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const tried = await sendLead(agent, url, number, key, network);
      visitors.tries.push(tried);
      if (tried.status === 200) return void visitors.acknowledged.add(key);
      if (!triesAgain) return;
      await wait(waitMs * (0.5 + Math.random()));
    }
  }

  async function finish(): Promise<void> {
    isOver = true;
    clearInterval(pace);
    await Promise.all(underWay);
    agent.destroy();
  }
  return visitors;
}

/** The mailbox of who submits under this key. */
export const emailOf = (key: string): string => `machines-${key}@exemple.example`;

/** @param number tells visitors apart: up to sixteen million */
export async function sendLead(agent: Agent, url: string, number: number, key: string, network = 10): Promise<Try> {
  const body = { ...secretariat, email_param: emailOf(key), idempotency_key_param: key };
  const at = performance.now();
  const { status, retryAfter, isOurs } = await ask(agent, `${url}/rest/v1/rpc/create_lead_without_auth`, {
    body,
    from: addressOf(number, network),
  });
  return { key, at, tookMs: performance.now() - at, status, retryAfter, isOurs };
}

function addressOf(number: number, network: number): string {
  return `${network}.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

export type Answer = { status: number; retryAfter: string | undefined; isOurs: boolean; text: string };

/**
 * @param asked.from the caller's address, which a trusted header says; one of the loopback is connected from too
 * @returns status 0 when no answer came within 30 s
 */
export function ask(
  agent: Agent,
  url: string,
  { body, from, headers = {} }: { body?: unknown; from?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, retryAfter: undefined, isOurs: false, text: "" });
    const asked = (url.startsWith("https:") ? requestByTls : request)(
      url,
      {
        agent,
        method: payload === undefined ? "GET" : "POST",
        timeout: 30_000,
        ...(from?.startsWith("127.") && { localAddress: from }),
        headers: {
          apikey: publishableKey,
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          }),
          ...(from !== undefined && { "x-forwarded-for": from }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers["retry-after"],
            isOurs: response.headers["x-request-id"] !== undefined,
            text,
          }),
        );
        response.on("error", none);
      },
    );
    asked.on("error", none);
    asked.on("timeout", () => asked.destroy());
    asked.end(payload);
  });
}

/** How long a share of them took at most, in milliseconds; 0 where there was none. */
export function timeOf(tries: Pick<Try, "tookMs">[], share: number): number {
  if (tries.length === 0) return 0;
  return Math.round(
    quantile(
      tries.map(({ tookMs }) => tookMs),
      share,
    ),
  );
}

/** Statuses and how often each came, with who said so where it was not the product. */
export function countAnswers(answers: Pick<Answer, "status" | "isOurs">[]): string {
  return countBy(answers.map(({ status, isOurs }) => `${status}${isOurs || status === 0 ? "" : " of the proxy"}`));
}

export function countBy(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ") || "none";
}
