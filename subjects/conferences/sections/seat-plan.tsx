type Props = {
  seats: number;
  className?: string;
};

/** Seats of the first row; each further one has two more. */
const firstRow = 8;
/** From the stage to the first row, and from one row to the next. */
const [innermost, apart] = [90, 32];
/** Where a row ends, in half turns from the stage's own line. */
const narrowest = 0.16;

/** The room as it is: every seat before the stage, one of them the reader's. */
export function SeatPlan({ seats, className }: Props) {
  const rows = rowsFor(seats);
  const chosen = { row: Math.floor(rows.length / 2), seat: Math.floor((rows[Math.floor(rows.length / 2)] ?? 0) / 2) };
  const reach = innermost + (rows.length - 1) * apart;
  const half = Math.ceil(reach * Math.cos(Math.PI * narrowest)) + 12;
  return (
    <svg className={className} viewBox={`${-half} 0 ${2 * half} ${reach + 32}`} fill="none" aria-hidden="true">
      <path d="M-60 6H60" className="stroke-signal" strokeWidth="6" strokeLinecap="round" />
      {rows.map((count, row) =>
        Array.from({ length: count }, (_, seat) => {
          const angle = Math.PI * (narrowest + ((1 - 2 * narrowest) * seat) / Math.max(count - 1, 1));
          const radius = innermost + row * apart;
          const isChosen = row === chosen.row && seat === chosen.seat;
          return (
            <circle
              key={`${row}-${seat}`}
              cx={Math.round(-Math.cos(angle) * radius)}
              cy={Math.round(12 + Math.sin(angle) * radius)}
              r={isChosen ? 10 : 8}
              className={isChosen ? "fill-signal" : "fill-line-900 stroke-line-jack"}
              strokeWidth="2"
            />
          );
        }),
      )}
    </svg>
  );
}

/** How many seats each row has, from the stage. */
function rowsFor(seats: number): number[] {
  const rows: number[] = [];
  for (let left = seats; left > 0; left -= firstRow + 2 * rows.length - 2)
    rows.push(Math.min(left, firstRow + 2 * rows.length));
  return rows;
}
