import "#app/ui/text.css";
import "#app/ui/link.css";
import "#app/ui/words.css";
import "./call-volume.css";
import "./rate.css";

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
    <section className="rate call-volume dark" aria-labelledby={titleId}>
      <div className="rate-figures">
        <h2 className="text-body" id={titleId}>
          {copy.title}
        </h2>
        <p className="rate-wish">
          <b className="tabular">{formatCount(calls)}</b> <span className="text-lead">{copy.unit}</span>
        </p>
        {price && (
          <output className="text-small rate-tier" htmlFor={sliderId}>
            {copy.tier(price.callsPerDay)}
            <span className="visually-hidden">, {copy.inWords(formatEuros(price.monthly.excludingTax))}</span>
          </output>
        )}
        <p className="text-small rate-note">
          {copy.time.before} <strong className="tabular">{copy.time.spent(calls)}</strong> {copy.time.after}
        </p>
        {price && <Price {...price} />}
      </div>
      <div className="rate-choice">
        {price && (
          <>
            <LineBoard volume={price.callsPerDay} />
            <p className="text-caption rate-caption tabular">
              {copy.board(formatCount(boardFor(price.callsPerDay).lines))}
            </p>
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
        <p className="text-caption rate-keys">
          {copy.keys.arrows} <b>{copy.keys.pageUp}</b> {copy.keys.and} <b>{copy.keys.pageDown}</b> {copy.keys.tiers}
        </p>
        {isBeyondTiers && <Beyond contactHref={contactHref} />}
      </div>
      {price && (
        <ol className="rate-due">
          {duePeriods(price, hasPromotion).map((due) => (
            <Due key={due.period} {...due} />
          ))}
          <li className="text-small rate-action">
            <ButtonLink href={withVolume(funnel, price.callsPerDay)}>{copy.choose}</ButtonLink>
          </li>
        </ol>
      )}
    </section>
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
    <p className="rate-price">
      <b className="tabular">{formatEuros(monthly.excludingTax)}</b>
      <span className="text-lead">
        {copy.price.perMonth} <strong className="tabular">{formatEuros(perCallExcludingTax)}</strong>{" "}
        {copy.price.perCall}
      </span>
    </p>
  );
}

function Beyond({ contactHref }: { contactHref: string | undefined }) {
  return (
    <p className="text-body rate-beyond">
      {copy.beyond.before}{" "}
      {contactHref === undefined ? (
        copy.beyond.contact
      ) : (
        <a className="text-link" href={contactHref}>
          {copy.beyond.contact}
        </a>
      )}
    </p>
  );
}

function Due({ period, amount }: DuePeriod) {
  return (
    <li className="text-small">
      <Jack state={period === "thenMonthly" ? "live" : "connected"} />
      <span>{copy.due[period]}</span>
      <b className="text-subtitle tabular">
        {amount ? copy.excludingTax(formatEuros(amount.excludingTax)) : copy.free[period]}
      </b>
    </li>
  );
}
