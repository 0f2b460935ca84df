import { Box, Stack } from "#app/ui/layout.tsx";
import type { ReactNode } from "react";

/** What has one thing to say or to ask, beside a drawing of the switchboard. */
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
        <path d="M140 170C150 560 380 540 380 330" className="cord" strokeWidth="22" />
        <circle cx="140" cy="170" r="52" fill="currentcolor" className="color-line-100" />
        <circle cx="140" cy="170" r="22" fill="currentcolor" className="color-line-800" />
        <circle cx="380" cy="300" r="100" fill="currentcolor" className="color-line-800" />
        <circle cx="380" cy="300" r="44" fill="currentcolor" className="color-signal" />
      </Box>
    </Stack>
  );
}
