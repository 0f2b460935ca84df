import type { Order } from "#subjects/orders/rules/payment-due.ts";
import type { Tx } from "#engine/db/database.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import { isUuid } from "#kit/uuid.ts";

/**
 * The submission that a payment is for, by its idempotency key.
 *
 * A customer who pays from their space knows the id of their lead only: it stands for the answers that the lead shows.
 *
 * @returns the reference itself when it names no lead
 */
export async function submissionReference(tx: Tx, reference: string): Promise<string> {
  if (!isUuid(reference)) return reference;
  const { rows } = await tx.query<{ key: string }>(
    "select idempotency_key::text as key from private.submissions where lead_id = $1 and is_adopted",
    [reference],
  );
  return rows[0]?.key ?? reference;
}

/**
 * What was ordered under a reference.
 *
 * @param reference as `submissionReference` gives it
 * @returns undefined while no submission has it
 */
export async function orderOfReference(tx: Tx, reference: string): Promise<Order | undefined> {
  if (!isUuid(reference)) return undefined;
  const { rows } = await tx.query<{ ordered: Order; made_on: string }>(
    `select private.order_of(submission) as ordered, (created_at at time zone 'Europe/Paris')::date::text as made_on
     from private.submissions as submission where idempotency_key = $1`,
    [reference],
  );
  const [row] = rows;
  return row && { ...row.ordered, madeOn: readCivilDate(row.made_on) };
}
