import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { type AccessToken, type ActionProblem, type AdminProblem, callAsAdmin } from "./admin-rest.ts";

const memberShape = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  name: z.string(),
  addedAt: z.string(),
  isInvited: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
  factorKinds: z.array(z.string()),
  openSessions: z.int(),
  isSelf: z.boolean(),
});
const teamShape = z.object({ administrators: z.array(memberShape), mayReset: z.boolean() });

const invitedShape = z.object({ ways_left: z.optional(z.array(z.string())) });

/**
 * An administrator. Instants are ISO 8601.
 *
 * @property isInvited no password was chosen yet with the invitation
 * @property factorKinds of verified second factors
 */
export type TeamMember = z.infer<typeof memberShape>;
/** @property mayReset whether the caller's own session has passed a second factor */
export type Team = z.infer<typeof teamShape>;

/** What is done about a colleague. */
export type TeamAct = "withdraw" | "reset" | "endSessions";

const functionOf: Record<TeamAct, string> = {
  withdraw: "withdraw-administrator",
  reset: "reset-administrator-factors",
  endSessions: "end-administrator-sessions",
};

export type TeamApi = {
  read(): Promise<Result<Team, AdminProblem>>;
  /**
   * Mails a link; once more to who has not used theirs.
   *
   * @returns what opens the account besides and was not ours to close: `phone`, or the name of a provider
   */
  invite(email: string): Promise<Result<string[], ActionProblem>>;
  act(act: TeamAct, userId: string): Promise<Result<void, ActionProblem>>;
};

export function createTeamApi(api: ApiSettings, accessToken: AccessToken): TeamApi {
  const call = (name: string, body: unknown) => callAsAdmin(api, accessToken, `/functions/v1/${name}`, body);

  return {
    async read() {
      const read = await call("list-administrators", {});
      if (read.ok) return ok(z.parse(teamShape, read.value));
      const hasEnded = read.problem.code === "access_ended";
      return failed({ code: hasEnded ? "access_ended" : "unavailable", message: "The team was not read." });
    },
    async invite(email) {
      const invited = await call("invite-administrator", { email });
      return invited.ok ? ok(z.parse(invitedShape, invited.value).ways_left ?? []) : invited;
    },
    act: async (act, userId) => dropped(await call(functionOf[act], { user_id: userId })),
  };
}

function dropped(called: Result<unknown, ActionProblem>): Result<void, ActionProblem> {
  return called.ok ? ok(undefined) : called;
}
