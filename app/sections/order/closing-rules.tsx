import { Jack } from "#app/ui/jack.tsx";
import type { ClosingCopy } from "#content/closing.ts";

/** Whom the agents may call, when, what they say, and for whom they do not call. */
export function ClosingRules({ title, lead, list }: ClosingCopy["rules"]) {
  return (
    <section className="section rail">
      <div className="rail-title">
        <div>
          <h2>{title}</h2>
          <p className="lead">{lead}</p>
        </div>
      </div>
      <div className="rail-matter">
        <dl className="closing-rules">
          {list.map(({ name, text }, index) => (
            <div key={name}>
              <dt>
                <Jack state={index === list.length - 1 ? "idle" : "connected"} />
                {name}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
