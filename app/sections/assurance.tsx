import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { sayAssurance } from "#content/assurance.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

/** Under the first button: what ordering asks for, when the first money leaves, and how to stop. */
export function Assurance({ purchase }: { purchase: Purchase }) {
  const { card, offers, prices } = useSite();
  const plan = scheduleOf(purchase, { day: useToday(), promotion: offers.promotion, prices });
  if (!plan) return null;
  return (
    <Box as="p" maxWidth="46ch" className="text-small">
      {sayAssurance({ plan, card, say: formatDay })}
    </Box>
  );
}
