import { functionProblems } from "#content/shared/function-problems.ts";
import { setTurnsCall } from "#subjects/team/contract/team.ts";
import { failed, ok } from "#kit/result.ts";
import { lockTeam } from "#engine/auth/administration/team.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /set-turns`: who looks after new leads of an offer by turns: `{"funnel_origin", "user_ids"}`. Who reads only
 * takes none.
 */
export const setTurns = administratorFunction(setTurnsCall, {
  sentences: functionProblems,
  async act(tx, _, { funnel_origin: origin, user_ids: userIds }) {
    await lockTeam(tx);
    const { rows } = await tx.query<{ is_set: boolean }>("select private.set_turns($1, $2::uuid[]) as is_set", [
      origin,
      userIds,
    ]);
    return rows[0]?.is_set ? ok(undefined) : failed({ status: 404, code: "unknown_administrator" });
  },
  audit: (outcome, { funnel_origin: origin, user_ids: userIds }) =>
    outcome.ok ? { action: "team.turns_set", detail: { origin, count: userIds.length } } : undefined,
  answer: () => ({}),
});
