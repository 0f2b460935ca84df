import { Box } from "#app/ui/layout.tsx";

import { useId } from "react";

import { StepSlider } from "#app/ui/step-slider.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { useEarlyValue } from "#app/ui/use-early-value.ts";
import { followUpVolumeCopy as copy } from "#subjects/offers/words/volume-choice.ts";
import { followUpTierOf, followUpVolumes, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

import { useLinkVolumeSync } from "./link-volume-sync.ts";
import { placeOn, RateBoard, RateChoice, RateFigure, RateLines, RatePrice } from "./rate.tsx";
import { useKeptChoice } from "./use-kept-choice.ts";
import { BeyondTier, type BoardProps, VolumeOrder } from "./volume-order.tsx";

/** Trainees followed each month, on four steps, with their price. */
export function FollowUpVolume(board: BoardProps) {
  const [chosen, setChosen] = useKeptChoice();
  const sliderId = useId();

  useEarlyValue(sliderId, (index) => Number(index) > 0 && setChosen(Number(index)));

  const volume = followUpVolumes[chosen ?? 0] ?? followUpVolumes[0];
  const tier = followUpTierOf(volume, pricesOn(board, board.today));
  const price = tier ? formatEuros(tier.monthlyExcludingTax) : "";
  useLinkVolumeSync(board.funnel, chosen === undefined ? undefined : volume);

  return (
    <RateBoard
      title={copy.title}
      figures={
        <>
          <Box as="p" marginTop={20} marginBottom={32}>
            <RateFigure>{formatCount(volume)}</RateFigure>{" "}
            <span className="text-lead color-on-line-2">{copy.unit}</span>
          </Box>
          <Box as="p" marginTop="auto" paddingTop={24} rule="top" className="rate-price">
            <RatePrice>{price}</RatePrice>
            <span className="text-lead leading-snug color-on-line-2">
              {copy.perMonth}{" "}
              <strong className="color-white tabular">{tier && formatEuros(pricePerClient(tier))}</strong>{" "}
              {copy.perTrainee}
            </span>
          </Box>
        </>
      }
    >
      <RateChoice>
        <RateLines
          volume={volume}
          caption={copy.board}
          from={placeOn({ min: 0, max: followUpVolumes.length - 1 }, chosen)}
        />
        <StepSlider
          name={sliderId}
          label={copy.labels.slider}
          steps={followUpVolumes.map(formatCount)}
          index={chosen ?? 0}
          valueText={`${volume} ${copy.unit}, ${copy.inWords(price)}`}
          previousLabel={copy.labels.previous}
          nextLabel={copy.labels.next}
          onChange={setChosen}
        />
        <BeyondTier>{copy.over}</BeyondTier>
      </RateChoice>
      <VolumeOrder
        isChosen={chosen !== undefined}
        board={board}
        purchase={{ offer: "suiviclient", volume, isTraining: true }}
        copy={copy}
      />
    </RateBoard>
  );
}
