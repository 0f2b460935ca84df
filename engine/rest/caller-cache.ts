import { createHash } from "node:crypto";

import type { RequestCaller } from "#engine/auth/sessions/caller.ts";
import type { Database } from "#engine/db/database.ts";
import { signingKeysChannel } from "#engine/identity/signing-keys.ts";
import { keepNewest } from "#kit/keep-newest.ts";

/**
 * A change of signing keys is heard of at once, or after this long while notices do not arrive; an ended session counts
 * at once, since the database looks at it.
 */
const keptMs = 30_000;
const maxEntries = 2000;

type Entry = { caller: RequestCaller; untilMs: number };

/** Whose token it is, for tokens that were verified a moment ago: a screen that loads asks many times with one. */
export type CallerCache = {
  find(headers: Headers, now: Date): RequestCaller | undefined;
  keep(headers: Headers, now: Date, caller: RequestCaller): void;
};

export function createCallerCache(db: Pick<Database, "listen">): CallerCache {
  const entries = new Map<string, Entry>();
  let listening: Promise<unknown> | undefined;

  function hearOfKeys(): void {
    listening ??= db.listen(signingKeysChannel, () => entries.clear()).catch(() => (listening = undefined)); // what is kept is short-lived
  }

  return {
    find(headers, now) {
      if (!headers.has("authorization")) return undefined;
      const key = hashCredentials(headers);
      const entry = entries.get(key);
      if (entry && now.getTime() < entry.untilMs) return entry.caller;
      entries.delete(key);
      return undefined;
    },

    keep(headers, now, caller) {
      if (caller.role !== "authenticated") return;
      hearOfKeys();
      const expiresAtMs = Number(caller.claims.exp) * 1000;
      const untilMs = Math.min(now.getTime() + keptMs, expiresAtMs);
      keepNewest(entries, hashCredentials(headers), { caller, untilMs }, maxEntries);
    },
  };
}

/** The credentials as sent, not kept in memory themselves. */
function hashCredentials(headers: Headers): string {
  return createHash("sha256")
    .update(`${headers.get("apikey") ?? ""}\n${headers.get("authorization") ?? ""}`)
    .digest("base64");
}
