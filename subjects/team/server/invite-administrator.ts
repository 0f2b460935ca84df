import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/team/contract/team.ts";
import { failed } from "#kit/result.ts";
import { checkAdministrator } from "#engine/auth/administration/administrator.ts";
import { inviteColleague } from "#engine/auth/administration/invite-administrator.ts";
import { lockTeam } from "#engine/auth/administration/team.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { freshProofMs } from "#engine/auth/sessions/sessions.ts";
import { readMailWriter } from "./mail-writer.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /invite-administrator`: a colleague gets a mail whose link lets them choose a password, and with it the right:
 * `{"email", "name"?, "role"?}`. It answers `{"result": "invited" | "invited_again", "user_id", "ways_left"}`.
 *
 * An existing account with this address is entered by the link only: every other way in is closed. `ways_left` names
 * those that a hosted project does not let us close: `phone`, or a provider. An administrator whose right has begun is
 * a refusal (409, `already_administrator`). The caller has just signed in or proved themselves, else 403,
 * `reauthentication_needed`: an attacker at an open session must not be able to make themselves an administrator.
 */
export const inviteAdministratorFunction = administratorFunction(wire.inviteAdministratorCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, now }, { email: typed, ...appointment }) {
    const email = readEmail(typed);
    if (!email) return failed({ status: 400, code: "malformed_email" });
    await lockTeam(tx);
    const allowed = await checkAdministrator(tx, caller);
    if (!allowed.ok) return allowed;
    const { userId, claims } = caller;
    const owner = { userId, sessionId: String(claims.session_id), claims };
    const since = new Date(now.getTime() - freshProofMs);
    if (!(await accountsOf(context).hasProvedSince(tx, owner, since))) {
      return failed({ status: 403, code: "reauthentication_needed" });
    }
    const { name: invitedBy } = await readMailWriter(tx, context, userId);
    const invited = await inviteColleague(context, tx, { email, invitedBy, ...appointment });
    return invited.ok ? invited : failed({ status: 409, code: invited.problem });
  },
  audit: (outcome) =>
    outcome.ok
      ? { action: "administrator.invited", detail: outcome.value }
      : { action: "administrator.invitation_refused", detail: { code: outcome.problem.code } },
  answer: ({ userId, isAgain, waysLeft }) => ({
    result: isAgain ? ("invited_again" as const) : ("invited" as const),
    user_id: userId,
    ...(waysLeft && { ways_left: waysLeft }),
  }),
});
