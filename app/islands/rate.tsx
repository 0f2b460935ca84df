import { type ReactNode, useId } from "react";

import { formatCount } from "#app/ui/format.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { boardFor, LineBoard } from "./line-board.tsx";

type RateBoardParts = {
  title: string;
  /** What the volume comes to, below the title. */
  figures: ReactNode;
  /** Where it is chosen, and the way on: beside the figures and below both. */
  children: ReactNode;
  className?: string;
};

/** A volume with its price, beside the slider that chooses it. */
export function RateBoard({ title, figures, children, className }: RateBoardParts) {
  const titleId = useId();
  return (
    <Stack
      as="section"
      background="line-800"
      tablet={{ columns: "4fr 8fr" }}
      className={["color-on-line rate", className, "dark"].filter(Boolean).join(" ")}
      aria-labelledby={titleId}
    >
      <Row
        direction="column"
        padding="cell"
        tablet={{ rule: "right" }}
        lg={{ paddingBlock: 32 }}
        className="rate-figures"
      >
        <h2 className="plain-title text-body color-on-line-2" id={titleId}>
          {title}
        </h2>
        {figures}
      </Row>
      {children}
    </Stack>
  );
}

export function RateChoice({ children }: { children: ReactNode }) {
  return (
    <Box
      paddingTop={8}
      paddingInline="cell"
      paddingBottom="cell"
      tablet={{ paddingTop: 20 }}
      lg={{ paddingBlock: 32 }}
      minWidth={0}
    >
      {children}
    </Box>
  );
}

/** Where the handle of a slider is, from 0 to 1; undefined until it is moved. */
export function placeOn({ min, max }: { min: number; max: number }, value: number | undefined): number | undefined {
  return value === undefined ? undefined : (value - min) / (max - min);
}

type RateLinesProps = {
  volume: number;
  caption: (lines: string) => string;
  /** Where the handle is, from 0 to 1, once it was moved. */
  from?: number | undefined;
};

/** As many jacks lit as the volume, and how many there are. */
export function RateLines({ volume, caption, from }: RateLinesProps) {
  return (
    <>
      <LineBoard volume={volume} from={from} />
      <Box as="p" marginTop={12} marginBottom={16} className="text-caption color-on-line-2 tabular">
        {caption(formatCount(boardFor(volume).lines))}
      </Box>
    </>
  );
}

/** The volume wished for, as large as a title. */
export function RateFigure({ children }: { children: ReactNode }) {
  return <b className="text-title block tracking-display leading-tight color-white tabular">{children}</b>;
}

/** Its price: the largest thing there. */
export function RatePrice({ children }: { children: ReactNode }) {
  return (
    <Box as="b" marginBottom={12} className="block tracking-giant leading-figure unbroken color-signal tabular">
      {children}
    </Box>
  );
}
