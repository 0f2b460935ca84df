import { Row } from "#app/ui/layout.tsx";

import type { HomeCopy } from "#content/home.ts";

type Props = HomeCopy["services"]["offers"]["secretariat"]["chart"];

/** Height of each hour's bar, from midnight. */
const callsByHour = [
  13, 4, 4, 4, 4, 13, 39, 78, 117, 143, 156, 130, 104, 117, 143, 156, 130, 104, 143, 130, 91, 78, 52, 26,
];
const opensAt = 9;
const closesAt = 17;
const floor = 170;

export function HoursChart({ description, hours, note, inside, outside }: Props) {
  return (
    <figure>
      <div className="hours-chart">
        <svg viewBox="0 0 720 171" role="img" aria-label={description}>
          <path d="M270 0h240v170H270z" className="fill-sunken" />
          <path d="M0 170.5h720" className="stroke-line-strong" />
          {callsByHour.map((height, hour) => (
            <rect
              key={hour}
              x={hour * 30 + 5}
              y={floor - height}
              width="20"
              height={height}
              rx="3"
              className={hour >= opensAt && hour < closesAt ? "fill-line-700" : "fill-signal"}
            />
          ))}
        </svg>
        <Row
          justify="between"
          paddingTop={8}
          position="relative"
          className="text-caption quiet hours-axis tabular"
          aria-hidden="true"
        >
          {hours.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </Row>
        <span className="text-caption leading-tight unbroken hours-note hidden-until-xl tabular">{note}</span>
      </div>
      <Row
        as="figcaption"
        isWrapping
        rowGap={8}
        columnGap={24}
        marginTop={16}
        className="text-small quiet hours-legend"
      >
        <Row as="span" gap={8} align="center">
          {inside}
        </Row>
        <Row as="span" gap={8} align="center">
          {outside}
        </Row>
      </Row>
    </figure>
  );
}
