import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./contact-volume.css";
import "./rate.css";

import { useId, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { JackBoard } from "#app/ui/jack-board.tsx";
import { VolumeSlider } from "#app/ui/volume-slider.tsx";
import { contactVolumeCopy as copy } from "#content/volume-choice.ts";
import { marketingPrice, marketingVolumes, nearestMarketingVolume, pricePerContact } from "#domain/offers/marketing.ts";
import { contactSlider } from "#domain/offers/volume-choice.ts";

import { useLinkVolumeSync, withVolume } from "./link-volume-sync.ts";

/** Address of the funnel, to which the choice travels. */
export type ContactVolumeProps = { funnel: string };

/** The board: one column for each step of the slider. */
const columns = contactSlider.max / contactSlider.step;
const rows = 8;

/** Contacts a month on a slider: the volume they fall to, and its price. */
export function ContactVolume({ funnel }: ContactVolumeProps) {
  const [chosen, setChosen] = useState<number>();
  const titleId = useId();
  const sliderId = useId();

  const contacts = chosen ?? contactSlider.initial;
  const volume = nearestMarketingVolume(contacts);
  const price = formatEuros(marketingPrice(volume));
  const litColumns = volume / contactSlider.step;
  useLinkVolumeSync(funnel, chosen === undefined ? undefined : volume);

  return (
    <section className="rate contact-volume dark" aria-labelledby={titleId}>
      <Row justify="between" isWrapping className="contact-figures">
        <div>
          <h2 className="text-body" id={titleId}>
            {copy.title}
          </h2>
          <p className="rate-wish">
            <b className="tabular">{formatCount(contacts)}</b>
          </p>
          <output className="text-small rate-tier" htmlFor={sliderId}>
            {copy.tier(volume)}
            <span className="visually-hidden">, {copy.inWords(price)}</span>
          </output>
        </div>
        <p className="rate-price rate-price-beside">
          <b className="tabular">{price}</b>
          <span className="text-lead">{copy.perMonth}</span>
        </p>
      </Row>
      <JackBoard width={columns} height={rows} lit={`M0 0H${litColumns}V${rows}H0z`} />
      <p className="text-caption rate-caption">{copy.board}</p>
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
      <Row align="center" justify="between" isWrapping className="rate-way rate-way-apart">
        <p>{copy.perContact(formatEuros(pricePerContact))}</p>
        <ButtonLink href={withVolume(funnel, volume)}>{copy.choose}</ButtonLink>
      </Row>
    </section>
  );
}
