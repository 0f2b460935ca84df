import type { Tx } from "#server/db/database.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The submission that a payment is for, by its idempotency key.
 *
 * A customer who pays from their space knows the id of their lead only: it stands for the answers that the lead shows.
 *
 * @returns the reference itself when it names no lead
 */
export async function submissionReference(tx: Tx, reference: string): Promise<string> {
  if (!uuid.test(reference)) return reference;
  const { rows } = await tx.query<{ key: string }>(
    "select idempotency_key::text as key from private.submissions where lead_id = $1 and is_adopted",
    [reference],
  );
  return rows[0]?.key ?? reference;
}
