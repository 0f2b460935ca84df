import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { promotionCopy } from "#subjects/offers/words/secretariat/promotion.ts";
import { siteFrame } from "#content/site-frame.ts";
import { isWithin } from "#kit/civil-date.ts";

import { AnnouncementLine } from "./announcement-line.tsx";
import { promotionAmounts } from "./promotion-amounts.ts";

/** One line above the header while the promotion lasts. */
export function Announcement() {
  const { offers, prices } = useSite();
  const { promotion } = offers;
  const today = useToday();
  if (!isWithin(promotion, today)) return null;

  const { until, first, rest } = promotionCopy.announcement(promotionAmounts(promotion, prices));
  return (
    <AnnouncementLine label={siteFrame.announcementLabel}>
      <b className="color-white">{until}</b> {first}
      {/* Beside the ribbon there is no room: the prices say it. */}
      <span className="hidden-until-xl">{rest}</span>.
    </AnnouncementLine>
  );
}
