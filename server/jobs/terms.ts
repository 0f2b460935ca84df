import { retention } from "#domain/site/retention.ts";
import { expiringAccountRows } from "#engine/auth/account-terms.ts";
import { accountTerms } from "#server/settings/account-terms.ts";
import type { Tx } from "#engine/db/database.ts";
import { type ExpiringRows, interval, rowsPerBatch } from "#engine/db/expired-rows.ts";

/** The team gave it a profile. */
const hasProfile = "exists (select from public.user_profiles where user_id = account.id)";

export type Term = ExpiringRows & {
  /** Only where accounts are our own: a project of Supabase cleans its own tables. */
  where?: "ours";
};

/** A confirmation's line says that it was mailed: it stays as long as its lead, or a second one could leave. */
const isNoConfirmation = "(lead_id is null or event not in ('mail.lead-received', 'mail.payment-received'))";

/** Ten years from the end of the year it came in. Source: Code de commerce, article L123-22. */
const isPastAccounting = `received_at < date_trunc('year', ($1::timestamptz - ${interval(retention.accounting)})
  at time zone 'Europe/Paris') at time zone 'Europe/Paris'`;

/**
 * How long rows stay that no customer or law asks us to keep, and that strangers can create. What belongs to a lead is
 * erased with its lead (`subjects/leads/server/retention.ts`). Each is a job of its own, in this order within the hour.
 */
export const retentionTerms: Term[] = [
  {
    name: "empty_delivered_bodies",
    table: "private.deliveries",
    isOver: `status = 'delivered' and delivered_at < $1::timestamptz - ${interval(retention.deliveredContent)}
      and body <> '{}'`,
    set: "body = '{}', last_answer = null",
  },
  {
    name: "empty_dead_bodies",
    table: "private.deliveries",
    isOver: `status = 'dead' and created_at < $1::timestamptz - ${interval(retention.abandonedContent)}
      and body <> '{}'`,
    set: "body = '{}', last_answer = null",
  },
  {
    name: "purge_delivered",
    table: "private.deliveries",
    isOver: `status = 'delivered' and delivered_at < $1::timestamptz - ${interval(retention.deliveredLine)}
      and ${isNoConfirmation}`,
  },
  {
    name: "purge_dead_deliveries",
    table: "private.deliveries",
    isOver: `status = 'dead' and created_at < $1::timestamptz - ${interval(retention.abandonedLine)}
      and ${isNoConfirmation}`,
  },
  {
    // A bucket of tomorrow was written before the clock was set back.
    name: "purge_rate_buckets",
    table: "private.rate_buckets",
    isOver: `updated_at < $1::timestamptz - ${interval(retention.rateCounters)}
      or updated_at > $1::timestamptz + ${interval(retention.rateCounters)}`,
  },
  {
    // Valid for as long as the choice, and to be proved for five years more.
    name: "purge_consent_proofs",
    table: "private.consent_proofs",
    isOver: `date < $1::timestamptz - ${interval(retention.consentProof)} - ${interval(retention.consentChoice)}`,
  },
  {
    // A refusal needs no proof, unless it ends an agreement that has to be proved.
    name: "purge_refusals",
    table: "private.consent_proofs as refusal",
    isOver: `choices ->> 'analytics' = 'false' and choices ->> 'marketing' = 'false'
      and date < $1::timestamptz - ${interval(retention.consentChoice)}
      and not exists (
        select from private.consent_proofs as agreement
        where agreement.id = refusal.id
          and (agreement.choices ->> 'analytics' = 'true' or agreement.choices ->> 'marketing' = 'true')
      )`,
  },
  {
    // An agreement to be called or reminded: to be proved for as long as it may be contested.
    name: "purge_kept_proofs",
    table: "private.kept_agreements",
    isOver: `purpose <> 'waitlist' and ended_at < $1::timestamptz - ${interval(retention.consentProof)}`,
  },
  {
    name: "purge_waiting_lists",
    table: "private.kept_agreements",
    isOver: `purpose = 'waitlist' and ended_at < $1::timestamptz - ${interval(retention.announcedEdition)}`,
  },
  {
    // Of a lead that is gone: the agreement is proved for as long after its holder left.
    name: "purge_left_newsletters",
    table: "private.newsletter_requests",
    isOver: `lead_id is null and unsubscribed_at < $1::timestamptz - ${interval(retention.consentProof)}`,
  },
  {
    // Answers may wait in a browser for seven days. Of a known order or a payment, the click proves the terms.
    name: "purge_payment_starts",
    table: "private.payment_starts as start",
    isOver: `started_at < $1::timestamptz - ${interval(retention.acceptedTerms)}
      and not exists (select from private.submissions where idempotency_key = start.reference)
      and not exists (select from private.payment_events where reference = start.reference::text)`,
  },
  {
    name: "purge_invoices",
    table: "private.invoices",
    isOver: isPastAccounting,
  },
  {
    // Of a payment that never came, or was erased at that moment. All others of that month are looked at each time,
    // so not for longer than a week: what a stop of that length left waits for the term before this one.
    name: "purge_unclaimed_invoices",
    table: "private.invoices as invoice",
    isOver: `received_at < $1::timestamptz - ${interval(retention.unclaimedInvoice)}
      and received_at > $1::timestamptz - ${interval(retention.unclaimedInvoice)} - interval '7 days'
      and not exists (
        select from private.payment_events as event
        where (event.invoice = invoice.id or event.subscription = invoice.subscription)
          and (event.lead_id is not null or event.state = 'waiting')
      )`,
  },
  {
    // Whom its leads are from is told as long as one of them is there.
    name: "purge_lead_imports",
    table: "private.lead_imports as import",
    isOver: `reached_at < $1::timestamptz - ${interval(retention.contacts)}
      and not exists (select from private.submissions where import_id = import.id)`,
  },
  {
    // What is charged each month lasts as long as its invoices.
    name: "purge_payment_events",
    table: "private.payment_events as event",
    isOver: `${isPastAccounting}
      and not exists (
        select from private.invoices as invoice
        where invoice.id = event.invoice or invoice.subscription = event.subscription
      )`,
  },
  {
    // As long as it can be undone.
    name: "empty_attachments",
    table: "private.payment_events",
    isOver: `attached is not null and (attached ->> 'at')::timestamptz < $1::timestamptz - interval '10 minutes'`,
    set: "attached = null",
  },
  {
    // As long as it can be undone.
    name: "purge_adoptions",
    table: "private.adoptions",
    isOver: "adopted_at < $1::timestamptz - interval '10 minutes'",
  },
  {
    name: "purge_billing_events",
    table: "private.billing_events",
    isOver: isPastAccounting,
  },
  {
    // Not personal, and still kept no longer than what is measured without consent may be. Source: CNIL.
    name: "purge_step_counts",
    table: "private.step_counts",
    isOver: `day < $1::timestamptz - ${interval(retention.statistics)}`,
  },
  {
    // Of a month that is no longer whole, the days that are left are read.
    name: "purge_step_months",
    table: "private.step_months",
    isOver: `day < $1::timestamptz - ${interval(retention.statistics)}`,
  },
  {
    name: "purge_lead_figures",
    table: "private.lead_figures",
    isOver: `day < $1::timestamptz - ${interval(retention.statistics)}`,
  },
  {
    // Announced once: a session that is gone announces nothing more.
    name: "purge_sign_in_events",
    table: "private.sign_in_events as event",
    isOver: `created_at < $1::timestamptz - ${interval(retention.announcedSignIn)}
      and not private.session_exists(event.session_id)`,
  },
  {
    // What is on the list beside the backups is there; no backup is kept for so long that the others would be missed.
    name: "purge_erasures",
    table: "private.erasures",
    isOver: `written_at < $1::timestamptz - ${interval(retention.listedErasures)}
      or erased_at < $1::timestamptz - ${interval(retention.erasures)}`,
  },
  {
    // Screens that were away for longer read everything again (engine/live/journal.ts).
    name: "purge_lead_events",
    table: "private.lead_events",
    isOver: `at < $1::timestamptz - ${interval(retention.liveEvents)}`,
  },
  {
    name: "purge_notifications",
    table: "private.notifications",
    isOver: `at < $1::timestamptz - ${interval(retention.notifications)}`,
  },
  ...expiringAccountRows(accountTerms, hasProfile).map((term): Term => ({ ...term, where: "ours" })),
];

/** Lines a year old, oldest first: ids follow time. The database refuses younger ones by its own clock. */
export async function removeOldAuditLines(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from private.audit_log
     where id in (select id from private.audit_log order by id limit ${rowsPerBatch})
       and at < least($1::timestamptz, now()) - ${interval(retention.auditLog)}`,
    [now.toISOString()],
  );
  return rowCount;
}
