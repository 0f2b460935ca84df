import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { orderedFragmentOf } from "#subjects/offers/rules/ordered-fragment.ts";
import { scheduleOf, type ScheduleTerms } from "#subjects/offers/rules/schedule.ts";
import { keepLastOrder, type LastOrder } from "#subjects/orders/calls/last-order.ts";

import { tellOrder } from "./told-order.ts";

/** For the pages after its payment. */
export function keepOrder(
  purchase: Purchase | undefined,
  terms: ScheduleTerms,
  payer: Pick<LastOrder, "reference" | "firstName" | "email">,
): void {
  const schedule = purchase && scheduleOf(purchase, terms);
  if (!schedule) return;
  const told = tellOrder({ purchase, day: schedule.lines[0].date }, schedule);
  keepLastOrder({ ordered: orderedFragmentOf(purchase, schedule), told, ...payer });
}
