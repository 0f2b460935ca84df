import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { ok } from "#kit/result.ts";
import { hasPassedSecondFactor } from "#engine/auth/administration/administrator.ts";
import { readTeam } from "#engine/auth/administration/team.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /list-administrators`: who administers, by address: `{"administrators": [{userId, email, name, addedAt,
 * isInvited, lastSignInAt, factorKinds, openSessions, isSelf}], "mayReset"}`. It takes no body, or one it does not look
 * at.
 *
 * `factorKinds` are those of verified second factors: `totp`, `phone`, `webauthn`. `mayReset` says whether the caller's
 * session has passed a second factor, without which no colleague's is reset. Instants are ISO 8601 in UTC, or null.
 */
export const listAdministrators = administratorFunction(wire.listAdministratorsCall, {
  sentences: functionProblems,
  act: async (tx, { context, caller, now }) =>
    ok({ team: await readTeam(context, tx, now), callerId: caller.userId, mayReset: await hasPassedSecondFactor(tx) }),
  answer: ({ team, callerId, mayReset }) => ({
    administrators: team.map((member) => ({ ...member, isSelf: member.userId === callerId })),
    mayReset,
  }),
});
