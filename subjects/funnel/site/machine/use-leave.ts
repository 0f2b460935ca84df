import { useState } from "react";

import type { FunnelActions } from "./funnel-actions.ts";

/** « Se déconnecter », once. */
export function useLeave(actions: FunnelActions): { isLeaving: boolean; leave: () => void } {
  const [isLeaving, setIsLeaving] = useState(false);

  function leave() {
    if (isLeaving) return;
    setIsLeaving(true);
    void actions.leave();
  }

  return { isLeaving, leave };
}
