import { functionProblems } from "#content/shared/function-problems.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import * as wire from "#subjects/payments/contract/payments.ts";
import { dayOfSite, readCivilDate } from "#kit/civil-date.ts";
import { failed, ok } from "#kit/result.ts";
import { type ReceivedAmount, scheduleToKeep } from "#subjects/orders/rules/payment-due.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { orderOfReference, submissionReference } from "./payment-reference.ts";

type Asked = ReadOf<typeof wire.attachPaymentCall>;
type Refusal = "unknown_payment" | "unknown_lead" | "attached_elsewhere" | "attachment_settled" | "changed_meanwhile";
type Outcome = "attached" | "detached" | Refusal;

/**
 * `POST /attach-payment`: an administrator says whose payment it is: `{"payment_id", "lead_id"}`. The lead is paid.
 *
 * Said of a payment that has this lead already, it means that its other e-mail or payer is right. Said twice, it
 * counts once. `"undo": true` takes it back.
 */
export const attachPayment = administratorFunction(wire.attachPaymentCall, {
  sentences: functionProblems,
  async act(tx, { context }, asked) {
    const outcome = await (asked.undo ? detach(tx, asked) : attach(tx, context, asked));
    if (outcome === "attached" || outcome === "detached") return ok({ attached: outcome === "attached" });
    const isUnknown = outcome === "unknown_payment" || outcome === "unknown_lead";
    return failed({ status: isUnknown ? 404 : 409, code: outcome } as const);
  },
  answer: (attached) => attached,
});

async function attach(tx: Tx, context: ServerContext, asked: Asked): Promise<Outcome> {
  const schedule = await agreedWith(tx, context, asked);
  const { rows } = await tx.query<{ outcome: Outcome }>("select private.attach_payment($1, $2, $3) as outcome", [
    asked.payment_id,
    asked.lead_id,
    schedule && JSON.stringify(schedule),
  ]);
  return rows[0]?.outcome ?? "unknown_payment";
}

async function detach(tx: Tx, asked: Asked): Promise<Outcome> {
  const { rows } = await tx.query<{ outcome: Outcome }>("select private.detach_payment($1, $2) as outcome", [
    asked.payment_id,
    asked.lead_id,
  ]);
  return rows[0]?.outcome ?? "attachment_settled";
}

type Known = ReceivedAmount["link"] & Pick<ReceivedAmount, "amount" | "currency"> & { paid_on: string | null };

/** What the lead ordered, at the prices of its day or of the payment, from the day of that; undefined where unknown. */
async function agreedWith(tx: Tx, { settings, now }: ServerContext, { payment_id, lead_id }: Asked) {
  const { rows } = await tx.query<Known>(
    `select amount_cents::float8 as amount, currency, link_offer as offer, link_volume as volume, paid_on::text
     from private.payment_events where id = $1`,
    [payment_id],
  );
  const order = await orderOfReference(tx, await submissionReference(tx, lead_id));
  const [payment] = rows;
  if (!payment || !order) return undefined;
  const { amount, currency, offer, volume, paid_on } = payment;
  const day = readCivilDate(paid_on ?? "") ?? dayOfSite(settings, now());
  const terms = { day, offers: settings.site.offers };
  return scheduleToKeep({ amount, currency, link: { offer, volume } }, order, terms);
}
