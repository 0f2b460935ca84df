import { formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import type { DayWindow } from "#kit/civil-date.ts";
import { secretariatPromotion } from "#subjects/offers/rules/secretariat/promotion.ts";

/** What the sentences of the promotion are filled with. */
export function promotionAmounts(window: DayWindow) {
  return {
    until: formatDayOfYear(window.to),
    secondMonth: formatEuros(secretariatPromotion.secondMonthExcludingTax),
    setUpInsteadOf: formatEuros(secretariatPromotion.setUpInsteadOf),
  };
}
