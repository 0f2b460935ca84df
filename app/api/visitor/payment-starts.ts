import { leave } from "#app/api/transport/leave.ts";
import type { paymentStarted } from "#domain/wire/visits.ts";

/**
 * Leaves on the server that this submission went to pay and which terms were accepted.
 */
export function recordPaymentStart(reference: string, termsVersion: string): void {
  leave<typeof paymentStarted>("payment-started", { reference, termsVersion });
}
