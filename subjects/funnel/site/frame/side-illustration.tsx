import { Box } from "#app/ui/layout.tsx";
import { useId } from "react";

import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

type Cord = { isLive: boolean; path: string; ends: [x: number, y: number][] };

/** Cords plugged so far: one more with each step. */
const cordsOfStep: Record<FunnelStep, Cord[]> = {
  1: [
    {
      isLive: true,
      path: "M125 75C125 330 275 330 275 225",
      ends: [
        [125, 75],
        [275, 225],
      ],
    },
  ],
  2: [
    { isLive: false, path: "M75 75C75 300 225 320 225 175", ends: [[75, 75]] },
    {
      isLive: true,
      path: "M225 175C225 340 325 340 325 125",
      ends: [
        [225, 175],
        [325, 125],
      ],
    },
  ],
  3: crossed(),
  4: crossed(),
  5: crossed(),
};

function crossed(): Cord[] {
  return [
    {
      isLive: true,
      path: "M75 25C75 300 275 320 275 125",
      ends: [
        [75, 25],
        [275, 125],
      ],
    },
    {
      isLive: false,
      path: "M175 75C175 340 325 350 325 225",
      ends: [
        [175, 75],
        [325, 225],
      ],
    },
  ];
}

/** The switchboard beside the form; decorative. */
export function SideIllustration({ step }: { step: FunnelStep }) {
  const pattern = useId();
  const cords = cordsOfStep[step];
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
      {cords.map((cord) => (
        <path key={cord.path} d={cord.path} strokeWidth="8" className={cord.isLive ? "cord" : "cord cord-connected"} />
      ))}
      {cords.map((cord) =>
        cord.ends.map(([x, y]) => (
          <g key={`${x} ${y}`} fill="currentcolor" className={cord.isLive ? "color-signal" : "color-line-300"}>
            <circle cx={x} cy={y} r="16" />
            <circle cx={x} cy={y} r="12" className="color-line-800" />
            <circle cx={x} cy={y} r="6" />
          </g>
        )),
      )}
    </Box>
  );
}
