import { Box } from "#app/ui/layout.tsx";

const columns = [60, 140, 220, 300, 380, 460, 540, 620, 700, 780, 860];
const rows = [60, 140, 220, 300, 380, 460, 540, 620, 700, 780, 860];
/** Zero-length strokes with round caps draw the idle jacks: one path instead of 121 circles. */
const idleJacks = rows.flatMap((y) => columns.map((x) => `M${x} ${y}h0`)).join("");

const cords = [
  {
    path: "M140 140C140 620 460 640 460 300",
    ends: [
      [140, 140],
      [460, 300],
    ],
    className: "color-signal",
  },
  {
    path: "M300 220C300 800 700 780 700 460",
    ends: [
      [300, 220],
      [700, 460],
    ],
    className: "color-line-300",
  },
  {
    path: "M620 60C620 420 380 560 380 380",
    ends: [
      [620, 60],
      [380, 380],
    ],
    className: "color-line-600",
  },
] as const;

/** Decorative: a switchboard with three lines plugged in. */
export function SwitchboardDrawing() {
  return (
    <Box background="line-800" className="hidden-until-tablet switchboard" aria-hidden="true">
      <svg viewBox="0 0 840 900" preserveAspectRatio="xMidYMid slice" fill="none" strokeLinecap="round">
        <path d={idleJacks} className="switchboard-ring" strokeWidth="34" />
        <path d={idleJacks} className="switchboard-hole" strokeWidth="15" />
        {cords.map(({ path, ends, className }) => (
          <g key={path} className={className}>
            <path d={path} strokeWidth="14" />
            {ends.map(([x, y]) => (
              <g key={`${x} ${y}`}>
                <circle cx={x} cy={y} r="24" strokeWidth="7" className="switchboard-jack" />
                <circle cx={x} cy={y} r="10" className="switchboard-dot" />
              </g>
            ))}
          </g>
        ))}
      </svg>
    </Box>
  );
}
