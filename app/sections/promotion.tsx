import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Box } from "#app/ui/layout.tsx";
import { promotionCopy } from "#subjects/offers/words/secretariat/promotion.ts";
import { isWithin } from "#kit/civil-date.ts";

import { promotionAmounts } from "./promotion-amounts.ts";

/** The terms of the promotion, while it lasts. */
export function Promotion() {
  const { offers, prices } = useSite();
  const { promotion } = offers;
  const today = useToday();
  if (!isWithin(promotion, today)) return null;

  const { until, terms, scope } = promotionCopy.pricing(promotionAmounts(promotion, prices));
  return (
    <Box
      paddingBlock={12}
      paddingInline="cell"
      rule="top"
      tablet={{ paddingBlock: 24 }}
      className="quiet text-small leading-snug"
    >
      <Box as="p" maxWidth="56ch">
        <b className="color-ink">{until}</b> {terms} {scope}
      </Box>
    </Box>
  );
}
