import type { FunnelAnswers } from "#subjects/funnel/rules/answers.ts";
import { purchaseInFunnel } from "#subjects/funnel/rules/offer-rules.ts";
import { type DayWindow, readCivilDate } from "#kit/civil-date.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { orderedFragmentOf } from "#subjects/offers/rules/ordered-fragment.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";

type Known = { [Key in keyof FunnelAnswers]?: unknown };

/** What the page after a payment says of its site, in `data-` attributes: days. */
type PageDays = { today?: string; promotionFrom?: string; promotionTo?: string };

/** What a stored funnel ordered, as the pages after its payment are told; undefined for what is not sold. */
export function orderedHere(offer: FunnelOffer, stored: Known, { today, ...page }: PageDays): string | undefined {
  const day = readCivilDate(today ?? "");
  const purchase = purchaseInFunnel(offer, stored);
  const schedule = day && purchase && scheduleOf(purchase, { day, promotion: promotionOf(page) });
  return schedule && orderedFragmentOf(purchase, schedule);
}

function promotionOf({ promotionFrom = "", promotionTo = "" }: PageDays): DayWindow | undefined {
  const [from, to] = [readCivilDate(promotionFrom), readCivilDate(promotionTo)];
  return from && to && { from, to };
}
