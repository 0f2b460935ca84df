import type { Tx } from "#server/db/database.ts";

/** Few enough for a short transaction: what else is due goes in the next one. */
export const rowsPerBatch = 1000;

export type Term = {
  name: string;
  table: string;
  /** When a row is past its term; `$1` is now. */
  isOver: string;
};

/**
 * How long the rows stay that nobody asked us to keep, and that strangers can make. What belongs to a lead goes with
 * its lead, after six months: see `server/leads/retention.ts`.
 *
 * Sources: legal, sections 4.1, 4.3 and 4.7; else docs/decisions/0017-what-strangers-can-make-has-a-term.md.
 */
export const terms: Term[] = [
  {
    // A confirmation's line says that it was mailed: it stays as long as its lead, or a second one could leave.
    name: "purge_delivered",
    table: "private.deliveries",
    isOver: `status = 'delivered' and delivered_at < $1::timestamptz - interval '30 days'
      and (lead_id is null or event not in ('mail.lead-received', 'mail.payment-received'))`,
  },
  {
    name: "purge_dead_deliveries",
    table: "private.deliveries",
    isOver: `status = 'dead' and created_at < $1::timestamptz - interval '90 days'
      and (lead_id is null or event not in ('mail.lead-received', 'mail.payment-received'))`,
  },
  {
    // A bucket of tomorrow was written before the clock was set back.
    name: "purge_rate_buckets",
    table: "private.rate_buckets",
    isOver: "updated_at < $1::timestamptz - interval '1 day' or updated_at > $1::timestamptz + interval '1 day'",
  },
  {
    // Valid for six months, and to be proved for five years more.
    name: "purge_consent_proofs",
    table: "private.consent_proofs",
    isOver: "date < $1::timestamptz - interval '5 years 6 months'",
  },
  {
    // Nobody has to prove a refusal, unless it ends an agreement that has to be proved.
    name: "purge_refusals",
    table: "private.consent_proofs as refusal",
    isOver: `choices ->> 'analytics' = 'false' and choices ->> 'marketing' = 'false'
      and date < $1::timestamptz - interval '6 months'
      and not exists (
        select from private.consent_proofs as agreement
        where agreement.id = refusal.id
          and (agreement.choices ->> 'analytics' = 'true' or agreement.choices ->> 'marketing' = 'true')
      )`,
  },
  {
    // Answers may wait in a browser for seven days. Of a known order or a payment, the click proves the terms.
    name: "purge_payment_starts",
    table: "private.payment_starts as start",
    isOver: `started_at < $1::timestamptz - interval '30 days'
      and not exists (select from private.submissions where idempotency_key = start.reference)
      and not exists (select from private.payment_events where reference = start.reference::text)`,
  },
  {
    // Numbers of nobody, and still no longer than what is measured without consent may be kept. Source: CNIL.
    name: "purge_step_counts",
    table: "private.step_counts",
    isOver: "day < $1::timestamptz - interval '25 months'",
  },
  {
    name: "purge_lead_figures",
    table: "private.lead_figures",
    isOver: "day < $1::timestamptz - interval '25 months'",
  },
  {
    // Announced once: a session that is gone announces nothing more.
    name: "purge_sign_in_events",
    table: "private.sign_in_events as event",
    isOver: `created_at < $1::timestamptz - interval '30 days'
      and not private.session_exists(event.session_id)`,
  },
  {
    // Screens that were away for longer read everything again (server/live/journal.ts).
    name: "purge_lead_events",
    table: "private.lead_events",
    isOver: "at < $1::timestamptz - interval '1 hour'",
  },
];

/** @returns how many rows went; a full batch means that there may be more */
export async function removeBatch(tx: Tx, { table, isOver }: Term, now: Date): Promise<number> {
  const [name] = table.split(" ");
  const { rowCount } = await tx.query(
    `delete from ${name} where ctid = any (array(
       select ctid from ${table} where ${isOver} limit ${rowsPerBatch} for update skip locked
     ))`,
    [now.toISOString()],
  );
  return rowCount;
}

/** Lines a year old, oldest first: ids follow time. The database refuses younger ones by its own clock. */
export async function removeOldAuditLines(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from private.audit_log
     where id in (select id from private.audit_log order by id limit ${rowsPerBatch})
       and at < least($1::timestamptz, now()) - interval '1 year'`,
    [now.toISOString()],
  );
  return rowCount;
}
