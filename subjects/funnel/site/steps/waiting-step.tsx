import { Box, Row } from "#app/ui/layout.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
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
      <Row justify="between" position="relative" className="funnel-waiting-jacks" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <LineJack key={step} state={step < 4 ? "done" : step === 4 ? "live" : "idle"} />
        ))}
      </Row>
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
