import type { HomeCopy } from "#content/home.ts";

import { StepList } from "./step-list.tsx";

/** One figure is the argument; the three steps hang from the same cord. */
export function HowItWorks({ title, figure, lead, list }: HomeCopy["steps"]) {
  return (
    <section className="section giant" id="fonctionnement">
      <h2>
        {title}{" "}
        <b className="tabular">
          {figure.number}
          <small>{figure.unit}</small>
        </b>
      </h2>
      <p className="lead">{lead}</p>
      <div className="giant-matter">
        <StepList list={list} />
      </div>
    </section>
  );
}
