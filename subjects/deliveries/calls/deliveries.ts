import * as z from "zod/mini";

import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { replayDeliveriesCall } from "#subjects/deliveries/contract/deliveries.ts";
import {
  type DeliveryStatus,
  listDeliveryReceiversCall,
  listOpenDeliveriesCall,
  type DeliveryLine,
  type Receiver,
} from "#subjects/leads/contract/desk-lists.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import { callingAs, createAdminRest, problemOfRows } from "#app/api/admin/admin-rest.ts";

/** `total` is how many there are, not how many came. */
export type DeliveryPage = { rows: DeliveryLine[]; total: number };
export type DeadDeliveries = { deliveryId: string } | { receiverId: string | null };

export type DeliveriesApi = {
  receivers(signal?: AbortSignal): Promise<Result<Receiver[], CallProblem>>;
  /** The newest first. */
  list(status: DeliveryStatus, limit: number, signal?: AbortSignal): Promise<Result<DeliveryPage, CallProblem>>;
  /** @returns how many are on their way again */
  replay(target: DeadDeliveries): Promise<Result<number, CallProblem>>;
};

export function createDeliveriesApi(api: ApiSettings, accessToken: AccessToken): DeliveriesApi {
  const caller = callingAs(api, accessToken);
  const rest = createAdminRest(api, accessToken);
  return {
    receivers: (signal) => call(caller, listDeliveryReceiversCall, {}, { signal }),

    /** By the client of PostgREST, which reads how many there are from a header. */
    async list(status, limit, signal) {
      let query = rest.rpc(listOpenDeliveriesCall.procedure, {}, { count: "exact" }).eq("status", status);
      query = query
        .order("created_at", { ascending: false })
        .order("delivery_id")
        .range(0, limit - 1);
      if (signal) query = query.abortSignal(signal);
      const { data, error, status: httpStatus, count } = await query;
      if (error) return failed(problemOfRows(error, httpStatus));
      const rows = z.parse(listOpenDeliveriesCall.answer, data);
      return ok({ rows, total: count ?? rows.length });
    },

    async replay(target) {
      const asked =
        "deliveryId" in target
          ? { delivery_id: target.deliveryId }
          : { receiver_id: target.receiverId ?? ("mail" as const) };
      const answer = await call(caller, replayDeliveriesCall, asked);
      return answer.ok ? ok(answer.value.replayed) : answer;
    },
  };
}
