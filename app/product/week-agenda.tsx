import { Jack } from "#app/ui/jack.tsx";
import { Box, Cells, Row, Stack } from "#app/ui/layout.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, sum, filled, days } = productExamples.week;

/** Five days: the slots that the assistant filled are plugged in, the others were there. */
export function WeekAgenda({ isWide = false }: { isWide?: boolean }) {
  return (
    <ProductFigure title={title} sum={sum}>
      <Cells as="ol" rule="top" lg={{ columns: isWide ? 5 : 1 }} className="text-small leading-snug">
        {days.map(({ name, slots }) => (
          <Stack
            as="li"
            columns="4.5rem 1fr"
            gap={12}
            align="start"
            paddingBlock={12}
            paddingInline={20}
            {...(isWide && { lg: { columns: 1, alignContent: "start", padding: 12 } })}
            key={name}
          >
            <Box as="b" paddingBlock={8}>
              {name}
            </Box>
            <Stack as="ol" gap={4}>
              {slots.map(({ at, what, ...slot }) => {
                const isFilled = "isFilled" in slot;
                return (
                  <Row
                    as="li"
                    gap={12}
                    align="center"
                    padding={8}
                    radius="sm"
                    background={isFilled ? "line-100" : "canvas"}
                    className={isFilled ? "color-line-800" : "quiet"}
                    key={at}
                  >
                    <Jack state={isFilled ? "connected" : "idle"} />
                    <span>
                      <span className={isWide ? "agenda-time tabular" : "tabular"}>{at}</span>{" "}
                      <b className={isFilled ? undefined : "regular"}>{what}</b>
                      {isFilled && <span className="visually-hidden">, {filled}</span>}
                    </span>
                  </Row>
                );
              })}
            </Stack>
          </Stack>
        ))}
      </Cells>
    </ProductFigure>
  );
}
