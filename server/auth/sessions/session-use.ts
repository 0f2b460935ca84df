import type { ServerContext } from "#server/context.ts";

/** A session with an idle limit is prolonged at most this often. */
const prolongEveryMs = 60_000;
const maxRemembered = 10_000;

const prolongedAtBySession = new WeakMap<ServerContext, Map<string, number>>();

/**
 * Counts a request as use of its session: an administrator's session ends after half an hour without one. A session
 * that has already ended stays ended.
 */
export async function keepSessionAlive(context: ServerContext, sessionId: string): Promise<void> {
  const nowMs = context.now().getTime();
  const prolongedAt = rememberedOf(context);
  if (Math.abs(nowMs - (prolongedAt.get(sessionId) ?? -Infinity)) < prolongEveryMs) return;

  if (prolongedAt.size >= maxRemembered) prolongedAt.clear();
  prolongedAt.set(sessionId, nowMs);
  await context.db.asServer((tx) =>
    tx.query(
      `update auth.sessions set not_after = least(ends_at, $2::timestamptz + idle_limit), updated_at = $2
       where id = $1 and idle_limit is not null and not_after > $2`,
      [sessionId, context.now()],
    ),
  );
}

function rememberedOf(context: ServerContext): Map<string, number> {
  const known = prolongedAtBySession.get(context);
  if (known) return known;
  const created = new Map<string, number>();
  prolongedAtBySession.set(context, created);
  return created;
}
