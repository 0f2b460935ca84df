import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { Period } from "#subjects/statistics/rules/statistics-period.ts";
import {
  funnelStatisticsCall,
  leadLedgerCall,
  type Ledger,
  type PaymentFigures,
  paymentFiguresCall,
  type Statistics,
} from "#subjects/statistics/contract/figures.ts";
import type { Result } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

export function createStatisticsApi(api: ApiSettings, accessToken: AccessToken) {
  const caller = callingAs(api, accessToken);
  return {
    statistics: ({ from, to }: Period, signal?: AbortSignal): Promise<Result<Statistics, CallProblem>> =>
      call(caller, funnelStatisticsCall, { from_param: from, to_param: to }, { signal }),
    payments: ({ from, to }: Period, signal?: AbortSignal): Promise<Result<PaymentFigures, CallProblem>> =>
      call(caller, paymentFiguresCall, { from_param: from, to_param: to }, { signal }),
    ledger: (signal?: AbortSignal): Promise<Result<Ledger, CallProblem>> =>
      call(caller, leadLedgerCall, {}, { signal }),
  };
}
