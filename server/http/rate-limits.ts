import { createHash } from "node:crypto";

import ipaddr from "ipaddr.js";

import type { Database, Tx } from "#server/db/database.ts";

/** A bucket of `capacity` tokens that refills at `perHour`. It must be full again within a day: older ones are purged. */
export type Limit = { purpose: string; capacity: number; perHour: number };

export type Permission = { isAllowed: boolean; retryAfterSeconds: number };

/** One thing that somebody does, remembered for a day once it was allowed. */
export type Occasion = { purpose: string; subject: string };

export type RateLimiter = {
  /** Takes one token for this subject (an address, an account); committed even when the request then fails. */
  take(limit: Limit, subject: string): Promise<Permission>;
  /**
   * Takes one token of each bucket, up to the first that refuses. What is one occasion counts once, even when it comes
   * many times at the same moment; after a refusal it may be tried again, and counts again.
   */
  takeEach(tokens: [limit: Limit, subject: string][], occasion?: Occasion): Promise<Permission>;
  /** Puts a token back: what was counted was no misuse after all. */
  giveBack(limit: Limit, subject: string): Promise<void>;
};

/** Buckets live in the database, so they survive a restart and hold across processes. */
export function createRateLimiter(db: Database): RateLimiter {
  return {
    take(limit, subject) {
      return db.asServer(async (tx) => {
        await waitForNoDisk(tx);
        return takeIn(tx, limit, subject);
      });
    },
    takeEach(tokens, occasion) {
      const occasionKey = occasion && keyOf(occasion.purpose, occasion.subject);
      return db.asServer(async (tx) => {
        await waitForNoDisk(tx);
        // Whoever comes at the same moment waits here until the first is allowed or refused.
        if (occasionKey && (await tx.query(noteOccasion, [occasionKey])).rowCount === 0) return allowed;
        for (const [limit, subject] of tokens) {
          const permission = await takeIn(tx, limit, subject);
          if (permission.isAllowed) continue;
          if (occasionKey) await tx.query(forgetOccasion, [occasionKey]);
          return permission;
        }
        return allowed;
      });
    },
    async giveBack(limit, subject) {
      await db.asServer((tx) => tx.query(returnToken, [keyOf(limit.purpose, subject), limit.capacity]));
    },
  };
}

/** One visitor of IPv6 holds a network of 64 bits, not one address. Any other subject is taken as it is. */
export function visitorOf(subject: string): string {
  return ipaddr.IPv6.isValid(subject) ? ipaddr.IPv6.parse(subject).parts.slice(0, 4).join(":") : subject;
}

const allowed: Permission = { isAllowed: true, retryAfterSeconds: 0 };

/** A token lost in a power cut harms nobody. */
async function waitForNoDisk(tx: Tx): Promise<void> {
  await tx.query("select set_config('synchronous_commit', 'off', true)");
}

async function takeIn(tx: Tx, limit: Limit, subject: string): Promise<Permission> {
  const { rows } = await tx.query<{ is_allowed: boolean; wait_seconds: number }>(takeToken, [
    keyOf(limit.purpose, subject),
    limit.capacity,
    limit.perHour / 3600,
  ]);
  const row = rows[0];
  if (!row) throw new Error("The rate limit statement returned no row.");
  return { isAllowed: row.is_allowed, retryAfterSeconds: row.wait_seconds };
}

function keyOf(purpose: string, subject: string): string {
  return createHash("sha256")
    .update(`${purpose}\n${visitorOf(subject)}`)
    .digest("base64url");
}

/** Below zero, the last try was refused and took nothing: the bucket then holds one token more than is written. */
const takeToken = `
  insert into private.rate_buckets as bucket (key, tokens, updated_at)
  values ($1, $2::float8 - 1, now())
  on conflict (key) do update set
    tokens = least(
      $2::float8,
      bucket.tokens + (bucket.tokens < 0)::int + extract(epoch from now() - bucket.updated_at) * $3::float8
    ) - 1,
    updated_at = now()
  returning tokens >= 0 as is_allowed, greatest(0, ceil(-tokens / $3::float8))::int as wait_seconds`;

const returnToken = `
  update private.rate_buckets set tokens = least($2::float8, tokens + (tokens < 0)::int + 1) where key = $1`;

const noteOccasion = `
  insert into private.rate_buckets (key, tokens, updated_at) values ($1, 0, now()) on conflict (key) do nothing`;

const forgetOccasion = "delete from private.rate_buckets where key = $1";
