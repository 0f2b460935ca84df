import { attributionKey } from "#domain/site/storage-keys.ts";
import { addTouch, type Attribution, readAttribution, touchOf } from "#subjects/leads/rules/attribution.ts";

/** Keeps where this visit came from until the tab is closed. Only for who accepted the measurement of audience. */
export function rememberVisit(): void {
  const known = readRemembered();
  const attribution = addTouch(known, touchHere());
  if (JSON.stringify(attribution) === JSON.stringify(known)) return;
  try {
    sessionStorage.setItem(attributionKey, JSON.stringify(attribution));
  } catch {
    // Then this visit is not remembered.
  }
}

export function forgetVisits(): void {
  try {
    sessionStorage.removeItem(attributionKey);
  } catch {
    // Nothing can be stored here, so nothing is.
  }
}

/** What goes with a form: what its own address says, and what was remembered; undefined when neither says anything. */
export function currentAttribution(): Attribution | undefined {
  const known = readRemembered();
  const here = touchHere();
  const attribution = known.first ? addTouch(known, here) : { ...(here && { last: here }) };
  return attribution.last ? attribution : undefined;
}

function touchHere() {
  return touchOf({ address: new URL(location.href), referrer: document.referrer, now: new Date() });
}

function readRemembered(): Attribution {
  try {
    return readAttribution(JSON.parse(sessionStorage.getItem(attributionKey) ?? "null"));
  } catch {
    return {}; // storage is forbidden, or holds something else
  }
}
