import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

import { OrderDue } from "./order-due.tsx";
import type { OrderSite } from "./order-site.ts";

const copy = closingCopy.form.due;

type Props = Pick<OrderSite, "today" | "prices"> & { calls: number | undefined };

/** What so many calls cost, and when; how they are sold while their number is not known. */
export function ClosingDue({ calls, ...site }: Props) {
  if (calls !== undefined) {
    const note = copy.calls(formatCount(calls), calls);
    return <OrderDue purchase={{ offer: "closing", volume: calls }} note={note} {...site} />;
  }
  return (
    <Box as="p" marginTop={32} className="text-small">
      {copy.inWords(formatEuros(pricesOn(site, site.today).closing))}
    </Box>
  );
}
