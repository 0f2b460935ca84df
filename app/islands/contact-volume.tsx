import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useId } from "react";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { JackBoard } from "#app/ui/jack-board.tsx";
import { VolumeSlider } from "#app/ui/volume-slider.tsx";
import { contactVolumeCopy as copy } from "#subjects/offers/words/volume-choice.ts";
import {
  contactSlider,
  marketingPrice,
  marketingVolumes,
  nearestMarketingVolume,
} from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

import { useLinkVolumeSync } from "./link-volume-sync.ts";
import { placeOn, RateFigure, RatePrice } from "./rate.tsx";
import { useKeptChoice } from "./use-kept-choice.ts";
import { BeyondTier, type BoardProps, VolumeOrder } from "./volume-order.tsx";

/** The board: one column for each step of the slider. */
const columns = contactSlider.max / contactSlider.step;
const rows = 8;

/** Contacts a month on a slider: the volume they fall to, and its price. */
export function ContactVolume(board: BoardProps) {
  const [chosen, setChosen] = useKeptChoice();
  const titleId = useId();
  const sliderId = useId();

  const contacts = chosen ?? contactSlider.initial;
  const volume = nearestMarketingVolume(contacts);
  const prices = pricesOn(board, board.today);
  const price = formatEuros(marketingPrice(volume, prices));
  const litColumns = volume / contactSlider.step;
  useLinkVolumeSync(board.funnel, chosen === undefined ? undefined : volume);

  return (
    <Stack
      as="section"
      alignContent="between"
      padding="cell"
      background="line-800"
      lg={{ padding: 40 }}
      className="color-on-line rate contact-volume dark"
      aria-labelledby={titleId}
    >
      <Row justify="between" align="end" isWrapping rowGap={20} columnGap={32} marginBottom={24}>
        <div>
          <h2 className="plain-title text-body color-on-line-2" id={titleId}>
            {copy.title}
          </h2>
          <Box as="p" marginTop={2}>
            <RateFigure>{formatCount(contacts)}</RateFigure>
          </Box>
          <output className="text-small strong stretch-mid leading-snug color-white rate-tier" htmlFor={sliderId}>
            {/* What changes is alone in its element: a translated page keeps the text of one that has neighbours. */}
            <span>{copy.tier(volume)}</span>
            <span className="visually-hidden">{`, ${copy.inWords(price)}`}</span>
          </output>
        </div>
        <p className="rate-price">
          <RatePrice>{price}</RatePrice>
          <span className="text-lead leading-snug color-on-line-2">{copy.perMonth}</span>
        </p>
      </Row>
      <JackBoard
        width={columns}
        height={rows}
        litIn={(column) => (column < litColumns ? rows : 0)}
        from={placeOn(contactSlider, chosen)}
      />
      <Box as="p" marginTop={12} marginBottom={16} className="text-caption color-on-line-2">
        {copy.board}
      </Box>
      <VolumeSlider
        {...contactSlider}
        id={sliderId}
        value={contacts}
        tiers={marketingVolumes}
        chosenTier={volume}
        formatTier={formatCount}
        valueText={`${contacts} ${copy.unit}, ${copy.tier(volume)}, ${copy.inWords(price)}`}
        labels={copy.labels}
        onChange={setChosen}
      />
      <BeyondTier>{copy.over}</BeyondTier>
      <Box as="p" marginTop={12} marginBottom={24} className="text-small color-on-line-2">
        {copy.perContact(formatEuros(prices.marketing))}
      </Box>
      <VolumeOrder
        isChosen={chosen !== undefined}
        board={board}
        purchase={{ offer: "marketing", volume }}
        copy={copy}
        isNarrow
      />
    </Stack>
  );
}
