import { functionProblems } from "#content/shared/function-problems.ts";
import { setOwnNameCall } from "#subjects/team/contract/team.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/** `POST /set-own-name`: what colleagues read instead of the caller's address: `{"name"}`. */
export const setOwnName = administratorFunction(setOwnNameCall, {
  sentences: functionProblems,
  async act(tx, { caller }, { name }) {
    await tx.query("update public.admin_users set name = $2 where user_id = $1", [caller.userId, name]);
    return ok(undefined);
  },
  audit: () => ({ action: "administrator.named", detail: {} }),
  answer: () => ({}),
});
