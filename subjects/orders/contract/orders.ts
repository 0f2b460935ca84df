import * as z from "zod/mini";

import { anything, type Contract } from "#domain/wire/contract.ts";

const order = {
  by: "visitor",
  limit: "submissions",
  asked: anything,
  /** Any 2xx has taken the order, whatever it says. */
  answer: z.catch(
    z.object({
      accepted: z.optional(z.boolean()),
      reference: z.optional(z.string()),
      kind: z.optional(z.literal("waitlist")),
    }),
    {},
  ),
  /** Those of a field say which one is wrong. */
  refusals: ["missing", "malformed", "too_long", "key_malformed", "key_reused"],
  audit: [],
} as const;

/** An order of outbound calls. */
export const registerClosingCall = { name: "register-closing", ...order } as const satisfies Contract;

/** A place at the conference, or on the list of those who want to hear of the next one. */
export const registerConferenceCall = { name: "register-conference", ...order } as const satisfies Contract;
