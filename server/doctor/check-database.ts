import { doctorFindings as french } from "#content/doctor-findings.ts";
import type { BillingKind } from "#subjects/payments/rules/billing.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import { type MigrationDrift, migrationProblems } from "#engine/db/migration-files.ts";
import { findMigrationDrift } from "#engine/db/migrations.ts";
import { sqlFolders } from "#engine/db/open-database.ts";

/**
 * What only the database knows: migrations that are not those of the files, administrators, addresses in two spellings,
 * deliveries that gave up, payments to look at, receivers that were switched off, jobs that fail.
 */
export async function checkDatabase(db: Database, now = new Date()): Promise<Finding[]> {
  return db.asServer((tx) => findInDatabase(tx, now));
}

/** One finding, whatever their number: they came together. */
function sayNewer(newer: MigrationDrift[]): Finding[] {
  const last = newer.at(-1)?.file;
  if (last === undefined) return [];
  const count = newer.length === 1 ? "one migration" : `${newer.length} migrations`;
  const sentence = `A later version has changed this database (${count}, the last one ${last}).`;
  return [{ id: "newer-database", sentence, french: french.newerDatabase(newer.length) }];
}

type GivenUp = { event: string; count: number; last_error: string | null; last_answer: string | null };

async function findInDatabase(tx: Tx, now: Date): Promise<Finding[]> {
  const administrators = await tx.query<{ email: string }>(
    "select email from private.administrators_without_factor() as email",
  );
  const addresses = await tx.query<{ kind: "account" | "contact" | "lead"; id: string; address: string }>(
    "select kind, id, address from private.addresses_in_two_spellings() limit 50",
  );
  const deliveries = await tx.query<GivenUp>(
    `select event, count(*)::int as count, max(last_error) as last_error, max(last_answer) as last_answer
         from private.deliveries where status = 'dead' group by event order by event`,
  );
  const payments = await tx.query<OpenPayment>(
    `select payment_id, reference, email, lead_id, named_lead_id, is_test, is_second
     from private.open_payments() order by received_at`,
  );
  const incidents = await tx.query<{ kind: BillingKind; object: string; on: string }>(
    `select kind, object, told_on::text as on from private.billing_events
     where is_open and lead_id is null order by received_at limit 50`,
  );
  const receivers = await tx.query<{ url: string; disabled_reason: string | null }>(
    "select url, disabled_reason from private.receivers where disabled_at is not null order by url",
  );

  const jobs = await tx.query<{ job: string; failures: number; since: string | null }>(
    `select job, failures, (succeeded_at at time zone 'Europe/Paris')::date as since
     from private.job_reports where failures > 0 order by job`,
  );
  const late = await tx.query<{ kind: "mail" | "webhook" }>(
    `select distinct kind from private.deliveries
     where status = 'waiting' and created_at < $1::timestamptz - interval '30 minutes' order by kind`,
    [now.toISOString()],
  );
  const renewals = await tx.query<{ count: number }>(
    `select count(*)::int as count from private.billing_events
     where is_open and kind in ('failed_debit', 'dispute')`,
  );
  const drift = await findMigrationDrift(tx, sqlFolders);
  const all = await tx.query("select from public.admin_users limit 1");

  return [
    ...drift.flatMap(({ file, problem }): Finding[] => {
      if (problem === "newer") return [];
      const sentence = `${file}: ${migrationProblems[problem]}.`;
      return [{ id: "migration-drift", sentence, french: french.migrations[problem](file) }];
    }),
    ...sayNewer(drift.filter(({ problem }) => problem === "newer")),
    ...jobs.rows.map(({ job, failures, since }): Finding => ({
      id: "failing-job",
      sentence: `The job ${job} fails: ${failures} in a row, last success ${since === null ? "never" : `on ${since}`}.`,
      french: french.failingJob(job, failures, since),
      about: job,
    })),
    ...(all.rows.length === 0
      ? [
          {
            id: "no-administrator",
            sentence: "The site has no administrator.",
            french: french.noAdministrator,
          } as const,
        ]
      : []),
    ...administrators.rows.map(({ email }): Finding => ({
      id: "without-second-factor",
      sentence: `${email} is an administrator without a second factor.`,
      french: french.withoutFactor(email),
    })),
    ...addresses.rows.map(({ kind, id, address }): Finding => ({
      id: "two-spellings",
      sentence: `The ${kind} ${id} has another spelling of ${address}, and stays apart.`,
      french: french.otherSpelling[kind](id, address),
    })),
    ...deliveries.rows.map(({ event, count, last_error: error, last_answer: answer }): Finding => {
      const reason = answer ?? error;
      const sentence = `${count} × ${event} gave up${reason === null ? "" : ` (${reason})`}.`;
      return { id: "lost-delivery", sentence, french: french.gaveUp(count, event, error, answer), about: event };
    }),
    ...late.rows.map(({ kind }): Finding => ({
      id: "late-delivery",
      sentence: `A ${kind} has waited for more than half an hour.`,
      french: french.lateDelivery[kind],
      about: kind,
    })),
    ...payments.rows.map((payment): Finding => ({ ...sayPayment(payment), about: payment.payment_id })),
    ...renewals.rows
      .filter(({ count }) => count > 0)
      .map(({ count }): Finding => ({
        id: "failed-renewal",
        sentence: `Debits that failed or are disputed: ${count}.`,
        french: french.failedRenewal(count),
      })),
    ...incidents.rows.map(({ kind, object, on }): Finding => ({
      id: "stray-incident",
      sentence: `A ${kind.replaceAll("_", " ")} of ${on} (${object}) belongs to no lead that is known.`,
      french: french.incident(kind, object, on),
      about: object,
    })),
    ...receivers.rows.map(({ url, disabled_reason }): Finding => ({
      id: "disabled-receiver",
      sentence: `The receiver ${new URL(url).origin} is disabled: ${disabled_reason ?? "no reason given"}.`,
      french: french.receiverDisabled(new URL(url).origin, disabled_reason),
      about: new URL(url).origin,
    })),
  ];
}

type OpenPayment = {
  payment_id: string;
  reference: string | null;
  email: string | null;
  lead_id: string | null;
  named_lead_id: string | null;
  is_test: boolean;
  is_second: boolean;
};

function sayPayment({
  payment_id: paymentId,
  reference,
  email,
  lead_id,
  named_lead_id,
  is_test,
  is_second,
}: OpenPayment): Finding {
  if (lead_id !== null && email === null) {
    const sentence = `The payment ${paymentId} was made under another name than that of its order.`;
    return { id: "other-payer", sentence, french: french.payments.otherPayer(paymentId) };
  }
  if (lead_id !== null) {
    const sentence = `The payment ${paymentId} was made under another e-mail than that of its lead.`;
    return { id: "other-payer", sentence, french: french.payments.otherEmail(paymentId) };
  }
  if (is_test) {
    return {
      id: "test-payment",
      sentence: `The payment ${paymentId} waits: it comes from the provider's test mode.`,
      french: french.payments.isTest(paymentId),
    };
  }
  if (is_second) {
    const sentence = `The payment ${paymentId} waits: its order is paid already.`;
    return { id: "stray-payment", sentence, french: french.payments.isSecond(paymentId) };
  }
  if (named_lead_id !== null) {
    const sentence = `The payment ${paymentId} waits: it is not what its lead owes.`;
    return { id: "stray-payment", sentence, french: french.payments.notOwed(paymentId) };
  }
  if (reference === null) {
    const sentence = `The payment ${paymentId} matches no lead: it has no reference.`;
    return { id: "stray-payment", sentence, french: french.payments.withoutReference(paymentId) };
  }
  const sentence = `The payment ${paymentId} matches no lead: its reference is ${reference}.`;
  return { id: "stray-payment", sentence, french: french.payments.unknownReference(paymentId, reference) };
}
