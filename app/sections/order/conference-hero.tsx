import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/pill.css";
import "#app/ui/words.css";
import "./conference-hero.css";

import { ButtonLink } from "#app/ui/button.tsx";
import type { ConferencesCopy } from "#content/conferences.ts";
import type { CivilDate } from "#domain/kernel/civil-date.ts";

type Props = ConferencesCopy["hero"] & {
  heldOn: CivilDate;
  /** "2", "décembre 2025" */
  day: { number: string; monthAndYear: string };
  place: string;
  hours: string;
  price: string;
  /** Once registration is closed: what is said instead. */
  label: string | undefined;
  action: string;
  formAnchor: string;
};

/** The day is the picture. */
export function ConferenceHero({
  title,
  lead,
  facts,
  heldOn,
  day,
  place,
  hours,
  price,
  label,
  action,
  formAnchor,
}: Props) {
  return (
    <div className="conference-hero dark outer">
      <div className="frame">
        <div className="conference-pitch">
          {label !== undefined && <p className="pill">{label}</p>}
          <h1>
            {title[0]}
            <br />
            {title[1]}
          </h1>
          <p className="lead">{lead}</p>
          <ButtonLink href={`#${formAnchor}`} isWrapping>
            {action}
          </ButtonLink>
        </div>
        <Stack gap={24} className="conference-day">
          <p>
            <time dateTime={heldOn}>
              <b>{day.number}</b> <span>{day.monthAndYear}</span>
            </time>
            <span>, {place}</span>
          </p>
          <dl className="tabular">
            <Row gap={16} justify="between" className="text-small">
              <dt>{facts.place}</dt>
              <dd>{place}</dd>
            </Row>
            <Row gap={16} justify="between" className="text-small">
              <dt>{facts.hours}</dt>
              <dd>{hours}</dd>
            </Row>
            <Row gap={16} justify="between" className="text-small">
              <dt>{facts.price}</dt>
              <dd>{price}</dd>
            </Row>
          </dl>
        </Stack>
      </div>
    </div>
  );
}
