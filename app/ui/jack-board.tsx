import { useId } from "react";

type Props = {
  /** Size of the picture, in jacks of the smallest kind. */
  width: number;
  height: number;
  /** Jacks side by side: fewer than `width` makes them larger. */
  columns?: number;
  /** Outline of the lit jacks, one unit each, from the lower left corner up. */
  lit: string;
};

/** Up to this many side by side, a jack is drawn whole; above, it is a lamp. */
const largestRowOfJacks = 20;

/** A field of jacks, some of them lit. Always beside the words that give the number. */
export function JackBoard({ width, height, columns = width, lit }: Props) {
  const id = useId();
  const isWhole = columns <= largestRowOfJacks && columns < width;
  const Drawing = isWhole ? WholeJack : Lamp;

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
        <path d={lit} fill={`url(#${id}lit)`} />
      </g>
    </svg>
  );
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
