import type { IncomingMessage, ServerResponse } from "node:http";

import { orderRefusals } from "#content/order-problems.ts";
import type { ServerContext } from "#server/context.ts";
import { findClientAddress } from "#server/network/client-address.ts";

import { findRefusedCall, tooManySubmissions } from "./submission-limits.ts";

/**
 * Who asks again as soon as it is refused asks at most 25 times a second on each connection, and what it leaves of the
 * process is the others'. Within the 50 ms of promise R-14.
 */
const holdMs = 40;

const tooManyOrders = { error: orderRefusals.too_many_orders, code: "over_request_rate_limit" };
const refusals: Record<string, object> = {
  "/rest/v1/rpc/create_lead_without_auth": tooManySubmissions,
  "/functions/v1/register-closing": tooManyOrders,
  "/functions/v1/register-conference": tooManyOrders,
};

/**
 * Answers for the forms while the sender's address is refused, before anything of the request is read. Trusted servers
 * are not refused.
 *
 * @returns false, with the response untouched, when the request is to be served
 */
export function refuseSubmissionEarly(
  context: ServerContext,
  { method, url = "", headers, socket }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== "POST" || !Object.hasOwn(refusals, url)) return false;
  const { secretKey, trustedProxies } = context.settings;
  if (headers.apikey === secretKey || headers.authorization?.includes(secretKey)) return false;
  const forwardedFor = headers["x-forwarded-for"];
  const address = findClientAddress(socket.remoteAddress, forwardedFor?.toString(), trustedProxies);
  const seconds = findRefusedCall(context, address);
  if (seconds === undefined) return false;

  const body = JSON.stringify(refusals[url]);
  setTimeout(() => {
    response.writeHead(429, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "retry-after": String(seconds),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": crypto.randomUUID(),
    });
    response.end(body);
  }, holdMs);
  return true;
}
