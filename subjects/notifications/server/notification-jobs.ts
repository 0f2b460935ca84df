import type { Tx } from "#engine/db/database.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { SiteAlert } from "#subjects/operations/rules/doctor-finding.ts";
import type { NotificationKind } from "#subjects/notifications/rules/kinds.ts";

/** People whose mails one run queues. */
export const peoplePerRun = 100;

/** Notifies once of each call-back that is due. @returns how many call-backs */
export async function notifyCallbacks(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.query<{ count: number }>("select private.notify_callbacks($1) as count", [
    now.toISOString(),
  ]);
  return rows[0]?.count ?? 0;
}

type DueMail = {
  email: string;
  counts: Partial<Record<NotificationKind, number>>;
  lead_id: string | null;
  alerts: SiteAlert[] | null;
};

/** Queues one mail for each person of what is due: at once, the digest, and what quiet hours held. @returns how many */
export async function mailNotifications(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.query<DueMail>(
    "select email, counts, lead_id, alerts from private.take_notification_mails($1, $2)",
    [now.toISOString(), peoplePerRun],
  );
  for (const { email, counts, lead_id: lead, alerts } of rows) {
    const data = { counts, ...(lead !== null && { lead }), ...(alerts !== null && { alerts }) };
    await queueMail(tx, { to: email, template: "notifications", data });
  }
  return rows.length;
}
