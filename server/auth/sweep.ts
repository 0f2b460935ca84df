import type { Tx } from "#server/db/database.ts";

/** A link may be mailed for eight days at most, and its code lives ten minutes more. */
const statements = [
  "delete from auth.sessions where not_after <= $1",
  "delete from auth.one_time_tokens where expires_at <= $1",
  "delete from auth.flow_state where created_at < $1::timestamptz - interval '8 days'",
  `delete from auth.flow_state
   where authentication_method = 'oauth' and created_at < $1::timestamptz - interval '1 hour'`,
  "delete from auth.known_devices where seen_at < $1::timestamptz - interval '90 days'",
];

/**
 * Removes what can no longer be used: ended sessions, abandoned sign-ins, unread mails' tokens, devices long unseen.
 *
 * @returns how many rows
 */
export async function sweepAuth(tx: Tx, now: Date): Promise<number> {
  let removed = 0;
  for (const statement of statements) removed += (await tx.query(statement, [now])).rowCount;
  return removed;
}
