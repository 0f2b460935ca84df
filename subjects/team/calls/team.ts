import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import {
  type ColleagueLine,
  endAdministratorSessionsCall,
  inviteAdministratorCall,
  listAdministratorsCall,
  listColleaguesCall,
  resetAdministratorFactorsCall,
  setAdministratorRoleCall,
  setOwnNameCall,
  setTurnsCall,
  type TeamAnswer,
  withdrawAdministratorCall,
} from "#subjects/team/contract/team.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import type { Role } from "#domain/kernel/roles.ts";
import { ok, type Result, withoutValue } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** What is done about a colleague. */
export type TeamAct = "withdraw" | "reset" | "endSessions";

const functionOf = {
  withdraw: withdrawAdministratorCall,
  reset: resetAdministratorFactorsCall,
  endSessions: endAdministratorSessionsCall,
} as const satisfies Record<TeamAct, object>;

/** Whom an invitation is for. The name may be left out: an administrator writes their own. */
export type Invitation = { email: string; name?: string; role?: Role };

export type TeamApi = {
  /** All administrators, by name. */
  colleagues(signal?: AbortSignal): Promise<Result<ColleagueLine[], CallProblem>>;
  /** Of the signed-in administrator. */
  setOwnName(name: string): Promise<Result<void, CallProblem>>;
  setRole(userId: string, role: Role): Promise<Result<void, CallProblem>>;
  /** Who looks after new leads of an offer by turns. */
  setTurns(origin: FunnelOrigin, userIds: string[]): Promise<Result<void, CallProblem>>;
  read(): Promise<Result<TeamAnswer, CallProblem>>;
  /**
   * Mails a link; once more to who has not used theirs.
   *
   * @returns what opens the account besides and was not ours to close: `phone`, or the name of a provider
   */
  invite(invitation: Invitation): Promise<Result<string[], CallProblem>>;
  act(act: TeamAct, userId: string): Promise<Result<void, CallProblem>>;
};

export function createTeamApi(api: ApiSettings, accessToken: AccessToken): TeamApi {
  const caller = callingAs(api, accessToken);
  return {
    read: () => call(caller, listAdministratorsCall, {}),
    colleagues: (signal) => call(caller, listColleaguesCall, {}, { signal }),
    setOwnName: async (name) => withoutValue(await call(caller, setOwnNameCall, { name })),
    setRole: async (userId, role) =>
      withoutValue(await call(caller, setAdministratorRoleCall, { user_id: userId, role })),
    setTurns: async (origin, userIds) =>
      withoutValue(await call(caller, setTurnsCall, { funnel_origin: origin, user_ids: userIds })),
    async invite(invitation) {
      const invited = await call(caller, inviteAdministratorCall, invitation);
      return invited.ok ? ok(invited.value.ways_left ?? []) : invited;
    },
    act: async (act, userId) => withoutValue(await call(caller, functionOf[act], { user_id: userId })),
  };
}
