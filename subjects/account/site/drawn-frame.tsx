import { Box, Stack } from "#app/ui/layout.tsx";
import type { ReactNode } from "react";

/** What has one thing to say or to ask, beside a drawing: a plug above the jack that it fits. */
export function DrawnFrame({ children }: { children: ReactNode }) {
  return (
    <Stack tablet={{ columns: "7fr 5fr" }} className="frame">
      {children}
      <Box
        as="svg"
        width="full"
        rule="left"
        className="hidden-until-tablet password-drawing"
        viewBox="0 0 520 640"
        preserveAspectRatio="xMidYMid"
        fill="none"
        aria-hidden="true"
      >
        <path d="M410-600V-60C410 90 260 60 260 190" className="cord" strokeWidth="22" />
        <g fill="currentcolor">
          <rect x="222" y="180" width="76" height="118" rx="14" className="color-line-800" />
          <path d="M222 214h76v22h-76z" className="color-signal" />
          <path d="M246 298h28v62a14 14 0 0 1-28 0z" className="color-line-600" />
          <circle cx="260" cy="500" r="100" className="color-line-800" />
          <circle cx="260" cy="500" r="44" className="color-line-100" />
        </g>
      </Box>
    </Stack>
  );
}
