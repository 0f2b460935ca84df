import "#app/ui/words.css";

import { funnelCopy } from "#content/funnel.ts";
import type { FunnelStep } from "#domain/funnel/answers.ts";

/** Takes the focus when its step comes up. */
export function StepHeader({ step, title, lead }: { step: FunnelStep; title: string; lead: string }) {
  return (
    <header>
      <p className="caption tabular">{funnelCopy.stepOf(step)}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
    </header>
  );
}
