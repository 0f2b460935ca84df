import * as z from "zod";

import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/own-sessions.ts";
import { failed, ok } from "#kit/result.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { sessionFunction } from "#server/functions/door/endpoint.ts";
import type { OwnerClaim } from "#server/functions/door/account-owner.ts";
import { queueEvent } from "#engine/outbox/queue-event.ts";

/**
 * `POST /signed-in`: tells the receivers of a customer's sign-in, once per login session; an administrator's is not
 * told.
 *
 * The address comes from the token. The body may say on which page: `{"path": "/inscription-secretariat"}`.
 */
export const signedIn = sessionFunction(wire.signedInCall, {
  sentences: functionProblems,
  async act({ context, c, caller, now }, body) {
    const path = readPath(body) ?? pathOfReferer(c.req.header("referer"), context) ?? "/";
    const source = `${context.settings.site.origin}${path}`;
    const recorded = await context.db.asServer((tx) => announce(tx, { ...caller, source, now }));
    return recorded === "no_session" ? failed({ status: 401, code: "session_not_found" }) : ok(recorded);
  },
  answer: (recorded) => ({ recorded: recorded === "announced" }),
});

type Announcement = OwnerClaim & { source: string; now: Date };

async function announce(tx: Tx, { userId, sessionId, claims, source, now }: Announcement) {
  const email = typeof claims.email === "string" ? claims.email : "";
  await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  const { rows } = await tx.query<{ has_session: boolean; is_listed: boolean }>(
    `select private.live_user_id() is not null as has_session,
            exists (select from public.admin_users where user_id = $1) as is_listed`,
    [userId],
  );
  if (!rows[0]?.has_session) return "no_session";
  // An account without an address (anonymous) has nothing to announce.
  if (rows[0].is_listed || email === "") return "nothing";

  const { rowCount } = await tx.query(
    "insert into private.sign_in_events (session_id, user_id) values ($1, $2) on conflict (session_id) do nothing",
    [sessionId, userId],
  );
  if (rowCount === 0) return "nothing";
  const body = { email, timestamp: now.toISOString(), source };
  await queueEvent(tx, { topic: "sign_in", event: "user.signed_in", body });
  return "announced";
}

/** A path of this site: one slash, then no second one, no backslash and no control character. */
const pathShape = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\\\p{Cc}\s?#]*$/u);

function readPath(body: unknown): string | undefined {
  const read = z.object({ path: pathShape }).safeParse(body);
  return read.success ? read.data.path : undefined;
}

function pathOfReferer(referer: string | undefined, { settings }: ServerContext): string | undefined {
  const url = URL.parse(referer ?? "");
  return url && settings.allowedOrigins.includes(url.origin) ? readPath({ path: url.pathname }) : undefined;
}
