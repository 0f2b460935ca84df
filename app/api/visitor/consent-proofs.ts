import { leaveText } from "#app/api/transport/leave.ts";
import type { recordConsentCall } from "#domain/wire/visits.ts";

/**
 * Leaves the proof of a cookie choice on the server. Nobody waits for it, and a visitor is not told when
 * it fails (resolutions, section 14). Always this site's own server, and without a key: it is small,
 * since every page carries it.
 */
export function sendConsentProof(choices: string): void {
  leaveText<typeof recordConsentCall>("record-consent", choices);
}
