import { readStored } from "#app/api/transport/local-storage.ts";
import { countingObjectionKey } from "#domain/contracts/storage-keys.ts";
import type { StepEvent } from "#domain/funnel/step-events.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { sourceOf } from "#domain/leads/visit-source.ts";

import { currentAttribution } from "./attribution.ts";

type Counted = { funnel: FunnelOffer; step: number; event: StepEvent; field?: string };

/**
 * Adds one to a number on this site's own server. Nobody waits for it, it says nothing of the visitor but a class of
 * source, and it writes nothing here. Whoever objected, here or in their browser's settings, is not counted.
 */
export function countStep(counted: Counted): void {
  if (hasObjected()) return;
  const body = JSON.stringify({ ...counted, source: sourceOf(currentAttribution()?.last) });
  try {
    navigator.sendBeacon("/functions/v1/count-step", new Blob([body], { type: "application/json" }));
  } catch {
    // A browser or an extension that allows no beacons: this step is not counted.
  }
}

function hasObjected(): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || readStored(countingObjectionKey) !== null;
}
