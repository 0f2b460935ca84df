import { formatCount, formatDay, formatEuros } from "#app/ui/format.ts";
import { writeDueLine, writeSetUp } from "#app/ui/schedule-lines.ts";
import { isFunnelOffer } from "#domain/kernel/lead.ts";
import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { milestonesOf } from "#subjects/offers/rules/milestones.ts";
import type { Ordered } from "#subjects/offers/rules/ordered-fragment.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import type { Facts, ToldOrder } from "#subjects/orders/calls/last-order.ts";
import { orderDatesCopy } from "#subjects/orders/words/order-dates.ts";
import { orderTicketCopy } from "#subjects/orders/words/order-ticket.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";

/**
 * An order as its ticket says it, so that the ticket needs none of the rules that say it.
 *
 * @param schedule undefined where today's prices give another one than was agreed: then no amount is said
 */
export function tellOrder(ordered: Omit<Ordered, "amounts">, schedule: PaymentSchedule | undefined): ToldOrder {
  const { offer, volume, isTraining = false } = ordered.purchase;
  const { words, lines, setUp } = schedule ? describeSchedule(schedule) : { words: undefined, lines: [] };
  return {
    offer,
    volume: offerWords[offer].volumeOf(isTraining)?.(formatCount(volume), volume) ?? "",
    due: schedule ? formatEuros(schedule.lines[0].amount.includingTax) : "",
    lines: words ? lines.map((line) => writeDueLine(line, words)) : [],
    ...(words && setUp && writeSetUp(setUp, words)),
    steps: stepsOf(ordered),
  };
}

/** What happens when, beside what is due, which the schedule says. The day of a place at a conference is the page's. */
function stepsOf(ordered: Omit<Ordered, "amounts">): Facts[] {
  const { offer } = ordered.purchase;
  const dated = milestonesOf(ordered, []).flatMap(({ kind, date }): Facts[] =>
    kind === "due" ? [] : [{ date, day: formatDay(date), name: orderDatesCopy.kinds[kind] }],
  );
  return [
    ...dated,
    ...(isFunnelOffer(offer) ? [] : [{ undated: orderTicketCopy.steps.mail }]),
    ...(requestRules[offer].isPlace ? [] : [{ undated: orderDatesCopy.opensWithin(offer) }]),
  ];
}
