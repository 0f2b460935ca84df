import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import type { ConferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { SeatPlan } from "./seat-plan.tsx";
import type { CivilDate } from "#kit/civil-date.ts";

type Props = ConferencesCopy["hero"] & {
  heldOn: CivilDate;
  /** "2", "décembre 2025" */
  day: { number: string; monthAndYear: string };
  place: string;
  hours: string;
  price: string;
  /** How many the room holds, where it is known. */
  seats: number | undefined;
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
  seats,
  seatPlan,
  label,
  action,
  formAnchor,
}: Props) {
  return (
    <Box background="line-800" className="color-on-line dark outer">
      <Stack tablet={{ columns: "7fr 5fr" }} className="frame">
        <Row direction="column" justify="between" gap={24} paddingBlock="block-large" paddingInline="cell">
          <Stack gap={16} justify="start">
            {label !== undefined && <p className="pill">{label}</p>}
            <h1 className="page-title text-headline color-white conference-title">
              {title[0]}
              <br />
              {title[1]}
            </h1>
          </Stack>
          <Stack gap={24} justify="start">
            <Box as="p" maxWidth="46ch" className="lead">
              {lead}
            </Box>
            <ButtonLink href={`#${formAnchor}`} isWrapping>
              {action}
            </ButtonLink>
          </Stack>
        </Row>
        <Stack
          gap={24}
          alignContent="between"
          padding="cell"
          rule="top"
          tablet={{ rule: "left" }}
          className="color-white conference-day"
        >
          <p className="text-heading strong stretch-mid tracking-title leading-tight">
            <time dateTime={heldOn}>
              <b className="text-conference-day block stretch-full tracking-giant leading-figure color-signal">
                {day.number}
              </b>{" "}
              <span>{day.monthAndYear}</span>
            </time>
            <span>, {place}</span>
          </p>
          {seats !== undefined && (
            <figure>
              <SeatPlan seats={seats} className="seat-plan" />
              <figcaption className="caption">{seatPlan(seats)}</figcaption>
            </figure>
          )}
          <dl className="tabular">
            <Fact name={facts.place}>{place}</Fact>
            <Fact name={facts.hours}>{hours}</Fact>
            <Fact name={facts.price}>{price}</Fact>
          </dl>
        </Stack>
      </Stack>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Row gap={16} justify="between" paddingBlock={12} rule="top" className="text-small">
      <dt className="color-on-line-2">{name}</dt>
      <dd className="strong right-aligned">{children}</dd>
    </Row>
  );
}
