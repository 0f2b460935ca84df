import { deviceName } from "#subjects/account/words/device-names.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/own-sessions.ts";
import { ok } from "#kit/result.ts";
import { readOwnSessions } from "#engine/auth/sessions/own-sessions.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /list-own-sessions`: where the caller's account is signed in, the last used first: `[{id, device, place,
 * startedAt, lastUsedAt, isCurrent, level}]`. It takes no body, or one it does not look at.
 *
 * `device` is French, `place` a shortened address or null, `level` is `aal1` or `aal2`, instants are ISO 8601 in UTC.
 */
export const listOwnSessions = customerFunction(wire.listOwnSessionsCall, {
  sentences: functionProblems,
  act: async (tx, { caller, now }) => ok(await readOwnSessions(tx, caller, now)),
  answer: (sessions) => sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent) })),
});
