import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import { type AccessToken, type AdminProblem, createAdminRest, readAdminProblem } from "./admin-rest.ts";

const alertsShape = z.object({ deliveries: z.int(), payments: z.int() });

/** How many deliveries gave up, and how many payments somebody should look at. */
export type AdminAlerts = z.infer<typeof alertsShape>;

export type CountAlerts = (signal?: AbortSignal) => Promise<Result<AdminAlerts, AdminProblem>>;

export function createCountAlerts(api: ApiSettings, accessToken: AccessToken): CountAlerts {
  const rest = createAdminRest(api, accessToken);
  return async (signal) => {
    let query = rest.rpc("count_admin_alerts");
    if (signal) query = query.abortSignal(signal);
    const { data, error, status } = await query;
    return error ? failed(readAdminProblem(error, status)) : ok(z.parse(alertsShape, data));
  };
}
