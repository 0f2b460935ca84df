import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";

import { OrderDue } from "./order-due.tsx";

const copy = closingCopy.form.due;

type Props = { calls: number | undefined; today: CivilDate };

/** What so many calls cost, and when; how they are sold while their number is not known. */
export function ClosingDue({ calls, today }: Props) {
  if (calls !== undefined) {
    const note = copy.calls(formatCount(calls), calls);
    return <OrderDue purchase={{ offer: "closing", volume: calls }} today={today} note={note} />;
  }
  return (
    <Box as="p" marginTop={32} className="text-small">
      {copy.inWords(formatEuros(closingOffer.excludingTax))}
    </Box>
  );
}
