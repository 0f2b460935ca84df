import { useId } from "react";

import { Box } from "#app/ui/layout.tsx";
import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

/** From above, each into its jack: one more with each step, until the questions are over. */
const cords = [
  { path: "M110-20C60 90 150 130 125 225", jack: [125, 225] },
  { path: "M210-20C300 90 190 190 225 275", jack: [225, 275] },
  { path: "M330-20C270 60 350 90 325 175", jack: [325, 175] },
] as const;

/** The switchboard beside the form; decorative. */
export function SideIllustration({ step }: { step: FunnelStep }) {
  const pattern = useId();
  const plugged = cords.slice(0, step);
  return (
    <Box
      as="svg"
      width="full"
      marginTop="auto"
      viewBox="0 0 400 360"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden="true"
      className="hidden-until-tablet funnel-side-drawing"
    >
      <pattern id={pattern} width="50" height="50" patternUnits="userSpaceOnUse">
        <circle className="color-line-rule" fill="currentcolor" cx="25" cy="25" r="9" />
        <circle className="color-line-900" fill="currentcolor" cx="25" cy="25" r="4" />
      </pattern>
      <path d="M0 0h400v360H0z" fill={`url(#${pattern})`} />
      {plugged.map(({ path, jack: [x, y] }, index) => {
        const isLive = index === plugged.length - 1;
        return (
          <g key={path} fill="currentcolor" className={isLive ? "color-signal" : "color-line-300"}>
            <path d={path} fill="none" strokeWidth="8" className={isLive ? "cord" : "cord cord-connected"} />
            <circle cx={x} cy={y} r="16" />
            <circle cx={x} cy={y} r="12" className="color-line-800" />
            <circle cx={x} cy={y} r="6" />
          </g>
        );
      })}
    </Box>
  );
}
