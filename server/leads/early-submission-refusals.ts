import type { IncomingMessage, ServerResponse } from "node:http";

import { orderRefusals } from "#content/order-problems.ts";
import type { ServerContext } from "#server/context.ts";
import { findClientAddress } from "#server/network/client-address.ts";

import { findRefusedCall, tooManySubmissions } from "./submission-limits.ts";

/** Within the 50 ms of promise R-14: who asks again as soon as it is refused does so 25 times a second. */
const holdMs = 40;

/**
 * Beyond so many at once from one address, as no page of ours sends, each waits longer: a flood over any number of
 * connections is then answered no more often than its connections are many, and what it leaves is the others'.
 */
const promptAtOnce = 8;
const floodHoldMs = 1000;

const tooManyOrders = { error: orderRefusals.too_many_orders, code: "over_request_rate_limit" };
const refusals: Record<string, object> = {
  "/rest/v1/rpc/create_lead_without_auth": tooManySubmissions,
  "/functions/v1/register-closing": tooManyOrders,
  "/functions/v1/register-conference": tooManyOrders,
};

/** @returns false, with the response untouched, when the request is to be served */
type RefuseEarly = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers for the forms while the sender's address is refused, before anything of the request is read. Trusted servers
 * are not refused.
 */
export function createEarlyRefusals(context: ServerContext): RefuseEarly {
  const { secretKey, trustedProxies } = context.settings;
  /** How many answers wait, by address. */
  const held = new Map<string, number>();

  return ({ method, url = "", headers, socket }, response) => {
    if (method !== "POST" || !Object.hasOwn(refusals, url)) return false;
    if (headers.apikey === secretKey || headers.authorization?.includes(secretKey)) return false;
    const forwardedFor = headers["x-forwarded-for"];
    const address = findClientAddress(socket.remoteAddress, forwardedFor?.toString(), trustedProxies);
    const seconds = findRefusedCall(context, address);
    if (seconds === undefined) return false;

    const atOnce = (held.get(address) ?? 0) + 1;
    held.set(address, atOnce);
    const answer = setTimeout(
      () => sendRefusal(response, refusals[url], seconds),
      atOnce > promptAtOnce ? floodHoldMs : holdMs,
    );
    response.once("close", () => {
      clearTimeout(answer);
      const left = (held.get(address) ?? 1) - 1;
      if (left === 0) held.delete(address);
      else held.set(address, left);
    });
    return true;
  };
}

function sendRefusal(response: ServerResponse, problem: object | undefined, retryAfterSeconds: number): void {
  const body = JSON.stringify(problem);
  response.writeHead(429, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "x-request-id": crypto.randomUUID(),
  });
  response.end(body);
}
