import type { ReactNode } from "react";

import { Box, Row } from "#app/ui/layout.tsx";

export const volumeTitleClasses = "volume-title text-body strong stretch-full leading-snug tracking-text";

/** A volume, and what it costs. */
export function VolumeFigures({ children }: { children: ReactNode }) {
  return (
    <Row gap={16} align="end" justify="between" paddingTop={8} paddingBottom={16} className="volume-figures">
      {children}
    </Row>
  );
}

type FigureProps = { figure: string; note: string; isPrice?: boolean };

export function VolumeFigure({ figure, note, isPrice }: FigureProps) {
  return (
    <div className={isPrice ? "right-aligned tabular" : "tabular"}>
      <Box
        as="b"
        className={
          isPrice
            ? "color-signal-text block text-title leading-display tracking-display unbroken"
            : "color-ink block text-title leading-display tracking-display unbroken"
        }
      >
        {figure}
      </Box>
      <Box
        as="span"
        marginTop={8}
        className={
          isPrice ? "block text-small leading-snug quiet balanced" : "block text-small leading-snug quiet unbroken"
        }
      >
        {note}
      </Box>
    </div>
  );
}
