import { JackBoard } from "#app/ui/jack-board.tsx";

/** The picture, in jacks of the smallest kind. */
const width = 50;
const height = 20;

/** Columns of each board; the picture keeps its proportions, so 15 columns have 6 rows. */
const scales = [5, 10, 15, 20, 25, 40, 50].map((columns) => ({ columns, lines: (columns * columns * height) / width }));

/** How many lines the board for that volume has: the smallest that holds it, so at least half of them are lit. */
export function boardFor(volume: number): { columns: number; lines: number } {
  const board = scales.find(({ lines }) => lines >= volume) ?? scales.at(-1);
  if (!board) throw new Error("There is no board.");
  return board;
}

type Props = { volume: number; from?: number | undefined };

/** One jack for each call or each client, from the bottom up. */
export function LineBoard({ volume, from }: Props) {
  const { columns } = boardFor(volume);
  const fullRows = Math.floor(volume / columns);
  const rest = volume % columns;

  return (
    <JackBoard
      width={width}
      height={height}
      columns={columns}
      litIn={(column) => fullRows + (column < rest ? 1 : 0)}
      from={from}
    />
  );
}
