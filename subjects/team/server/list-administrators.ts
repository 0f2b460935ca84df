import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { roles } from "#domain/kernel/roles.ts";
import { ok } from "#kit/result.ts";
import { hasPassedSecondFactor } from "#engine/auth/administration/administrator.ts";
import { readTeam } from "#engine/auth/administration/team.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

type Turns = wire.TeamAnswer["turns"][number];

/**
 * `POST /list-administrators`: who administers, by address: `{"administrators": [{userId, email, name, role, addedAt,
 * isInvited, lastSignInAt, factorKinds, openSessions, isSelf}], "mayReset", "turns": [{funnel_origin, user_ids}]}`. It
 * takes no body, or one it does not look at.
 *
 * `factorKinds` are those of verified second factors: `totp`, `phone`, `webauthn`. `mayReset` says whether the caller's
 * session has passed a second factor, without which no colleague's is reset. Instants are ISO 8601 in UTC, or null.
 */
export const listAdministrators = administratorFunction(wire.listAdministratorsCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, now }) {
    const team = await readTeam(context, tx, now);
    const { rows: turns } = await tx.query<Turns>(
      `select funnel_origin, array_agg(user_id::text order by user_id) as user_ids
       from private.lead_turns group by funnel_origin order by funnel_origin`,
    );
    return ok({ team, turns, callerId: caller.userId, mayReset: await hasPassedSecondFactor(tx) });
  },
  answer: ({ team, callerId, ...others }) => ({
    administrators: team.map((member) => ({
      ...member,
      role: roles.find((role) => role === member.role) ?? "reader",
      isSelf: member.userId === callerId,
    })),
    ...others,
  }),
});
