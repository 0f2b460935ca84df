import "#app/ui/text.css";
import "./rate.css";

import type { ReactNode } from "react";

import { Box } from "#app/ui/layout.tsx";

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
