import * as z from "zod/mini";

import { funnelOrigins } from "#domain/kernel/lead.ts";
import { roles } from "#domain/kernel/roles.ts";
import { requiredText } from "#domain/kernel/text-rules.ts";
import { longestName } from "#subjects/team/rules/person-name.ts";

import { anything, type Contract, done, type ProcedureContract } from "#domain/wire/contract.ts";

const role = z.enum(roles);

const member = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  /** Empty until one was written. */
  name: z.string(),
  role,
  addedAt: z.string(),
  /** No password was chosen yet with the invitation: they administer nothing. */
  isInvited: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
  /** Of verified second factors: `totp`, `phone`, `webauthn`. */
  factorKinds: z.array(z.string()),
  openSessions: z.int(),
  isSelf: z.boolean(),
});

const name = requiredText(longestName);

const colleagueLine = z.object({ user_id: z.string(), email: z.nullable(z.string()), name: z.string(), role });
/** By name: who may own a lead, has written a line or is told of one. */
export const listColleaguesCall = {
  procedure: "list_colleagues",
  by: "reader",
  asked: z.object({}),
  answer: z.array(colleagueLine),
} as const satisfies ProcedureContract;
export type ColleagueLine = z.output<typeof colleagueLine>;

export const setOwnNameCall = {
  name: "set-own-name",
  by: "reader",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({ name }),
  answer: done,
  refusals: [],
  audit: ["administrator.named"],
} as const satisfies Contract;

/** In lower case, as accounts have their ids: whose they are is compared. */
const colleague = z.object({ user_id: z.guid().check(z.toLowerCase()) });

export const listAdministratorsCall = {
  name: "list-administrators",
  by: "manager",
  limit: { capacity: 120, perHour: 1200 },
  asked: anything,
  answer: z.object({
    administrators: z.array(member),
    /** Whether the caller's session has passed a second factor, without which no colleague's is reset. */
    mayReset: z.boolean(),
    /** Who looks after new leads by turns, for each offer that gives turns. */
    turns: z.array(z.object({ funnel_origin: z.enum(funnelOrigins), user_ids: z.array(z.string()) })),
  }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** An administrator. Instants are ISO 8601. */
export type Colleague = z.output<typeof member>;
export type TeamAnswer = z.output<typeof listAdministratorsCall.answer>;

export const inviteAdministratorCall = {
  name: "invite-administrator",
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({ email: z.string().check(z.maxLength(1000)), name: z.optional(name), role: z.optional(role) }),
  answer: z.object({
    result: z.enum(["invited", "invited_again"]),
    user_id: z.string(),
    /** What opens the account besides and was not ours to close: `phone`, or the name of a provider. */
    ways_left: z.optional(z.array(z.string())),
  }),
  refusals: ["malformed_email", "already_administrator", "reauthentication_needed"],
  audit: ["administrator.invited", "administrator.invitation_refused"],
} as const satisfies Contract;

export const withdrawAdministratorCall = {
  name: "withdraw-administrator",
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  asked: colleague,
  answer: z.object({ withdrawn: z.boolean() }),
  refusals: ["own_right", "unknown_administrator"],
  audit: ["administrator.withdrawn", "administrator.withdrawal_refused"],
} as const satisfies Contract;

export const setAdministratorRoleCall = {
  name: "set-administrator-role",
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  asked: z.extend(colleague, { role }),
  answer: z.object({ role }),
  refusals: ["own_role", "unknown_administrator"],
  audit: ["administrator.role_changed", "administrator.role_change_refused"],
} as const satisfies Contract;

export const setTurnsCall = {
  name: "set-turns",
  by: "manager",
  limit: { capacity: 60, perHour: 600 },
  /** With none, new leads of this offer have no owner. */
  asked: z.object({
    funnel_origin: z.enum(funnelOrigins),
    user_ids: z.array(colleague.shape.user_id).check(z.maxLength(100)),
  }),
  answer: done,
  refusals: ["unknown_administrator"],
  audit: ["team.turns_set"],
} as const satisfies Contract;

export const resetAdministratorFactorsCall = {
  name: "reset-administrator-factors",
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  asked: colleague,
  /** How many factors and passkeys went. */
  answer: z.object({ reset: z.int() }),
  refusals: ["own_factors", "unknown_administrator"],
  audit: ["administrator.factors_reset", "administrator.factors_reset_refused"],
} as const satisfies Contract;

export const endAdministratorSessionsCall = {
  name: "end-administrator-sessions",
  by: "manager",
  limit: { capacity: 30, perHour: 120 },
  asked: colleague,
  answer: z.object({ ended: z.int() }),
  refusals: ["own_sessions", "unknown_administrator"],
  audit: ["administrator.sessions_ended", "administrator.sessions_end_refused"],
} as const satisfies Contract;
