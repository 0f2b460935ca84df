import { Box, Row } from "#app/ui/layout.tsx";

import { useSyncExternalStore } from "react";

import { isWaiting, onQueueChange } from "#subjects/orders/calls/pending-queue.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { summaryCopy } from "#subjects/funnel/words/funnel.ts";

/** Where paying leads when the answers are neither with the server nor kept. */
export const registrationStatusId = "registration-status";

/** Whether the answers have reached the server. */
export function RegistrationStatus({ state, site }: Pick<StepProps, "state" | "site">) {
  const key = state.idempotencyKeys[state.funnel] ?? "";
  const isStillWaiting = useSyncExternalStore(
    onQueueChange,
    () => isWaiting(key),
    () => false,
  );

  const copy = summaryCopy.registration;
  const { submission } = state.formErrors;
  const isUnsaved = submission === "refused" || (submission !== undefined && !isStillWaiting);
  const status = isUnsaved ? "refused" : isStillWaiting ? "waiting" : "stored";
  return (
    <Row
      as="p"
      gap={8}
      align="baseline"
      marginTop={20}
      className={status === "refused" ? "color-error text-small" : "color-ink-2 text-small"}
      role="status"
      id={registrationStatusId}
      tabIndex={-1}
    >
      <Box
        as="i"
        radius="jack"
        background={status === "refused" ? "error" : status === "waiting" ? "signal" : "line-600"}
        className="registration-dot"
      />
      {status === "refused" ? copy.refused(site.contactEmail) : copy[status]}
    </Row>
  );
}
