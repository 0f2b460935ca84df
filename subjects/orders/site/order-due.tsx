import { Box } from "#app/ui/layout.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import type { OrderSite } from "./order-site.ts";

type Props = Pick<OrderSite, "today" | "prices"> & { purchase: Purchase; note?: string };

/** What is paid when, above the button that orders it. */
export function OrderDue({ purchase, note, ...site }: Props) {
  const { today } = site;
  const schedule = scheduleOf(purchase, { day: today, prices: pricesOn(site, today) });
  if (!schedule) return null;
  return (
    <Box marginTop={32} rule="bottom">
      <PaymentSchedule {...describeSchedule(schedule, today)} />
      {note !== undefined && (
        <Box as="p" paddingBottom={12} className="text-small quiet">
          {note}
        </Box>
      )}
    </Box>
  );
}
