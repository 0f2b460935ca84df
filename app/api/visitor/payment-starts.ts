/**
 * Leaves on the server that this submission went to pay and which terms were accepted. Nobody waits for it: the browser
 * is leaving. Always this site's own server, and without a key.
 */
export function recordPaymentStart(reference: string, termsVersion: string): void {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ reference, termsVersion });
  void fetch("/functions/v1/payment-started", { method: "POST", headers, body, keepalive: true }).catch(
    () => undefined,
  );
}
