import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./follow-up-volume.css";
import "./rate.css";

import { useId, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { StepSlider } from "#app/ui/form/step-slider.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { useEarlyValue } from "#app/ui/use-early-value.ts";
import { followUpVolumeCopy as copy } from "#content/volume-choice.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { pricePerClient } from "#domain/offers/volume-choice.ts";

import { useLinkVolumeSync, withVolume } from "./link-volume-sync.ts";
import { boardFor, LineBoard } from "./line-board.tsx";

/** Address of the funnel, to which the choice travels. */
export type FollowUpVolumeProps = { funnel: string };

/** Trainees followed each month, on four steps, with their price. */
export function FollowUpVolume({ funnel }: FollowUpVolumeProps) {
  const [chosen, setChosen] = useState<number>();
  const titleId = useId();
  const sliderId = useId();

  useEarlyValue(sliderId, (index) => Number(index) > 0 && setChosen(Number(index)));

  const tier = followUpTiers[chosen ?? 0] ?? followUpTiers[0];
  const volume = tier.activeClientsPerMonth;
  const price = formatEuros(tier.monthlyExcludingTax);
  useLinkVolumeSync(funnel, chosen === undefined ? undefined : volume);

  return (
    <section className="rate follow-up-volume dark" aria-labelledby={titleId}>
      <div className="rate-figures">
        <h2 className="text-body" id={titleId}>
          {copy.title}
        </h2>
        <p className="rate-wish">
          <b className="tabular">{formatCount(volume)}</b> <span className="text-lead">{copy.unit}</span>
        </p>
        <p className="rate-price">
          <b className="tabular">{price}</b>
          <span className="text-lead">
            {copy.perMonth} <strong className="tabular">{formatEuros(pricePerClient(tier))}</strong> {copy.perTrainee}
          </span>
        </p>
      </div>
      <div className="rate-choice">
        <LineBoard volume={volume} />
        <p className="text-caption rate-caption tabular">{copy.board(formatCount(boardFor(volume).lines))}</p>
        <StepSlider
          name={sliderId}
          label={copy.labels.slider}
          steps={followUpTiers.map((tier) => formatCount(tier.activeClientsPerMonth))}
          index={chosen ?? 0}
          valueText={`${volume} ${copy.unit}, ${copy.inWords(price)}`}
          previousLabel={copy.labels.previous}
          nextLabel={copy.labels.next}
          onChange={setChosen}
        />
      </div>
      <Row align="center" justify="between" isWrapping className="rate-way follow-up-way">
        <p>{copy.trial}</p>
        <ButtonLink href={withVolume(funnel, volume)}>{copy.choose}</ButtonLink>
      </Row>
    </section>
  );
}
