import { saySketch, type SketchPart } from "#subjects/site-settings/words/site-sketches.ts";

/** Of a page of 60 by 100: left, top, width and height. Beside it a letter, the blog and a sheet. */
const boxes: Record<SketchPart, readonly [number, number, number, number]> = {
  line: [4, 3, 56, 4],
  header: [4, 9, 56, 5],
  hero: [4, 16, 56, 18],
  logos: [4, 36, 56, 5],
  prices: [4, 43, 56, 14],
  quotes: [4, 59, 27, 12],
  people: [33, 59, 27, 12],
  questions: [4, 73, 56, 12],
  footer: [4, 87, 56, 10],
  mail: [72, 14, 40, 28],
  terms: [78, 54, 28, 38],
  blog: [72, 45, 40, 6],
};

/** A small picture of a page, of a mail, of the blog and of a legal text, lit where this part of the settings shows. */
export function PlaceSketch({ lit }: { lit: readonly SketchPart[] }) {
  return (
    <figure className="place-sketch">
      <svg viewBox="0 0 116 100" aria-hidden="true">
        <rect className="sketch-sheet" x="1" y="0.5" width="62" height="99" rx="3" />
        {Object.entries(boxes).map(([part, [x, y, width, height]]) => (
          <rect
            key={part}
            className={lit.some((each) => each === part) ? "sketch-lit" : "sketch-part"}
            {...{ x, y, width, height }}
            rx="1.5"
          />
        ))}
        <path className="sketch-fold" d="M72 14l20 15 20-15" />
        <path className="sketch-fold" d="M83 62h18M83 69h18M83 76h18M83 83h12" />
      </svg>
      <figcaption className="text-small quiet">{saySketch(lit)}</figcaption>
    </figure>
  );
}
