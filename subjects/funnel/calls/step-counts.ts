import { readStored } from "#app/api/transport/local-storage.ts";
import { countingObjectionKey } from "#domain/site/storage-keys.ts";
import type { AskedOf } from "#domain/wire/contract.ts";
import type * as wire from "#subjects/funnel/contract/visits.ts";
import { sourceOf } from "#subjects/leads/rules/visit-source.ts";

import { currentAttribution } from "#subjects/leads/calls/attribution.ts";

type Counted = Omit<AskedOf<typeof wire.countStepCall>, "source">;

/**
 * Adds one to a number on this site's own server. The call is not awaited, it says nothing of the visitor but a
 * class of source, and it writes nothing here. Visitors who objected, here or in their browser, are not counted.
 */
export function countStep(counted: Counted): void {
  if (hasObjected()) return;
  const asked: AskedOf<typeof wire.countStepCall> = { ...counted, source: sourceOf(currentAttribution()?.last) };
  const path: `/functions/v1/${typeof wire.countStepCall.name}` = "/functions/v1/count-step";
  try {
    navigator.sendBeacon(path, new Blob([JSON.stringify(asked)], { type: "application/json" }));
  } catch {
    // A browser or an extension that allows no beacons: this step is not counted.
  }
}

function hasObjected(): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || readStored(countingObjectionKey) !== null;
}
