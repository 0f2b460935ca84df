import { Box, Row } from "#app/ui/layout.tsx";
import { useEffect } from "react";

import type { FunnelActions } from "#subjects/funnel/site/machine/funnel-actions.ts";
import { funnelCopy, waitingCopy } from "#subjects/funnel/words/funnel.ts";

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
    <Row
      direction="column"
      gap={24}
      align="center"
      justify="center"
      isGrowing
      paddingTop={24}
      paddingBottom={64}
      lg={{ direction: "row", gap: 64, paddingTop: 0 }}
      className="funnel-waiting"
    >
      <svg viewBox="0 0 420 120" fill="none" strokeLinecap="round" aria-hidden="true">
        <path className="color-line-rule" stroke="currentcolor" d="M40 30C60 140 360 140 380 30" strokeWidth="7" />
        <path className="cord funnel-waiting-cord" pathLength="1" d="M40 30C60 140 360 140 380 30" strokeWidth="7" />
        <g fill="currentcolor" className="color-line-300">
          <circle cx="40" cy="30" r="19.5" />
          <circle cx="40" cy="30" r="14.5" className="color-line-900" />
          <circle cx="40" cy="30" r="7" />
        </g>
        <g fill="currentcolor" className="color-signal">
          <circle cx="380" cy="30" r="19.5" />
          <circle cx="380" cy="30" r="14.5" className="color-line-900" />
          <circle cx="380" cy="30" r="7" />
        </g>
      </svg>
      <div>
        <p className="caption tabular">{funnelCopy.stepOf(4)}</p>
        <Box as="h1" marginTop={8} marginBottom={12} className="text-step leading-display color-white" tabIndex={-1}>
          {waitingCopy.title}
        </Box>
        <p className="lead">{waitingCopy.lead}</p>
      </div>
    </Row>
  );
}
