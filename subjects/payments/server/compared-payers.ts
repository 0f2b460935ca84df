import { type OrderedCompany, payerDifferences, readPayer } from "#subjects/payments/rules/payer.ts";
import type { Tx } from "#engine/db/database.ts";

export const payersPerRun = 200;

/**
 * Compares payers with the orders they paid for, each once: « Paiements » shows those that differ, until an
 * administrator says that they are right.
 *
 * @returns how many
 */
export async function comparePayers(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ id: string; payer: unknown; company: OrderedCompany }>(findUncompared, [
    payersPerRun,
  ]);
  const compared = rows.map(({ id, payer, company }) => {
    const read = readPayer(payer);
    return { id, differs: read ? payerDifferences(read, company) : [] };
  });
  if (compared.length > 0) await tx.query(noteDifferences, [JSON.stringify(compared)]);
  return compared.length;
}

const findUncompared = `
  select id, payer, private.company_of(lead_id) as company from private.payment_events
  where state = 'applied' and payer is not null and payer_differs is null
  order by received_at
  limit $1 for update skip locked`;

const noteDifferences = `
  update private.payment_events as event set payer_differs = compared.differs
  from jsonb_to_recordset($1::jsonb) as compared (id text, differs text[])
  where event.id = compared.id`;
