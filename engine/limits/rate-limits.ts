import { hash } from "node:crypto";

import ipaddr from "ipaddr.js";

import { canonicalEmail } from "#kit/email-address.ts";
import type { Database, DbRow, Statement, Tx } from "#engine/db/database.ts";

import { createRefusedKeys } from "./refused-keys.ts";

/**
 * A bucket of `capacity` tokens that refills at `perHour`. It must be full again within a day: older ones are purged.
 */
export type Limit = { purpose: string; capacity: number; perHour: number };

export type Permission = { isAllowed: boolean; retryAfterSeconds: number };

/** One action of one subject, remembered for a day once it was allowed. */
export type DedupeKey = { purpose: string; subject: string };

export type Token = [limit: Limit, subject: string];

/** What a call costs that may be the first of its kind. */
export type FirstTime = {
  tokens: Token[];
  /**
   * Counted once, even when it comes many times at the same moment; after a refusal it may be tried, and counts, again.
   */
  dedupeKey: DedupeKey | undefined;
};

/** What a statement answered that was joined to the count before it. */
export type Joined<R> = Permission & { rows: R[] };

export type FindFirstTime = (tx: Tx) => Promise<FirstTime | undefined>;

export type RateLimiter = {
  /** Takes one token for this subject (an address, an account); committed even when the request then fails. */
  consume(limit: Limit, subject: string): Promise<Permission>;
  /**
   * Takes one token, and does what it allows in the same statement: one way to the database and one commit for both.
   *
   * @param allowed its text as `joinToCount` makes it, its values from `$4` on
   * @returns the rows of `answer`, none after a refusal
   */
  consumeWith<R extends DbRow>(limit: Limit, subject: string, allowed: Statement): Promise<Joined<R>>;
  /**
   * Takes one token of each bucket, up to the first that refuses: those of every call, then those of a first time.
   *
   * @param findFirstTime asked in the transaction that counts; `undefined` when this was seen before
   */
  consumeAll(tokens: Token[], findFirstTime?: FindFirstTime): Promise<Permission>;
  /** Puts a token back: what was counted was no misuse after all. */
  refund(limit: Limit, subject: string): Promise<void>;
  /** The refusal that still holds, from memory: lets a caller refuse before any other work. */
  refusalOf(limit: Limit, subject: string): Permission | undefined;
};

/**
 * Buckets live in the database, so they survive a restart and hold across processes. A refusal is repeated from memory
 * until the time that was said, so a flood costs the database nothing.
 *
 * @param elapsedMs a monotonic clock
 */
export function createRateLimiter(db: Database, elapsedMs: () => number = () => performance.now()): RateLimiter {
  const refused = createRefusedKeys(elapsedMs);

  function refusalOf(limit: Limit, subject: string): Permission | undefined {
    const waits = bucketsOf(limit, subject).map(({ key }) => refused.secondsLeft(key) ?? 0);
    const retryAfterSeconds = Math.max(...waits);
    return retryAfterSeconds === 0 ? undefined : { isAllowed: false, retryAfterSeconds };
  }

  function readCount(buckets: Bucket[], row: CountedRow | undefined): Permission {
    if (!row) throw new Error("The rate limit statement returned no row.");
    for (const [index, { key }] of buckets.entries()) {
      const seconds = row.wait_seconds[index] ?? 0;
      if (seconds > 0) refused.remember(key, seconds);
    }
    return { isAllowed: row.is_allowed, retryAfterSeconds: Math.max(...row.wait_seconds) };
  }

  async function consumeIn(tx: Pick<Tx, "query">, limit: Limit, subject: string): Promise<Permission> {
    const refusal = refusalOf(limit, subject);
    if (refusal) return refusal;
    const buckets = bucketsOf(limit, subject);
    const { rows } = await tx.query<CountedRow>(consumeTokens, bucketValues(limit, buckets));
    return readCount(buckets, rows[0]);
  }

  async function consumeWith<R extends DbRow>(limit: Limit, subject: string, allowed: Statement): Promise<Joined<R>> {
    const refusal = refusalOf(limit, subject);
    if (refusal) return { ...refusal, rows: [] };
    const buckets = bucketsOf(limit, subject);
    const { rows } = await db.runAsServer<R & CountedRow & { is_answer: true | null }>(allowed.text, [
      ...bucketValues(limit, buckets),
      ...allowed.values,
    ]);
    return { ...readCount(buckets, rows[0]), rows: rows.filter((row) => row.is_answer) };
  }

  async function consumeUpToRefusal(tx: Tx, tokens: Token[]): Promise<Permission> {
    for (const [limit, subject] of tokens) {
      const permission = await consumeIn(tx, limit, subject);
      if (!permission.isAllowed) return permission;
    }
    return allowed;
  }

  async function consumeFirstTime(tx: Tx, { tokens, dedupeKey }: FirstTime): Promise<Permission> {
    const hashedKey = dedupeKey && keyOf(dedupeKey.purpose, dedupeKey.subject);
    // A concurrent call with the same key waits on the insert until the first is allowed or refused.
    if (hashedKey && (await tx.query(rememberDedupeKey, [hashedKey])).rowCount === 0) return allowed;
    const permission = await consumeUpToRefusal(tx, tokens);
    if (hashedKey && !permission.isAllowed) await tx.query(forgetDedupeKey, [hashedKey]);
    return permission;
  }

  async function consumeAll(tokens: Token[], findFirstTime?: FindFirstTime): Promise<Permission> {
    for (const [limit, subject] of tokens) {
      const refusal = refusalOf(limit, subject);
      if (refusal) return refusal;
    }
    return db.asServer(async (tx) => {
      const permission = await consumeUpToRefusal(tx, tokens);
      const firstTime = permission.isAllowed ? await findFirstTime?.(tx) : undefined;
      return firstTime ? consumeFirstTime(tx, firstTime) : permission;
    });
  }

  return {
    consume: (limit, subject) => consumeIn({ query: db.runAsServer }, limit, subject),
    consumeWith,
    consumeAll,
    refusalOf,
    async refund(limit, subject) {
      const buckets = bucketsOf(limit, subject);
      await db.runAsServer(returnTokens, bucketValues(limit, buckets).slice(0, 2));
      for (const { key } of buckets) refused.forget(key);
    },
  };
}

/** One visitor of IPv6 holds a network of 64 bits, not one address. Any other subject is taken as it is. */
export function visitorOf(subject: string): string {
  return prefixOf(subject, 64) ?? subject;
}

/** The network of 48 bits around an address of IPv6; undefined for any other subject. */
export function networkOf(subject: string): string | undefined {
  return prefixOf(subject, 48);
}

function prefixOf(subject: string, bits: number): string | undefined {
  if (!ipaddr.IPv6.isValid(subject)) return undefined;
  return ipaddr.IPv6.parse(subject)
    .parts.slice(0, bits / 16)
    .join(":");
}

/**
 * Addresses that one mailbox answers to share its bucket, whatever stands after a `+`. `private.mailbox_of` says the
 * same.
 */
export function mailboxOf(email: string): string {
  return canonicalEmail(email).replace(/^([^@+]+)\+[^@]*@/, "$1@");
}

const allowed: Permission = { isAllowed: true, retryAfterSeconds: 0 };

/** @property wait_seconds of each bucket, in the order they were asked; 0 when it had a token */
type CountedRow = { is_allowed: boolean; wait_seconds: number[] };

type Bucket = { key: string; capacity: number };

/** A network of IPv6 (a house, an office, a part of a telephone network) may do as much as eight visitors. */
export const visitorsOfNetwork = 8;

/**
 * The buckets that a call takes a token of: its subject's, and for an address of IPv6 that of the network around it. A
 * network of 48 bits is what one subscriber is given, with 65,536 visitors in it: each fresh, they would be no limit.
 */
function bucketsOf({ purpose, capacity }: Limit, subject: string): Bucket[] {
  const own = { key: keyOf(purpose, subject), capacity };
  const network = networkOf(subject);
  if (network === undefined) return [own];
  return [own, { key: keyOf(purpose, `network ${network}`), capacity: capacity * visitorsOfNetwork }];
}

/** All buckets of a limit are full again after the same time: the share of it that comes back in a second is one. */
const bucketValues = ({ capacity, perHour }: Limit, buckets: Bucket[]) => [
  buckets.map(({ key }) => key),
  buckets.map((bucket) => bucket.capacity),
  perHour / 3600 / capacity,
];

function keyOf(purpose: string, subject: string): string {
  return hash("sha256", `${purpose}\n${visitorOf(subject)}`, "base64url");
}

/**
 * Below zero, the last try was refused and took nothing: the bucket then holds one token more than is written.
 *
 * A time far in the future was written before the clock was set back, an unknown time ago: the bucket gains one token,
 * and refills from now on. Times less far ahead are concurrent calls, and add up as they are.
 *
 * A proposed row (`excluded`) holds one token less than its bucket can: that gives the capacity.
 */
const refill = `
  on conflict (key) do update set
    tokens = least(
      excluded.tokens + 1,
      bucket.tokens + (bucket.tokens < 0)::int + case
        when bucket.updated_at > now() + interval '10 s' then 1
        else extract(epoch from now() - bucket.updated_at) * $3::float8 * (excluded.tokens + 1)
      end
    ) - 1,
    updated_at = now()
  returning key, tokens`;

const asked = `
  asked as (
    select * from unnest($1::text[], $2::float8[]) with ordinality as asked (key, capacity, position)
  )`;

const countTaken = `
  select bool_and(tokens >= 0) as is_allowed,
         array_agg(greatest(0, ceil(-tokens / ($3::float8 * capacity) - 1e-6))::int order by position) as wait_seconds
  from taken join asked using (key)`;

/** CTE that sets `synchronous_commit = off` for its statement: losing a token in a crash is acceptable. */
const withoutDisk = "commit as materialized (select set_config('synchronous_commit', 'off', true) as mode)";

const consumeTokens = `
  with ${withoutDisk}, ${asked}, taken as (
    insert into private.rate_buckets as bucket (key, tokens, updated_at)
    select key, capacity - 1, now() from asked, commit where mode = 'off' order by position ${refill}
  ) ${countTaken}`;

/**
 * The text of a statement for `consumeWith`. Made once: what looks up a prepared statement compares its whole text.
 *
 * @param tables of a `with`, the last of them `answer`; their values begin at `$4`. What they write depends on
 * `counted.is_allowed`, or a refused call would write it
 */
export function joinToCount(tables: string): string {
  return `with ${asked}, taken as (
      insert into private.rate_buckets as bucket (key, tokens, updated_at)
      select key, capacity - 1, now() from asked order by position ${refill}
    ), counted as (${countTaken}), ${tables}
    select counted.*, answer.* from counted left join (select true as is_answer, * from answer) as answer on true`;
}

const returnTokens = `
  with ${withoutDisk}, ${asked}
  update private.rate_buckets as bucket set tokens = least(capacity, tokens + (tokens < 0)::int + 1)
  from asked, commit where mode = 'off' and bucket.key = asked.key`;

const rememberDedupeKey = `
  insert into private.rate_buckets (key, tokens, updated_at) values ($1, 0, now()) on conflict (key) do nothing`;

const forgetDedupeKey = "delete from private.rate_buckets where key = $1";
