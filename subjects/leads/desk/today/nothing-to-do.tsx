import { Box, Stack } from "#app/ui/layout.tsx";
import { adminToday } from "#subjects/leads/words/admin-today.ts";

const columns = [40, 100, 160, 220, 280];

/** Everybody has been answered: the lamps are off, and the cord hangs at rest. */
export function NothingToDo() {
  return (
    <Stack gap={12} justify="start" paddingBlock={40} paddingInline="inset">
      <svg viewBox="0 0 320 190" className="resting-board" fill="none" strokeLinecap="round" aria-hidden="true">
        {columns.map((x) => (
          <g key={x}>
            <circle cx={x} cy="18" r="6" className="fill-line" />
            <circle cx={x} cy="56" r="15" strokeWidth="2" />
            <circle cx={x} cy="56" r="5" className="fill-line" stroke="none" />
          </g>
        ))}
        <path d="M20 96H300" strokeWidth="2" />
        <path d="M160 96C160 150 96 182 84 140C76 108 140 128 160 186" className="cord cord-idle" strokeWidth="6" />
        <rect x="149" y="82" width="22" height="30" rx="5" className="fill-line-600" stroke="none" />
      </svg>
      <div role="status">
        <h2 className="text-heading leading-tight tracking-title">{adminToday.empty.title}</h2>
        <Box as="p" marginTop={8} maxWidth="38ch" className="quiet">
          {adminToday.empty.text}
        </Box>
      </div>
    </Stack>
  );
}
