import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import {
  type AccessToken,
  type ActionProblem,
  type AdminProblem,
  callAsAdmin,
  createAdminRest,
  readAdminProblem,
} from "./admin-rest.ts";

const receiverShape = z.object({
  receiver_id: z.nullable(z.string()),
  topic: z.string(),
  host: z.nullable(z.string()),
  number: z.nullable(z.int()),
  dead_count: z.int(),
  replayable_count: z.int(),
  waiting_count: z.int(),
  paused_until: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
});

const deliveryShape = z.object({
  delivery_id: z.string(),
  topic: z.string(),
  host: z.nullable(z.string()),
  number: z.nullable(z.int()),
  event: z.string(),
  status: z.enum(["dead", "waiting"]),
  attempts: z.int(),
  last_status: z.nullable(z.int()),
  last_error: z.nullable(z.string()),
  next_try_at: z.nullable(z.string()),
  is_replayable: z.boolean(),
  created_at: z.string(),
  lead_id: z.nullable(z.string()),
  lead_name: z.nullable(z.string()),
  recipient: z.nullable(z.string()),
  /** About a place on the waiting list of the conference. */
  is_waiting_list: z.boolean(),
});

/** Where deliveries go, as the database says it. The mail server has no id. Instants are ISO 8601. */
export type Receiver = z.infer<typeof receiverShape>;
export type OpenDelivery = z.infer<typeof deliveryShape>;
export type DeliveryStatus = OpenDelivery["status"];
/** `total` is how many there are, not how many came. */
export type DeliveryPage = { rows: OpenDelivery[]; total: number };
export type ReplayTarget = { deliveryId: string } | { receiverId: string | null };

export type DeliveriesApi = {
  receivers(signal?: AbortSignal): Promise<Result<Receiver[], AdminProblem>>;
  /** The newest first. */
  list(status: DeliveryStatus, limit: number, signal?: AbortSignal): Promise<Result<DeliveryPage, AdminProblem>>;
  /** @returns how many are on their way again */
  replay(target: ReplayTarget): Promise<Result<number, ActionProblem>>;
};

export function createDeliveriesApi(api: ApiSettings, accessToken: AccessToken): DeliveriesApi {
  const rest = createAdminRest(api, accessToken);
  return {
    async receivers(signal) {
      let query = rest.rpc("list_delivery_receivers");
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(readAdminProblem(error, status)) : ok(z.parse(z.array(receiverShape), data));
    },

    async list(status, limit, signal) {
      let query = rest.rpc("list_open_deliveries", {}, { count: "exact" }).eq("status", status);
      query = query
        .order("created_at", { ascending: false })
        .order("delivery_id")
        .range(0, limit - 1);
      if (signal) query = query.abortSignal(signal);
      const { data, error, status: httpStatus, count } = await query;
      if (error) return failed(readAdminProblem(error, httpStatus));
      const rows = z.parse(z.array(deliveryShape), data);
      return ok({ rows, total: count ?? rows.length });
    },

    async replay(target) {
      const body =
        "deliveryId" in target ? { delivery_id: target.deliveryId } : { receiver_id: target.receiverId ?? "mail" };
      const answer = await callAsAdmin(api, accessToken, "/functions/v1/replay-deliveries", body);
      return answer.ok ? ok(z.parse(z.object({ replayed: z.int() }), answer.value).replayed) : answer;
    },
  };
}
