import * as z from "zod/mini";

import { anything, type Contract } from "#domain/wire/contract.ts";

const session = z.object({
  id: z.string(),
  /** In French, such as « Firefox sur Windows ». */
  device: z.string(),
  /** The address it was last used from, shortened; null when it is not known. */
  place: z.nullable(z.string()),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
  level: z.enum(["aal1", "aal2"]),
});

/** Where the caller's account is signed in, the last used first. */
export const listOwnSessionsCall = {
  name: "list-own-sessions",
  by: "customer",
  limit: { capacity: 120, perHour: 1200 },
  asked: anything,
  answer: z.array(session),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** A browser in which the account is open. Instants are ISO 8601. */
export type ShownSession = z.output<typeof session>;

/** One session, which may be the caller's own, or all but the caller's. */
export const endOwnSessionsCall = {
  name: "end-own-sessions",
  by: "customer",
  limit: { capacity: 60, perHour: 600 },
  asked: z.union([
    z.object({ sessionId: z.guid(), scope: z.optional(z.undefined()) }),
    z.object({ scope: z.literal("others"), sessionId: z.optional(z.undefined()) }),
  ]),
  answer: z.object({ ended: z.int() }),
  refusals: ["unknown_session"],
  audit: ["account.sessions_ended"],
} as const satisfies Contract;

/** Tells the receivers that a customer signed in, once per session. Administrators are never reported. */
export const signedInCall = {
  name: "signed-in",
  by: "session",
  limit: { capacity: 240, perHour: 2400 },
  asked: anything,
  answer: z.object({ recorded: z.boolean() }),
  refusals: [],
  audit: [],
} as const satisfies Contract;
