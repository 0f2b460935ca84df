import { type ApiSettings, requestApi, type RequestProblem } from "#app/api/transport/rest-client.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import type { Result } from "#kit/result.ts";
import type { OrderFormName, OrderSubmission } from "#domain/leads/order-submission.ts";

import { readQueue } from "./pending-queue.ts";

const functions = {
  closing: "/functions/v1/register-closing",
  conferences: "/functions/v1/register-conference",
} as const satisfies Record<OrderFormName, string>;

/** One try, given up after 10 s; it outlives the page. */
export function postOrder(
  api: ApiSettings,
  { funnel, body, idempotencyKey }: OrderSubmission,
): Promise<Result<unknown, RequestProblem>> {
  return requestApi(api, functions[funnel], { body, idempotencyKey, keepalive: true });
}

/** The key for an order of that person: that of what still waits here, so that a retry by hand makes no double. */
export function chooseOrderKey(funnel: OrderFormName, email: string): string {
  const waiting = readQueue().find(
    ({ submission }) => submission.funnel === funnel && "body" in submission && submission.body.email === email,
  );
  return waiting?.submission.idempotencyKey ?? newUuid();
}
