import { Box, Cells, Stack } from "#app/ui/layout.tsx";

import type { ClosingCopy } from "#subjects/offers/words/closing/closing.ts";

type Props = Pick<ClosingCopy, "figure" | "stages"> & { simultaneous: string };

/** How many calls at once, what the law says of it, and what becomes of each call. */
export function ClosingFigure({ figure, stages, simultaneous }: Props) {
  return (
    <section className="section giant closing-figure">
      <h2>
        {figure.upTo} <b>{simultaneous}</b> <span className="block">{figure.unit}</span>
      </h2>
      <p className="lead">
        <strong className="color-ink">{figure.law}</strong> {figure.lead}
      </p>
      <div className="giant-matter">
        <Cells as="ol" rule="top" md={{ columns: 2 }} lg={{ columns: 4 }} className="closing-stages">
          {stages.map(({ when, name, text }) => (
            <Stack as="li" gap={8} alignContent="start" padding="cell" lg={{ paddingBlock: 40 }} key={name}>
              <i aria-hidden="true" />
              <span className="text-small faint">{when}</span>
              <h3>{name}</h3>
              <Box as="p" maxWidth="36ch" className="quiet">
                {text}
              </Box>
            </Stack>
          ))}
        </Cells>
      </div>
    </section>
  );
}
