import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { listOpenPaymentsCall, type OpenPayment } from "#subjects/leads/contract/desk-lists.ts";
import {
  attachPaymentCall,
  dismissPaymentCall,
  listOpenBillingCall,
  type OpenBilling,
  settleBillingCall,
} from "#subjects/payments/contract/payments.ts";
import type { DismissalReason } from "#subjects/payments/rules/received-payment.ts";
import { type Result, withoutValue } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

export type PaymentsApi = {
  /** The newest first. */
  list(signal?: AbortSignal): Promise<Result<OpenPayment[], CallProblem>>;
  /** Said of a payment that has this lead already, it means that its e-mail and payer are right. */
  attach(paymentId: string, leadId: string): Promise<Result<void, CallProblem>>;
  /** Takes that back, as long as the customer was not told. */
  detach(paymentId: string, leadId: string): Promise<Result<void, CallProblem>>;
  /** It is no lead's; null: it waits for one again. */
  dismiss(paymentId: string, reason: DismissalReason | null): Promise<Result<void, CallProblem>>;
  /** Failed debits, disputes and ends that no lead is known for, the oldest first. */
  listBilling(signal?: AbortSignal): Promise<Result<OpenBilling[], CallProblem>>;
  settleBilling(eventId: string, isSettled: boolean): Promise<Result<void, CallProblem>>;
};

const newestFirst = "order=received_at.desc,payment_id.asc";

export function createPaymentsApi(api: ApiSettings, accessToken: AccessToken): PaymentsApi {
  const caller = callingAs(api, accessToken);
  return {
    list: (signal) => call(caller, listOpenPaymentsCall, {}, { signal, rows: newestFirst }),
    attach: async (paymentId, leadId) =>
      withoutValue(await call(caller, attachPaymentCall, { payment_id: paymentId, lead_id: leadId })),
    detach: async (paymentId, leadId) =>
      withoutValue(await call(caller, attachPaymentCall, { payment_id: paymentId, lead_id: leadId, undo: true })),
    dismiss: async (paymentId, reason) =>
      withoutValue(await call(caller, dismissPaymentCall, { payment_id: paymentId, reason })),
    listBilling: (signal) => call(caller, listOpenBillingCall, {}, { signal }),
    settleBilling: async (eventId, isSettled) =>
      withoutValue(await call(caller, settleBillingCall, { event_id: eventId, is_settled: isSettled })),
  };
}
