import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";

/** An administrator sends again what gave up: one delivery, or all of a receiver (`mail` for the mail server). */
export const replayDeliveriesCall = {
  name: "replay-deliveries",
  by: "manager",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.union([
    z.object({ delivery_id: z.guid(), receiver_id: z.optional(z.undefined()) }),
    z.object({ receiver_id: z.union([z.guid(), z.literal("mail")]), delivery_id: z.optional(z.undefined()) }),
  ]),
  answer: z.object({ replayed: z.int() }),
  refusals: [
    "unknown_delivery",
    "unknown_receiver",
    "already_delivered",
    "already_on_its_way",
    "emptied",
    "receiver_not_configured",
    "nothing_to_replay",
  ],
  audit: ["delivery.replayed", "deliveries.replayed"],
} as const satisfies Contract;
