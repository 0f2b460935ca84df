import type { KeyObject } from "node:crypto";

/**
 * What signs the refresh tokens of a session, by its id: drawn when it begins, never changed. Who has just exchanged a
 * token shows the next one, and it is checked without asking. Whether the session still is, and which token is its
 * last, the database says each time.
 */
export type RefreshKeys = {
  find(sessionId: string): KeyObject | undefined;
  remember(sessionId: string, key: KeyObject): void;
};

/** Those that were used last, some 5 MB of them. */
const mostSessions = 10_000;

export function createRefreshKeys(): RefreshKeys {
  const keys = new Map<string, KeyObject>();

  function putLast(sessionId: string, key: KeyObject): void {
    keys.delete(sessionId);
    keys.set(sessionId, key);
  }

  return {
    find(sessionId) {
      const key = keys.get(sessionId);
      if (key) putLast(sessionId, key);
      return key;
    },
    remember(sessionId, key) {
      putLast(sessionId, key);
      if (keys.size <= mostSessions) return;
      const [unused] = keys.keys();
      if (unused !== undefined) keys.delete(unused);
    },
  };
}
