import type { Database } from "#engine/db/database.ts";

/** A session with an idle limit is prolonged at most this often. */
const prolongEveryMs = 60_000;
const maxRemembered = 10_000;

export type SessionActivity = {
  /**
   * Counts a request as use of its session: an administrator's session ends after half an hour without one. A session
   * that has already ended stays ended.
   */
  keepAlive(sessionId: string): Promise<void>;
};

export function createSessionActivity(db: Database, now: () => Date): SessionActivity {
  /** When each session was last prolonged, in milliseconds. */
  const prolongedAt = new Map<string, number>();

  return {
    async keepAlive(sessionId) {
      const instant = now();
      const sinceMs = Math.abs(instant.getTime() - (prolongedAt.get(sessionId) ?? -Infinity));
      if (sinceMs < prolongEveryMs) return;

      if (prolongedAt.size >= maxRemembered) prolongedAt.clear();
      prolongedAt.set(sessionId, instant.getTime());
      await db.asServer((tx) =>
        tx.query(
          `update auth.sessions set not_after = least(ends_at, $2::timestamptz + idle_limit), updated_at = $2
           where id = $1 and idle_limit is not null and not_after > $2`,
          [sessionId, instant],
        ),
      );
    },
  };
}
