import * as z from "zod/mini";

import { funnelOrigins, inactiveReasons } from "#domain/kernel/lead.ts";

import type { ProcedureContract } from "#domain/wire/contract.ts";

const funnel = z.enum(funnelOrigins);
const origin = z.object({ name: z.string(), seen: z.int(), sent: z.int() });

/** Aggregates only. */
export const funnelStatisticsCall = {
  procedure: "funnel_statistics",
  by: "reader",
  asked: z.object({ from_param: z.string(), to_param: z.string() }),
  answer: z.object({
    /** Leads by the day they came; seconds from creation to first call, of all that were called. */
    days: z.array(
      z.object({
        day: z.string(),
        funnel,
        leads: z.int(),
        contacted: z.int(),
        contact_seconds: z.int(),
        within_hour: z.int(),
        within_day: z.int(),
        clients: z.int(),
        paid: z.int(),
      }),
    ),
    volumes: z.array(z.object({ funnel, volume: z.string(), leads: z.int(), clients: z.int(), paid: z.int() })),
    /** Views of the first step. */
    visits: z.array(z.object({ day: z.string(), funnel, count: z.int() })),
    steps: z.array(z.object({ funnel, step: z.int(), event: z.enum(["seen", "done", "refused"]), count: z.int() })),
    /** The most frequent first. */
    refusals: z.array(z.object({ funnel, step: z.int(), field: z.string(), count: z.int() })),
    sources: z.array(origin),
    devices: z.array(origin),
    /** Of the leads of these days that are closed now, where the team said why; the most frequent first. */
    reasons: z.array(z.object({ name: z.enum(inactiveReasons), count: z.int() })),
  }),
} as const satisfies ProcedureContract;
export type Statistics = z.output<typeof funnelStatisticsCall.answer>;

/** What a payment is counted by: the month it came in, and offer, first visit and owner of its lead. */
export const paymentGroups = ["month", "offer", "source", "owner"] as const;

/** Cents, tax included; an empty name is of an erased lead, or of none known. */
export const paymentFiguresCall = {
  procedure: "payment_figures",
  by: "reader",
  asked: z.object({ from_param: z.string(), to_param: z.string() }),
  answer: z.array(
    z.object({ by: z.enum(paymentGroups), name: z.string(), payments: z.int(), taken: z.int(), refunded: z.int() }),
  ),
} as const satisfies ProcedureContract;
export type PaymentFigures = z.output<typeof paymentFiguresCall.answer>;

export const leadLedgerCall = {
  procedure: "lead_ledger",
  by: "manager",
  asked: z.object({}),
  answer: z.array(
    z.object({
      stage: z.enum(["browser", "received", "lead", "delivered", "contacted", "paid"]),
      count: z.int(),
      missing: z.int(),
    }),
  ),
} as const satisfies ProcedureContract;
export type Ledger = z.output<typeof leadLedgerCall.answer>;
