import type { HomeCopy } from "#content/home.ts";

import { StepList } from "./step-list.tsx";

/** One figure is the argument; the three steps hang from the same cord. */
export function HowItWorks({ title, figure, lead, rest, list }: HomeCopy["steps"]) {
  return (
    <section className="section giant" id="fonctionnement">
      <h2 data-moves="figure">
        {title}{" "}
        <b className="tabular">
          <FoldedJacks />
          {figure.number}
          <small>{figure.unit}</small>
        </b>
      </h2>
      <p className="lead leading-snug">
        {lead} <span className="hidden-until-tablet">{rest}</span>
      </p>
      <div className="giant-matter">
        <StepList list={list} label={title} />
      </div>
    </section>
  );
}

/** Along the strokes of each digit, how many jacks it takes; its line goes on to where they come from. */
const digits = [
  { jacks: 32, line: "M41.6 72V8H36L7 54.5H56h216" },
  {
    jacks: 40,
    line: "M89 38.6a17.4 14.8 0 0 1 0-29.6a17.4 14.8 0 0 1 0 29.6a20 16.4 0 0 0 0 32.8a20 16.4 0 0 0 0-32.8h216",
  },
];

function FoldedJacks() {
  return (
    <svg
      className="cord cord-connected giant-jacks"
      viewBox="0 0 120 72"
      width="1.2em"
      height="0.72em"
      overflow="visible"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      {digits.map(({ jacks, line }) => (
        // Dots, one unit apart, and nothing along the rest of the line.
        <path key={line} d={line} pathLength={jacks + 40} strokeDasharray={`${"0 1 ".repeat(jacks)}0 99`} />
      ))}
    </svg>
  );
}
