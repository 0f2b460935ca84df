import "#app/ui/section.css";
import "#app/ui/words.css";
import "./rail.css";

import type { ReactNode } from "react";

type Props = { id?: string; title: string; lead: string; children: ReactNode };

/** A quiet title beside its matter. */
export function Rail({ id, title, lead, children }: Props) {
  return (
    <section className="section rail" id={id}>
      <div className="rail-title">
        <div>
          <h2>{title}</h2>
          <p className="lead">{lead}</p>
        </div>
      </div>
      <div className="rail-matter">{children}</div>
    </section>
  );
}
