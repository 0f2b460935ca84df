import type { Database } from "#server/db/database.ts";
import { findMigrationDrift, migrationProblems } from "#server/db/migrations.ts";
import { sqlFolders } from "#server/db/open-database.ts";

import type { Finding } from "./findings.ts";

/**
 * What only the database knows: migrations that are not those of the files, administrators, deliveries that gave up,
 * payments to look at, receivers that were switched off.
 */
export async function checkDatabase(db: Database): Promise<Finding[]> {
  return db.asServer(async (tx) => {
    const administrators = await tx.query<{ email: string }>(
      "select email from private.administrators_without_factor() as email",
    );
    const deliveries = await tx.query<{ event: string; count: number; last_error: string | null }>(
      `select event, count(*)::int as count, max(last_error) as last_error
         from private.deliveries where status = 'dead' group by event order by event`,
    );
    const payments = await tx.query<OpenPayment>(
      "select payment_id, reference, lead_id, named_lead_id from private.open_payments() order by received_at",
    );
    const receivers = await tx.query<{ url: string; disabled_reason: string | null }>(
      "select url, disabled_reason from private.receivers where disabled_at is not null order by url",
    );

    const drift = await findMigrationDrift(tx, sqlFolders.migrations);

    return [
      ...drift.map(({ file, problem }): Finding => ({
        subject: "Database",
        sentence: `${file}: ${migrationProblems[problem]}.`,
      })),
      ...administrators.rows.map(({ email }): Finding => ({
        subject: "Accounts",
        sentence: `${email} is an administrator without a second factor.`,
      })),
      ...deliveries.rows.map(({ event, count, last_error }): Finding => {
        const reason = last_error === null ? "" : ` (${last_error})`;
        return { subject: "Deliveries", sentence: `${count} × ${event} gave up${reason}.` };
      }),
      ...payments.rows.map((payment): Finding => ({ subject: "Payments", sentence: sayPayment(payment) })),
      ...receivers.rows.map(({ url, disabled_reason }): Finding => ({
        subject: "Deliveries",
        sentence: `The receiver ${new URL(url).origin} is disabled: ${disabled_reason ?? "no reason given"}.`,
      })),
    ];
  });
}

type OpenPayment = {
  payment_id: string;
  reference: string | null;
  lead_id: string | null;
  named_lead_id: string | null;
};

function sayPayment({ payment_id, reference, lead_id, named_lead_id }: OpenPayment): string {
  if (lead_id !== null) return `The payment ${payment_id} was made under another e-mail than that of its lead.`;
  if (named_lead_id !== null) return `The payment ${payment_id} waits: it is not what its lead owes.`;
  const reason = reference === null ? "it has no reference" : `its reference is ${reference}`;
  return `The payment ${payment_id} matches no lead: ${reason}.`;
}
