import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { ok } from "#kit/result.ts";
import { endSessionsOf } from "#engine/auth/sessions/own-sessions.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { lockColleague } from "./colleague.ts";

/**
 * `POST /end-administrator-sessions`: signs a colleague out everywhere: `{"user_id"}`. It answers `{"ended": n}`. One's
 * own are ended by `end-own-sessions`.
 */
export const endAdministratorSessions = administratorFunction(wire.endAdministratorSessionsCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { user_id: userId }) {
    const colleague = await lockColleague(tx, caller, { userId, own: "own_sessions" });
    return colleague.ok ? ok(await endSessionsOf(tx, userId)) : colleague;
  },
  audit: (outcome, { user_id: userId }) =>
    outcome.ok
      ? { action: "administrator.sessions_ended", detail: { userId, ended: outcome.value } }
      : { action: "administrator.sessions_end_refused", detail: { userId, code: outcome.problem.code } },
  answer: (ended) => ({ ended }),
});
