import { Jack } from "#app/ui/jack.tsx";
import { Box, Cells, Row, Stack } from "#app/ui/layout.tsx";

import type { ClosingCopy } from "#subjects/offers/words/closing/closing.ts";

type Props = Pick<ClosingCopy, "figure" | "stages"> & { simultaneous: string };

/** How many calls at once, what the law says of it, and what becomes of each call. */
export function ClosingFigure({ figure, stages, simultaneous }: Props) {
  return (
    <section className="section giant closing-figure">
      <h2>
        {figure.upTo} <b>{simultaneous}</b>{" "}
        <span className="block">
          {figure.unit} <small className="block closing-law">{figure.law}</small>
        </span>
      </h2>
      <p className="lead">{figure.lead}</p>
      <div className="giant-matter">
        <Cells as="ol" rule="top" md={{ columns: 2 }} lg={{ columns: 4 }}>
          {stages.map(({ when, name, text }, index) => (
            <Stack as="li" gap={8} alignContent="start" padding="cell" lg={{ paddingBlock: 40 }} key={name}>
              <Row as="p" gap={12} align="center" className="text-small faint">
                <Jack state={index === stages.length - 1 ? "live" : "connected"} />
                {when}
              </Row>
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
