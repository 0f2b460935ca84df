import { useId } from "react";

type Props = {
  /** Size of the picture, in jacks of the smallest kind. */
  width: number;
  height: number;
  /** Jacks side by side: fewer than `width` makes them larger. */
  columns?: number;
  /** How many jacks of a column are lit, from the bottom up. */
  litIn: (column: number) => number;
  /** Where the handle is, from 0 to 1: jacks light from there on, when it has been moved. */
  from?: number | undefined;
};

/** Up to this many side by side, a jack is drawn whole; above, it is a lamp. */
const largestRowOfJacks = 20;

/** How long the wave takes from one edge of the board to the other. */
const waveMs = 750;

/** A field of jacks, some of them lit. Always beside the words that give the number. */
export function JackBoard({ width, height, columns = width, litIn, from }: Props) {
  const id = useId();
  const isWhole = columns <= largestRowOfJacks && columns < width;
  const Drawing = isWhole ? WholeJack : Lamp;
  const lit = Array.from({ length: columns }, (_, column) => litIn(column));

  return (
    <svg className="jack-board" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <pattern id={`${id}idle`} width="1" height="1" patternUnits="userSpaceOnUse">
        <Drawing />
      </pattern>
      <pattern id={`${id}lit`} width="1" height="1" patternUnits="userSpaceOnUse">
        <Drawing isLit />
      </pattern>
      {/* From the lower left corner. */}
      <g transform={`scale(${width / columns})`}>
        <path d={`M0 0H${width}V${height}H0z`} fill={`url(#${id}idle)`} />
        {/* Another volume lights the board anew. */}
        <g key={lit.join()} fill={`url(#${id}lit)`} className={from === undefined ? undefined : "jack-wave"}>
          {lit.map((count, column) => (
            <path
              key={column}
              d={`M${column} ${height}v-${count}h1v${count}z`}
              // No attribute in the server's HTML, which the content policy would refuse.
              {...(from !== undefined && { style: { animationDelay: delayOf(column / columns - from) } })}
            />
          ))}
        </g>
      </g>
    </svg>
  );
}

function delayOf(distance: number): string {
  return `${Math.round(Math.abs(distance) * waveMs)}ms`;
}

function WholeJack({ isLit }: { isLit?: boolean }) {
  return (
    <>
      <circle cx=".5" cy=".5" r=".38" className={isLit ? "fill-signal" : "fill-line-lamp"} />
      <circle cx=".5" cy=".5" r={isLit ? ".3" : ".33"} className="fill-line-900" />
      <circle cx=".5" cy=".5" r=".15" className={isLit ? "fill-signal" : "fill-line-hole"} />
    </>
  );
}

function Lamp({ isLit }: { isLit?: boolean }) {
  return (
    <>
      <circle cx=".5" cy=".5" r=".31" className={isLit ? "fill-signal" : "fill-line-lamp"} />
      {!isLit && <circle cx=".5" cy=".5" r=".15" className="fill-line-900" />}
    </>
  );
}
