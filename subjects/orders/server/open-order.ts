import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { emptyAnswers, stateVersion } from "#subjects/funnel/rules/answers.ts";
import { offerRules } from "#subjects/funnel/rules/offer-rules.ts";
import { answersOfProfile } from "#subjects/funnel/rules/profile-answers.ts";
import { retention } from "#domain/site/retention.ts";
import { durationMs } from "#kit/duration.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";

type Order = {
  email: string;
  contact: object;
  answers: object;
  is_paid: boolean;
  /** When a mail last left for the order with this link. */
  linked_at: Date;
};

const lifeMs = durationMs(retention.resumeLink);

/**
 * An order that was sent, as the stored state of its funnel, at the summary and under its own reference: what is paid
 * there is this order. Any bearer of the link reads its answers, as with the link that carries them.
 *
 * Thirty days after the last mail about it a link opens nothing: its funnel, which is shown, gives another one.
 *
 * @returns `link_unusable` where the order is gone, erased or of another funnel, `order_paid` once nothing is left to
 * do
 */
export async function openOrder(
  context: ServerContext,
  funnel: FunnelOffer,
  reference: string,
  now: Date,
): Promise<Result<object, OrderProblem>> {
  const order = await readOrder(context, funnel, reference);
  if (!order.ok) return order;
  if (isLate(order.value, now)) return failed({ status: 409, code: "link_late" });
  const { email, contact, answers } = order.value;
  const read = { ...emptyAnswers, ...answersOfProfile({ ...contact, ...answers }), email };
  const { volumeField } = offerRules[funnel];
  const volume = (volumeField && read[volumeField]) || null;
  const { callConsent: _calls, reminderConsent: _reminder, ...given } = read;
  return ok({ ...given, volume, funnel, version: stateVersion, step: 5, idempotencyKeys: { [funnel]: reference } });
}

export type OrderProblem = { status: 400 | 409; code: "link_unusable" | "order_paid" | "link_late" };

function readOrder(
  { db }: ServerContext,
  funnel: FunnelOffer,
  reference: string,
): Promise<Result<Order, OrderProblem>> {
  return db.asServer((tx) => findOrder(tx, funnel, reference));
}

async function findOrder(tx: Tx, funnel: FunnelOffer, reference: string): Promise<Result<Order, OrderProblem>> {
  const { rows } = await tx.query<Order>(
    `select submission.email, submission.contact, submission.answers,
       lead.payment_status as is_paid,
       greatest(submission.created_at, (
         select max(created_at) from private.deliveries
         where lead_id = lead.id and event in ('mail.lead-received', 'mail.order-reminder'))) as linked_at
     from private.submissions as submission
     join public.leads as lead on lead.id = submission.lead_id
     where submission.idempotency_key = $1 and submission.form = $2 and not submission.is_suspect`,
    [reference, funnel],
  );
  const [order] = rows;
  if (!order) return failed({ status: 400, code: "link_unusable" });
  return order.is_paid ? failed({ status: 409, code: "order_paid" }) : ok(order);
}

function isLate({ linked_at: linkedAt }: Order, now: Date): boolean {
  return now.getTime() - linkedAt.getTime() > lifeMs;
}
