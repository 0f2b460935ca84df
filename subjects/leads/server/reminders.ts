import { isOrderSoldOnline } from "#subjects/orders/rules/sold-online.ts";
import type { Asked } from "#subjects/offers/rules/base/offer.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import type { Tx } from "#engine/db/database.ts";

/** The most orders that one run looks at: unpaid ones of a week, of people who agreed to a reminder. */
const remindersPerRun = 1000;

type DueReminder = { lead_id: string; recipient: string; mail: { offer: FunnelOffer; asked?: Asked } };

/**
 * Queues one reminder of an unpaid order, a day after the last answer, to a recipient who agreed to it. Orders that
 * cannot be paid online are left to the team.
 *
 * @returns how many were queued; a unique index refuses a second one for the same order, also of a concurrent run
 */
export async function remindUnpaidOrders(tx: Tx, now: Date, payments: PaymentLinks): Promise<number> {
  const due = await tx.query<DueReminder>("select lead_id, recipient, mail from private.due_reminders($1, $2)", [
    now.toISOString(),
    remindersPerRun,
  ]);
  const payable = due.rows.filter(({ mail }) => isOrderSoldOnline(mail.offer, mail.asked, payments));
  for (const { lead_id: leadId, recipient, mail } of payable) {
    await tx.query("select private.queue_lead_mail('order-reminder', $1, $2, $3::jsonb)", [
      recipient,
      leadId,
      JSON.stringify(mail),
    ]);
  }
  return payable.length;
}
