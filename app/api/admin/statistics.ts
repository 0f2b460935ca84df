import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { Period } from "#domain/leads/statistics-period.ts";

import { type AccessToken, type AdminProblem, createAdminRest, readAdminProblem } from "./admin-rest.ts";

const funnel = z.enum(funnelOrigins);
const origin = z.object({ name: z.string(), seen: z.int(), sent: z.int() });

const statisticsShape = z.object({
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
});

/** Aggregates only. */
export type Statistics = z.infer<typeof statisticsShape>;

const ledgerShape = z.array(
  z.object({
    stage: z.enum(["browser", "received", "lead", "delivered", "contacted", "paid"]),
    count: z.int(),
    missing: z.int(),
  }),
);
export type Ledger = z.infer<typeof ledgerShape>;

export function createStatisticsApi(api: ApiSettings, accessToken: AccessToken) {
  const rest = createAdminRest(api, accessToken);
  return {
    async statistics({ from, to }: Period, signal?: AbortSignal): Promise<Result<Statistics, AdminProblem>> {
      let query = rest.rpc("funnel_statistics", { from_param: from, to_param: to });
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(readAdminProblem(error, status)) : ok(z.parse(statisticsShape, data));
    },

    async ledger(signal?: AbortSignal): Promise<Result<Ledger, AdminProblem>> {
      let query = rest.rpc("lead_ledger");
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(readAdminProblem(error, status)) : ok(z.parse(ledgerShape, data));
    },
  };
}
