import { isSoldOnline } from "#domain/leads/sold-online.ts";
import type { Asked } from "#domain/leads/offers.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import type { Tx } from "#engine/db/database.ts";

/** What one run looks at: orders of a week that nobody paid and whose person agreed. */
const remindersPerRun = 1000;

type DueReminder = { lead_id: string; recipient: string; mail: { offer: FunnelOffer; asked?: Asked } };

/**
 * Queues one mail to whoever agreed to be reminded of an order that was not paid, a day after their last answer. An
 * order that cannot be paid online is the team's to talk about.
 *
 * @returns how many were queued; an index refuses a second one for the same order, whoever runs at the same moment
 */
export async function remindUnpaidOrders(tx: Tx, now: Date, payments: PaymentLinks): Promise<number> {
  const due = await tx.query<DueReminder>("select lead_id, recipient, mail from private.due_reminders($1, $2)", [
    now.toISOString(),
    remindersPerRun,
  ]);
  const payable = due.rows.filter(({ mail }) => isSoldOnline(mail.offer, mail.asked, payments));
  for (const { lead_id: leadId, recipient, mail } of payable) {
    await tx.query("select private.queue_lead_mail('order-reminder', $1, $2, $3::jsonb)", [
      recipient,
      leadId,
      JSON.stringify(mail),
    ]);
  }
  return payable.length;
}
