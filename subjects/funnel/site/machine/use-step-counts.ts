import { useEffect, useRef } from "react";

import { countStep } from "#subjects/funnel/calls/step-counts.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";

/** Counts each step that is shown, and the one left for it. @param isAlive false while the page is the server’s own */
export function useStepCounts({ funnel, step, paymentStartedAt }: FunnelState, isAlive: boolean): void {
  const shown = useRef<number>(undefined);
  const paid = useRef<string | null>(undefined);

  // Tells the server, which is outside React.
  useEffect(() => {
    if (!isAlive || shown.current === step) return;
    if (shown.current !== undefined && shown.current < step) countStep({ funnel, step: shown.current, event: "done" });
    shown.current = step;
    countStep({ funnel, step, event: "seen" });
  }, [isAlive, funnel, step]);

  // The same for the last step, which is left for the payment page.
  useEffect(() => {
    if (!isAlive) return;
    const isNew = paid.current !== undefined && paymentStartedAt !== null && paid.current !== paymentStartedAt;
    paid.current = paymentStartedAt;
    if (isNew) countStep({ funnel, step: 5, event: "done" });
  }, [isAlive, funnel, paymentStartedAt]);
}
