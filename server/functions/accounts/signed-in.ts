import type { Context } from "hono";
import * as z from "zod";

import { readCaller, type RequestCaller } from "#server/auth/sessions/caller.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import { queueEvent } from "#server/outbox/queue-event.ts";

const announcements = { purpose: "signed-in", capacity: 240, perHour: 2400 };

/**
 * `POST /signed-in`: tells the receivers that somebody signed in, once per login session, and never an administrator.
 *
 * The address comes from the token. The body may say on which page: `{"path": "/inscription-secretariat"}`.
 */
export function createSignedIn(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, announcements);
    if (tooMany) return tooMany;

    const caller = await readCaller(context, c.req.raw.headers);
    const signedIn = caller.ok ? readSignIn(caller.value) : undefined;
    if (!signedIn) return refuse(c, 401, "no_authorization");

    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return refuse(c, body.problem.status, "unreadable");
    const path = readPath(body.value) ?? pathOfReferer(c.req.header("referer"), context) ?? "/";
    const source = `${context.settings.site.origin}${path}`;

    const recorded = await context.db.asServer((tx) => announce(tx, { ...signedIn, source, now: context.now() }));
    return recorded === "no_session"
      ? refuse(c, 401, "session_not_found")
      : c.json({ recorded: recorded === "announced" });
  };
}

type SignIn = { userId: string; sessionId: string; email: string; claims: Record<string, unknown> };

function readSignIn({ userId, sessionId, claims }: RequestCaller): SignIn | undefined {
  if (!userId || !sessionId) return undefined;
  return { userId, sessionId, claims, email: typeof claims.email === "string" ? claims.email : "" };
}

type Announcement = SignIn & { source: string; now: Date };

async function announce(tx: Tx, { userId, sessionId, claims, email, source, now }: Announcement) {
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
