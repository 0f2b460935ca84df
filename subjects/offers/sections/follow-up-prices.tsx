import { Box, Cells, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Rail } from "#app/sections/rail.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import type { followUpPageCopy } from "#subjects/offers/words/offer-pages.ts";
import { describeSchedule, scheduleCopy } from "#subjects/orders/words/schedule.ts";
import { professionalsOnly } from "#content/shared/professionals-only.ts";
import { siteFrame } from "#content/site-frame.ts";
import { followUpTiers, followUpVolumes, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";

type Props = ReturnType<typeof followUpPageCopy>["prices"];

const largestVolume = Math.max(...followUpVolumes);

/** The four tiers, each a row as long as its clients. */
export function FollowUpPrices({ title, lead, ...copy }: Props) {
  const { prices } = useSite();
  return (
    <Rail
      id="tarifs"
      title={title}
      lead={lead}
      aside={
        <>
          <Box as="p" marginTop={16} className="caption">
            {professionalsOnly}
          </Box>
          <Box as="p" marginTop={16}>
            <ArrowLink isTall href={href("/securite-et-donnees")}>
              {siteFrame.security}
            </ArrowLink>
          </Box>
        </>
      }
    >
      <Cells as="ul" rule="top" lg={{ rule: "none" }} className="tabular">
        {followUpTiers(prices).map((tier) => {
          const volume = copy.volume(formatCount(tier.activeClientsPerMonth));
          return (
            <Stack
              as="li"
              columns="1fr auto"
              rowGap={8}
              columnGap={24}
              align="center"
              paddingTop={16}
              paddingInline="cell"
              paddingBottom={4}
              className="client-tier"
              key={tier.activeClientsPerMonth}
            >
              <h3 className="text-subtitle">{volume}</h3>
              <p className="text-small quiet leading-snug right-aligned client-price">
                <b className="text-subtitle color-ink unbroken">{formatEuros(tier.monthlyExcludingTax)}</b>{" "}
                {copy.perMonth}
                <span className="block">{copy.perClient(formatEuros(pricePerClient(tier)))}</span>
              </p>
              <ClientDots clients={tier.activeClientsPerMonth} />
              <ButtonLink
                isSmall
                variant="secondary"
                href={`${href("/inscription-suiviclient")}?volume=${tier.activeClientsPerMonth}`}
                aria-label={`${copy.choose} : ${volume}`}
              >
                {copy.choose}
              </ButtonLink>
              <TierSchedule clients={tier.activeClientsPerMonth} />
            </Stack>
          );
        })}
      </Cells>
    </Rail>
  );
}

/** Folded: four tiers are compared by their price first. */
function TierSchedule({ clients }: { clients: number }) {
  const { prices } = useSite();
  const today = useToday();
  const schedule = scheduleOf({ offer: "suiviclient", volume: clients }, { day: today, prices });
  if (!schedule) return null;
  return (
    <Box as="details" span="all" className="tier-schedule fold">
      <summary className="text-small strong">
        {scheduleCopy.title} <Icon name="down" />
      </summary>
      <PaymentSchedule {...describeSchedule(schedule, today)} isTitled={false} isWide />
    </Box>
  );
}

/** A dot for ten clients, the largest tier across the whole row. */
function ClientDots({ clients }: { clients: number }) {
  return (
    <svg className="client-dots" viewBox={`0 0 ${largestVolume} 10`} aria-hidden="true">
      <pattern id={`clients-${clients}`} width="10" height="10" patternUnits="userSpaceOnUse">
        <circle cx="5" cy="5" r="3.2" />
      </pattern>
      <rect width={clients} height="10" fill={`url(#clients-${clients})`} />
    </svg>
  );
}
