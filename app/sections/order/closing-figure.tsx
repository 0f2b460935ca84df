import "#app/ui/section.css";
import "#app/ui/words.css";
import "./closing-figure.css";

import type { ClosingCopy } from "#content/closing.ts";

type Props = Pick<ClosingCopy, "figure" | "stages"> & { simultaneous: string };

/** How many calls at once, what the law says of it, and what becomes of each call. */
export function ClosingFigure({ figure, stages, simultaneous }: Props) {
  return (
    <section className="section giant closing-figure">
      <h2>
        {figure.upTo} <b>{simultaneous}</b> <span>{figure.unit}</span>
      </h2>
      <p className="lead">
        <strong>{figure.law}</strong> {figure.lead}
      </p>
      <div className="giant-matter">
        <ol className="closing-stages">
          {stages.map(({ when, name, text }) => (
            <li key={name}>
              <i aria-hidden="true" />
              <span>{when}</span>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
