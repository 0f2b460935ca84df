import { ButtonLink } from "#app/ui/button.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

import { talkOf, withVolume } from "./link-volume-sync.ts";

/** What every price board is given by its page. */
export type BoardProps = {
  /** Address of the funnel, to which the choice travels; it may have a query. */
  funnel: string;
  /** Where one talks about what is not sold online: booking page or mail. */
  contactHref?: string | undefined;
  /** The server's day. */
  today: CivilDate;
  /** Of the secretariat. */
  promotion?: DayWindow | undefined;
  /** Those that began, above the first ones. */
  prices?: readonly PriceChange[];
  /** Volumes without a payment link. */
  notSold: readonly number[];
  /** The page that says who keeps what, and how long. */
  security: { href: string; label: string };
};

type Props = {
  board: BoardProps;
  purchase: Purchase;
  /** Until it was, the one orange button is that of the page's first view. */
  isChosen?: boolean;
  copy: { choose: string; talk: { sentence: string; button: string } };
  /** Below a narrow board, which has its own room on either side. */
  isNarrow?: boolean;
};

/** The foot of a board: what the volume costs on which day, how to order it and, where it has no link, to talk. */
export function VolumeOrder({ board, purchase, isChosen = false, copy, isNarrow = false }: Props) {
  const { today, promotion, security } = board;
  const schedule = scheduleOf(purchase, { day: today, promotion, prices: pricesOn(board, today) });
  const talk = talkOf(board, purchase.volume);
  return (
    <Stack
      rule="top"
      span="all"
      tablet={{ columns: "7fr 4fr", columnGap: 16 }}
      lg={{ columns: 1, columnGap: 0 }}
      {...(!isNarrow && { xl: { columns: "9fr 3fr" } })}
      className="rate-order"
    >
      {schedule && !board.notSold.includes(purchase.volume) && (
        <PaymentSchedule
          {...describeSchedule(schedule, today)}
          ground="green"
          isWide={!isNarrow}
          paddingInline={isNarrow ? "none" : "cell"}
        />
      )}
      <Stack
        gap={12}
        alignContent="center"
        paddingBlock={20}
        rule="top"
        tablet={{ rule: "none" }}
        lg={{ rule: "top" }}
        {...(!isNarrow && { paddingInline: "cell", xl: { rule: "left" } })}
      >
        {talk !== undefined && <p className="text-small color-white">{copy.talk.sentence}</p>}
        <ButtonLink href={withVolume(board.funnel, purchase.volume)} variant={isChosen ? "primary" : "secondary"}>
          {copy.choose}
        </ButtonLink>
        {talk !== undefined && (
          <p className="text-small">
            <a className="text-link finger-link color-white" href={talk}>
              {copy.talk.button}
            </a>
          </p>
        )}
        <p className="text-small">
          <a className="text-link finger-link color-white" href={security.href}>
            {security.label}
          </a>
        </p>
      </Stack>
    </Stack>
  );
}

/** Under a slider: what happens above the tier. A telephone says it among the questions. */
export function BeyondTier({ children }: { children: string }) {
  return (
    <Box as="p" marginTop={16} maxWidth="70ch" className="text-small color-on-line-2 hidden-until-tablet">
      <b className="color-white">{beyondTier.title}</b> {children}
    </Box>
  );
}
