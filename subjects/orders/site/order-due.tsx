import { Box } from "#app/ui/layout.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

type Props = { purchase: Purchase; today: CivilDate; note?: string };

/** What is paid when, above the button that orders it. */
export function OrderDue({ purchase, today, note }: Props) {
  const schedule = scheduleOf(purchase, { day: today });
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
