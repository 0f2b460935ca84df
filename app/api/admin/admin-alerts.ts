import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type AdminAlerts, countAdminAlertsCall } from "#subjects/leads/contract/desk-lists.ts";
import type { Result } from "#kit/result.ts";

import { callingAs } from "./admin-rest.ts";

export type CountAlerts = (signal?: AbortSignal) => Promise<Result<AdminAlerts, CallProblem>>;

export function createCountAlerts(api: ApiSettings, accessToken: AccessToken): CountAlerts {
  const caller = callingAs(api, accessToken);
  return (signal) => call(caller, countAdminAlertsCall, {}, { signal });
}
