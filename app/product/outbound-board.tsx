import { useId } from "react";

import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, calls, outcomes, sum, hours } = productExamples.outbound;

const columns = 40;
const rows = calls / columns;

/** In the order of the outcomes. */
const fills = ["fill-line-300", "fill-signal", "fill-line-jack", "fill-line-lamp", "fill-line-900"];

const runs = outcomes.map(({ count }, index) => {
  const from = outcomes.slice(0, index).reduce((sum, outcome) => sum + outcome.count, 0);
  return outline(from, from + count);
});

const formatted = new Intl.NumberFormat("fr-FR");

/** A dot for each call of a morning: first those that came to something, last those still to be made. */
export function OutboundBoard({ isShort = false }: { isShort?: boolean }) {
  const id = useId();
  return (
    <ProductFigure title={title} sum={isShort ? undefined : sum} className="outbound-board dark">
      <Box as="svg" viewBox={`0 0 ${columns} ${rows}`} className="outbound-dots" aria-hidden="true">
        <pattern id={id} width="1" height="1" patternUnits="userSpaceOnUse">
          <circle cx=".5" cy=".5" r=".36" className="fill-white" />
        </pattern>
        <mask id={`${id}m`}>
          <path d={`M0 0H${columns}V${rows}H0z`} fill={`url(#${id})`} />
        </mask>
        <g mask={`url(#${id}m)`}>
          {runs.map((run, index) => (
            <path key={fills[index]} d={run} className={fills[index]} />
          ))}
        </g>
      </Box>
      <Stack as="ul" paddingTop={16} paddingInline={20} paddingBottom={12} className="text-small leading-snug">
        {outcomes.map(({ name, count }, index) => (
          <Row as="li" gap={12} align="center" paddingBlock={4} key={name}>
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
              <circle cx="5" cy="5" r="4.5" className={`${fills[index]} stroke-line-jack`} />
            </svg>
            <Box as="span" isGrowing>
              {name}
            </Box>
            <b className="tabular">{formatted.format(count)}</b>
          </Row>
        ))}
      </Stack>
      {!isShort && (
        <Box as="p" paddingBlock={12} paddingInline={20} rule="top" className="text-small color-on-line-2">
          {hours}
        </Box>
      )}
    </ProductFigure>
  );
}

/** Around the dots from one to before another, counted along the rows. */
function outline(from: number, to: number): string {
  const [top, left] = placeOf(from);
  const [bottom, right] = placeOf(to);
  if (top === bottom) return `M${left} ${top}H${right}v1H${left}z`;
  return `M${left} ${top}H${columns}V${bottom}H${right}v1H0V${top + 1}H${left}z`;
}

function placeOf(dot: number): [row: number, column: number] {
  return [Math.floor(dot / columns), dot % columns];
}
