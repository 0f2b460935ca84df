import { Box, Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/text.css";
import "#app/ui/link.css";
import "#app/ui/words.css";
import "./call-volume.css";

import { useId, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { VolumeSlider } from "#app/ui/volume-slider.tsx";
import { callVolumeCopy as copy } from "#content/volume-choice.ts";
import {
  duePeriods,
  secretariatPrice,
  type DuePeriod,
  type SecretariatPrice,
} from "#domain/offers/secretariat-price.ts";
import { callSlider, callSliderTiers, chooseCalls } from "#domain/offers/volume-choice.ts";

import { useLinkVolumeSync, withVolume } from "./link-volume-sync.ts";
import { boardFor, LineBoard } from "./line-board.tsx";
import { RateFigure, RatePrice } from "./rate.tsx";

export type CallVolumeProps = {
  /** Address of the funnel, to which the choice travels. */
  funnel: string;
  /** Where one talks about more than the last tier: booking page or mail; without either, the sentence stays. */
  contactHref?: string | undefined;
  hasPromotion: boolean;
};

const tiers = callSliderTiers.map((tier) => tier.callsPerDay);

/** Calls a day on a slider: the tier they fall to, its price, and what is paid when. */
export function CallVolume({ funnel, contactHref, hasPromotion }: CallVolumeProps) {
  const [chosen, setChosen] = useState<number>();
  const titleId = useId();
  const sliderId = useId();

  const calls = chosen ?? callSlider.initial;
  const { tier, isBeyondTiers } = chooseCalls(calls);
  const price = tier && secretariatPrice(tier.callsPerDay);
  useLinkVolumeSync(funnel, chosen === undefined ? undefined : tier?.callsPerDay);

  return (
    <Stack
      as="section"
      background="line-800"
      lg={{ columns: "4fr 8fr" }}
      className="color-on-line rate call-volume dark"
      aria-labelledby={titleId}
    >
      <Row direction="column" padding="cell" lg={{ paddingBlock: 32, rule: "right" }} className="rate-figures">
        <h2 className="plain-title text-body color-on-line-2" id={titleId}>
          {copy.title}
        </h2>
        <Box as="p" marginTop={20}>
          <RateFigure>{formatCount(calls)}</RateFigure> <span className="text-lead color-on-line-2">{copy.unit}</span>
        </Box>
        {price && (
          <output className="text-small strong stretch-mid leading-snug color-white rate-tier" htmlFor={sliderId}>
            {copy.tier(price.callsPerDay)}
            <span className="visually-hidden">, {copy.inWords(formatEuros(price.monthly.excludingTax))}</span>
          </output>
        )}
        <Box as="p" maxWidth="30ch" marginTop={16} marginBottom={24} className="text-small color-on-line-2 balanced">
          {copy.time.before} <strong className="color-white tabular">{copy.time.spent(calls)}</strong> {copy.time.after}
        </Box>
        {price && <Price {...price} />}
      </Row>
      <Box paddingTop={8} paddingInline="cell" paddingBottom="cell" lg={{ paddingBlock: 32 }} className="rate-choice">
        {price && (
          <>
            <LineBoard volume={price.callsPerDay} />
            <Box as="p" marginTop={12} marginBottom={16} className="text-caption color-on-line-2 tabular">
              {copy.board(formatCount(boardFor(price.callsPerDay).lines))}
            </Box>
          </>
        )}
        <VolumeSlider
          {...callSlider}
          id={sliderId}
          value={calls}
          tiers={tiers}
          chosenTier={price?.callsPerDay}
          formatTier={formatCount}
          valueText={valueText(calls, price)}
          labels={copy.labels}
          onChange={setChosen}
        />
        <Box as="p" marginTop={12} className="text-caption color-on-line-2 rate-keys">
          {copy.keys.arrows} <b>{copy.keys.pageUp}</b> {copy.keys.and} <b>{copy.keys.pageDown}</b> {copy.keys.tiers}
        </Box>
        {isBeyondTiers && <Beyond contactHref={contactHref} />}
      </Box>
      {price && (
        <Stack as="ol" rule="top" lg={{ span: "all", columns: 3 }} className="rate-due">
          {duePeriods(price, hasPromotion).map((due) => (
            <Due key={due.period} {...due} />
          ))}
          <Box
            as="li"
            paddingBlock={16}
            paddingInline="cell"
            lg={{ paddingBlock: 24, rule: "left" }}
            className="text-small rate-action"
          >
            <ButtonLink href={withVolume(funnel, price.callsPerDay)}>{copy.choose}</ButtonLink>
          </Box>
        </Stack>
      )}
    </Stack>
  );
}

function valueText(calls: number, price: SecretariatPrice | undefined): string {
  const wish = `${calls} ${copy.unit}`;
  return price
    ? `${wish}, ${copy.tier(price.callsPerDay)}, ${copy.inWords(formatEuros(price.monthly.excludingTax))}`
    : wish;
}

function Price({ monthly, perCallExcludingTax }: SecretariatPrice) {
  return (
    <Box as="p" marginTop="auto" paddingTop={24} rule="top" className="rate-price">
      <RatePrice>{formatEuros(monthly.excludingTax)}</RatePrice>
      <span className="text-lead leading-snug color-on-line-2">
        {copy.price.perMonth} <strong className="color-white tabular">{formatEuros(perCallExcludingTax)}</strong>{" "}
        {copy.price.perCall}
      </span>
    </Box>
  );
}

function Beyond({ contactHref }: { contactHref: string | undefined }) {
  return (
    <Box as="p" marginTop={16} className="text-body color-white">
      {copy.beyond.before}{" "}
      {contactHref === undefined ? (
        copy.beyond.contact
      ) : (
        <a className="text-link strong rate-beyond" href={contactHref}>
          {copy.beyond.contact}
        </a>
      )}
    </Box>
  );
}

function Due({ period, amount }: DuePeriod) {
  return (
    <Stack
      as="li"
      columns="auto 1fr auto"
      rowGap={2}
      columnGap={16}
      align="center"
      paddingBlock={16}
      paddingInline="cell"
      rule="bottom"
      lg={{ columns: "auto 1fr", paddingBlock: 24 }}
      className="text-small leading-snug color-on-line-2"
    >
      <Jack state={period === "thenMonthly" ? "live" : "connected"} />
      <span>{copy.due[period]}</span>
      <b className="text-subtitle tracking-title color-white unbroken tabular">
        {amount ? copy.excludingTax(formatEuros(amount.excludingTax)) : copy.free[period]}
      </b>
    </Stack>
  );
}
