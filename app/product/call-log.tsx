import { Lamp } from "#app/ui/lamp.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, sum, calls } = productExamples.callLog;

/** The calls of a night: what waits for the owner is orange, what is settled is green. */
export function CallLog({ shown }: { shown?: number }) {
  return (
    <ProductFigure title={title} sum={shown === undefined ? sum : undefined}>
      <ol className="text-small leading-snug">
        {calls.slice(0, shown).map(({ at, who, about, outcome, ...call }) => (
          <Row as="li" gap={12} paddingBlock={8} paddingInline={20} rule="top" key={at}>
            <span className="product-time tabular quiet">{at}</span>
            <Row isGrowing isWrapping minWidth={0} columnGap={16} align="center">
              <span className="call-log-caller">
                <b>{who}</b> <span className="quiet">{about}</span>
              </span>
              <Row as="span" gap={12} align="center" className="call-log-outcome">
                <Lamp state={"isDue" in call ? "live" : "connected"} />
                <Box as="span" minWidth={0}>
                  {outcome}
                </Box>
              </Row>
            </Row>
          </Row>
        ))}
      </ol>
    </ProductFigure>
  );
}
