import { doctorFindings } from "#content/doctor-findings.ts";
import type { Tx } from "#engine/db/database.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

const daysTold = 7;

/**
 * Payments of the last week that are right for their order, and not what their link was said to ask when they came: the
 * page at the provider asks something else. Of several links for one sale, one that asks it is enough. Nothing was paid
 * with a free trial, and is not compared.
 *
 * @returns ids of events, oldest first
 */
export async function readOtherAmounts(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select event.id
     from private.payment_events as event
     cross join lateral (
       select kept.document -> 'paymentLinks' as links from private.site_versions as kept
       where kept.effective_at <= event.received_at and kept.withdrawn_at is null
       order by kept.effective_at desc, kept.version desc limit 1) as shown
     cross join lateral (
       select bool_or(link.asks = event.amount_cents) as is_asked
       from jsonb_to_recordset(coalesce(shown.links, '[]')) as link (sells text, volume text, asks bigint)
       where link.sells = event.link_offer and (link.volume is null or link.volume = event.link_volume)) as said
     where event.state = 'applied' and not event.is_test
       and event.received_at > $1::timestamptz - make_interval(days => $2)
       and event.amount_cents > 0 and not said.is_asked
     order by event.received_at, event.id limit 50`,
    [now.toISOString(), daysTold],
  );
  return rows.map(({ id }) => id);
}

export async function checkAskedAmounts(tx: Tx, now: Date): Promise<Finding[]> {
  const ids = await readOtherAmounts(tx, now);
  return ids.map((id) => ({
    id: "other-amount",
    sentence: `The payment ${id} is not what its link is said to ask.`,
    french: doctorFindings.payments.otherAmount(id),
    about: id,
  }));
}
