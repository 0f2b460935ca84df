import { formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import type { DayWindow } from "#kit/civil-date.ts";
import type { Prices } from "#domain/site/prices.ts";

/** What the sentences of the promotion are filled with. */
export function promotionAmounts(window: DayWindow, { secondMonth, setUp }: Prices) {
  return {
    until: formatDayOfYear(window.to),
    secondMonth: formatEuros(secondMonth),
    setUpInsteadOf: formatEuros(setUp),
  };
}
