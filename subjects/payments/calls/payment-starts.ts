import type { AskedOf } from "#domain/wire/contract.ts";
import type { paymentStartedCall } from "#subjects/funnel/contract/visits.ts";

const path: `/functions/v1/${typeof paymentStartedCall.name}` = "/functions/v1/payment-started";

/**
 * Leaves on this site's own server, without a key, that this submission went to pay and which terms were accepted. The
 * call is not awaited: the browser is leaving the page.
 */
export function recordPaymentStart(reference: string, termsVersion: string): void {
  const asked: AskedOf<typeof paymentStartedCall> = { reference, termsVersion };
  const headers = { "content-type": "application/json" };
  void fetch(path, { method: "POST", headers, body: JSON.stringify(asked), keepalive: true }).catch(() => undefined);
}
