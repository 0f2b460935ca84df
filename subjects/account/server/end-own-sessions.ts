import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/own-sessions.ts";
import { failed, ok } from "#kit/result.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { endOwnSession } from "#engine/auth/sessions/own-sessions.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /end-own-sessions`: ends sessions of the caller's account: one with `{"sessionId"}`, which may be the
 * caller's own, or all but the caller's with `{"scope": "others"}`. It answers `{"ended": n}`.
 */
export const endOwnSessions = customerFunction(wire.endOwnSessionsCall, {
  sentences: functionProblems,
  async act(tx, { context, caller }, { sessionId }) {
    if (sessionId === undefined) return ok(await accountsOf(context).endOtherSessions(tx, caller));
    const hasEnded = await endOwnSession(tx, caller.userId, sessionId);
    return hasEnded ? ok(1) : failed({ status: 404, code: "unknown_session" });
  },
  audit: (outcome, { scope }) =>
    outcome.ok
      ? { action: "account.sessions_ended", detail: { scope: scope ?? "one", ended: outcome.value } }
      : undefined,
  answer: (ended) => ({ ended }),
});
