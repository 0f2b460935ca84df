import type { recordConsentCall } from "#subjects/funnel/contract/visits.ts";

const path: `/functions/v1/${typeof recordConsentCall.name}` = "/functions/v1/record-consent";

/**
 * Leaves the proof of a cookie choice on this site's own server, without a key. The call is not awaited, and a visitor
 * is not told when it fails (resolutions, section 14). Every page carries this module: it takes only types.
 */
export function sendConsentProof(choices: string): void {
  const headers = { "content-type": "application/json" };
  void fetch(path, { method: "POST", headers, body: choices, keepalive: true }).catch(() => undefined);
}
