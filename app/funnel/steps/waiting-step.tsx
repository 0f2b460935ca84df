import "#app/ui/cord.css";
import "#app/ui/words.css";
import "#app/funnel/frame/side-illustration.css";
import "./waiting-step.css";

import { useEffect } from "react";

import type { FunnelActions } from "#app/funnel/machine/funnel-actions.ts";
import { funnelCopy, waitingCopy } from "#content/funnel.ts";

/** Fixed by the specification, section 9. */
const waitingScreenMs = 3000;

/** Step 4: goes on by itself, and not at all when the visitor leaves first. */
export function WaitingStep({ actions }: { actions: FunnelActions }) {
  // A timer.
  useEffect(() => {
    const timer = setTimeout(actions.finishWaiting, waitingScreenMs);
    return () => clearTimeout(timer);
  }, [actions]);

  return (
    <div className="funnel-waiting">
      <svg viewBox="0 0 420 120" fill="none" aria-hidden="true">
        <path className="funnel-waiting-track" d="M40 30C60 140 360 140 380 30" strokeWidth="7" />
        <path className="cord funnel-waiting-cord" pathLength="1" d="M40 30C60 140 360 140 380 30" strokeWidth="7" />
        <g className="funnel-art-jack is-connected">
          <circle cx="40" cy="30" r="17" strokeWidth="5" />
          <circle cx="40" cy="30" r="7" />
        </g>
        <g className="funnel-art-jack">
          <circle cx="380" cy="30" r="17" strokeWidth="5" />
          <circle cx="380" cy="30" r="7" />
        </g>
      </svg>
      <div>
        <p className="caption tabular">{funnelCopy.stepOf(4)}</p>
        <h1 tabIndex={-1}>{waitingCopy.title}</h1>
        <p className="lead">{waitingCopy.lead}</p>
      </div>
    </div>
  );
}
