import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "./closing-rules.css";

import { Rail } from "#app/sections/rail.tsx";
import { Jack } from "#app/ui/jack.tsx";
import type { ClosingCopy } from "#content/closing.ts";

/** Whom the agents may call, when, what they say, and for whom they do not call. */
export function ClosingRules({ title, lead, list }: ClosingCopy["rules"]) {
  return (
    <Rail title={title} lead={lead}>
      <dl className="closing-rules">
        {list.map(({ name, text }, index) => (
          <div key={name}>
            <Row as="dt" gap={16} align="center" className="text-lead">
              <Jack state={index === list.length - 1 ? "idle" : "connected"} />
              {name}
            </Row>
            <dd className="quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </Rail>
  );
}
