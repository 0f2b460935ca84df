import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { readPayer } from "#domain/leads/payer.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import {
  type AccessToken,
  type ActionProblem,
  type AdminProblem,
  callAsAdmin,
  createAdminRest,
  readAdminProblem,
} from "./admin-rest.ts";

const orderShape = z.object({
  form: z.enum(funnelOrigins),
  asked: z.union([z.string(), z.number(), z.null()]),
});

const earlierPaymentShape = z.object({
  payment_id: z.string(),
  amount_cents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  received_at: z.string(),
});

const text = z.nullable(z.string());
const companyShape = z.object({
  firstName: text,
  lastName: text,
  companyName: text,
  companyLegalName: text,
  companySiren: text,
  companyAddress: text,
});

const paymentShape = z.object({
  payment_id: z.string(),
  reference: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** In the smallest unit of the currency. */
  amount_cents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  received_at: z.string(),
  lead_id: z.nullable(z.string()),
  lead_name: z.nullable(z.string()),
  lead_email: z.nullable(z.string()),
  /** What the payment link says that it sells. */
  link_offer: z.nullable(z.string()),
  link_volume: z.nullable(z.string()),
  /** The lead whose reference a payment gives that waits, and what it ordered; null when it names none. */
  named_lead_id: z.nullable(z.string()),
  named_lead_name: z.nullable(z.string()),
  named_lead_email: z.nullable(z.string()),
  ordered: z.catch(z.nullable(orderShape), null),
  /** Of the provider's test mode: no money came. */
  is_test: z.boolean(),
  /** The lead it names is paid already, by these, or by hand where there are none. */
  is_second: z.boolean(),
  paid_before: z.nullable(z.array(earlierPaymentShape)),
  /** The provider's ids of the money, the payer and the subscription. */
  payment_intent: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  subscription: z.nullable(z.string()),
  /** Who paid, and the company of the order it is compared with; null where the provider asked for nothing. */
  payer: z.pipe(
    z.unknown(),
    z.transform((value) => readPayer(value) ?? null),
  ),
  company: z.catch(z.nullable(companyShape), null),
});

/**
 * A payment to look at: without lead, not what its lead owes, of an order that is paid already, of a test, under
 * another e-mail than its lead's, or by another company than its order's.
 */
export type OpenPayment = z.infer<typeof paymentShape>;

export type PaymentsApi = {
  /** The newest first. */
  list(signal?: AbortSignal): Promise<Result<OpenPayment[], AdminProblem>>;
  /** Said of a payment that has this lead already, it means that its e-mail and payer are right. */
  attach(paymentId: string, leadId: string): Promise<Result<void, ActionProblem>>;
};

export function createPaymentsApi(api: ApiSettings, accessToken: AccessToken): PaymentsApi {
  const rest = createAdminRest(api, accessToken);
  return {
    async list(signal) {
      let query = rest.rpc("list_open_payments").order("received_at", { ascending: false }).order("payment_id");
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(readAdminProblem(error, status)) : ok(z.parse(z.array(paymentShape), data));
    },

    async attach(paymentId, leadId) {
      const body = { payment_id: paymentId, lead_id: leadId };
      const answer = await callAsAdmin(api, accessToken, "/functions/v1/attach-payment", body);
      return answer.ok ? ok(undefined) : answer;
    },
  };
}
