import { call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import type { Result } from "#kit/result.ts";
import type { AnswerOf } from "#domain/wire/contract.ts";
import { registerClosingCall, registerConferenceCall } from "#subjects/orders/contract/orders.ts";
import type { OrderFormName } from "#domain/kernel/lead.ts";
import type { OrderSubmission } from "#subjects/orders/rules/order-submission.ts";

import { readQueue } from "./pending-queue.ts";

const functions = { closing: registerClosingCall, conferences: registerConferenceCall } as const;

export type OrderAnswer = AnswerOf<typeof registerConferenceCall>;

/** One try, given up after 10 s; it outlives the page. */
export function postOrder(
  api: ApiSettings,
  { funnel, body, idempotencyKey }: OrderSubmission,
): Promise<Result<OrderAnswer, CallProblem>> {
  return call({ api }, functions[funnel], body, { idempotencyKey, keepalive: true });
}

/** The key for an order of that person: that of what still waits here, so that a retry by hand makes no double. */
export function chooseOrderKey(funnel: OrderFormName, email: string): string {
  const waiting = readQueue().find(
    ({ submission }) => submission.funnel === funnel && "body" in submission && submission.body.email === email,
  );
  return waiting?.submission.idempotencyKey ?? newUuid();
}
