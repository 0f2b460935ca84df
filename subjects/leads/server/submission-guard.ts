import type { ServerResponse } from "node:http";

import { hasSecretKey } from "#engine/auth/sessions/api-keys.ts";
import type { ServerContext } from "#server/context/context.ts";
import { refusalHeaders } from "#engine/http/pre-routing-errors.ts";
import type { Guard } from "#engine/http/routes.ts";
import { findClientAddress } from "#engine/network/client-address.ts";

import { findRefusedCall } from "./submission-limits.ts";

/** Within the 50 ms of promise R-14: who asks again as soon as it is refused does so 25 times a second. */
const holdMs = 40;

/**
 * Beyond so many at once from one address, as no page of ours sends, each waits longer: a flood over any number of
 * connections is then answered no more often than its connections are many, and what it leaves is the others'.
 */
const promptAtOnce = 8;
const floodHoldMs = 1000;

/**
 * Guard of the addresses that forms are sent to: answers while the sender is refused, before anything of the request is
 * read. Trusted servers are not refused.
 *
 * @returns the guard of one address, given the body of its refusal
 */
export function createSubmissionGuard(context: ServerContext): (refusal: object) => Guard {
  const { settings } = context;
  /** How many answers wait, by visitor. */
  const held = new Map<string, number>();

  return (refusal) =>
    ({ headers, socket, url = "" }, response) => {
      const { authorization, apikey, "x-forwarded-for": forwardedFor } = headers;
      if (hasSecretKey(settings, { apikey: apikey?.toString(), authorization })) return true;
      const address = findClientAddress(socket.remoteAddress, forwardedFor?.toString(), settings.trustedProxies);
      const seconds = findRefusedCall(context, address);
      if (seconds === undefined) return true;

      context.refusals.note({ path: url.split("?", 1)[0] ?? "", status: 429 });
      const atOnce = (held.get(address) ?? 0) + 1;
      held.set(address, atOnce);
      const answer = setTimeout(
        () => sendRefusal(response, refusal, seconds),
        atOnce > promptAtOnce ? floodHoldMs : holdMs,
      );
      response.once("close", () => {
        clearTimeout(answer);
        const left = (held.get(address) ?? 1) - 1;
        if (left === 0) held.delete(address);
        else held.set(address, left);
      });
      return false;
    };
}

function sendRefusal(response: ServerResponse, refusal: object, retryAfterSeconds: number): void {
  const body = JSON.stringify(refusal);
  response.writeHead(429, {
    ...refusalHeaders(),
    "content-length": Buffer.byteLength(body),
    "retry-after": String(retryAfterSeconds),
  });
  response.end(body);
}
