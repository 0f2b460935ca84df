import { Box } from "#app/ui/layout.tsx";

import { useId } from "react";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { VolumeSlider } from "#app/ui/volume-slider.tsx";
import { callVolumeCopy as copy } from "#subjects/offers/words/volume-choice.ts";
import {
  callsUnchosen,
  pricePerCall,
  type SecretariatTier,
  secretariatTierOf,
} from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { callSlider, callSliderVolumes, chooseCalls } from "#subjects/offers/rules/secretariat/call-choice.ts";

import { useLinkVolumeSync, withVolume } from "./link-volume-sync.ts";
import { placeOn, RateBoard, RateChoice, RateFigure, RateLines, RatePrice } from "./rate.tsx";
import { useKeptChoice } from "./use-kept-choice.ts";
import { BeyondTier, type BoardProps, VolumeOrder } from "./volume-order.tsx";

/** Calls a day on a slider: the tier they fall to, its price, and what is paid when. */
export function CallVolume(board: BoardProps) {
  const [chosen, setChosen] = useKeptChoice();
  const sliderId = useId();
  const keysId = useId();

  const calls = chosen ?? callSlider.initial;
  const { volume, isBeyondTiers } = chooseCalls(calls);
  const prices = pricesOn(board, board.today);
  const tier = volume === undefined ? undefined : secretariatTierOf(volume, prices);
  const spent = copy.time.spent(calls);
  useLinkVolumeSync(board.funnel, chosen === undefined ? undefined : tier?.callsPerDay);

  return (
    <RateBoard
      title={copy.title}
      className="call-volume"
      figures={
        <>
          <Box as="p" marginTop={20}>
            <RateFigure>{formatCount(calls)}</RateFigure> <span className="text-lead color-on-line-2">{copy.unit}</span>
          </Box>
          {tier && (
            <output
              className="text-small strong stretch-mid leading-snug color-white balanced rate-tier"
              htmlFor={sliderId}
            >
              {/* What changes is alone in its element: a translated page keeps the text of one that has neighbours. */}
              <span>{copy.tier(tier.callsPerDay)}</span>
              <span className="visually-hidden">{`, ${copy.inWords(formatEuros(tier.monthlyExcludingTax))}`}</span>
            </output>
          )}
          <Box as="p" maxWidth="30ch" marginTop={16} marginBottom={24} className="text-small color-on-line-2 balanced">
            {copy.time.before} <strong className="color-white tabular">{spent.time}</strong> <span>{spent.after}</span>
          </Box>
          {tier && <Price tier={tier} />}
        </>
      }
    >
      <RateChoice>
        {tier && <RateLines volume={tier.callsPerDay} caption={copy.board} from={placeOn(callSlider, chosen)} />}
        <VolumeSlider
          {...callSlider}
          id={sliderId}
          value={calls}
          tiers={callSliderVolumes}
          chosenTier={tier?.callsPerDay}
          formatTier={formatCount}
          valueText={valueText(calls, tier)}
          describedBy={keysId}
          labels={copy.labels}
          onChange={setChosen}
        />
        <Box as="p" marginTop={12} className="text-caption color-on-line-2 rate-keys" id={keysId}>
          {copy.keys.arrows} <b>{copy.keys.pageUp}</b> {copy.keys.and} <b>{copy.keys.pageDown}</b> {copy.keys.tiers}
        </Box>
        <Smallest funnel={board.funnel} tier={secretariatTierOf(callsUnchosen, prices)} />
        <BeyondTier>{copy.over}</BeyondTier>
        {isBeyondTiers && <Beyond contactHref={board.contactHref} />}
      </RateChoice>
      {tier && (
        <VolumeOrder
          isChosen={chosen !== undefined}
          board={board}
          purchase={{ offer: "secretariat", volume: tier.callsPerDay }}
          copy={copy}
        />
      )}
    </RateBoard>
  );
}

function valueText(calls: number, tier: SecretariatTier | undefined): string {
  const wish = `${calls} ${copy.unit}`;
  return tier
    ? `${wish}, ${copy.tier(tier.callsPerDay)}, ${copy.inWords(formatEuros(tier.monthlyExcludingTax))}`
    : wish;
}

/** The one tier out of the slider's reach. */
function Smallest({ funnel, tier }: { funnel: string; tier: SecretariatTier | undefined }) {
  if (!tier) return null;
  const { callsPerDay, monthlyExcludingTax } = tier;
  return (
    <Box as="p" marginTop={16} className="text-body">
      <a className="text-link finger-link color-white" href={withVolume(funnel, callsPerDay)}>
        {copy.smallest(callsPerDay, formatEuros(monthlyExcludingTax))}
      </a>
    </Box>
  );
}

function Price({ tier }: { tier: SecretariatTier }) {
  return (
    <Box as="p" marginTop="auto" paddingTop={24} rule="top" className="rate-price">
      <RatePrice>{formatEuros(tier.monthlyExcludingTax)}</RatePrice>
      <span className="text-lead leading-snug color-on-line-2">
        {copy.price.perMonth} <strong className="color-white tabular">{formatEuros(pricePerCall(tier))}</strong>{" "}
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
        <a className="text-link finger-link" href={contactHref}>
          {copy.beyond.contact}
        </a>
      )}
    </Box>
  );
}
