import { leave } from "#app/api/transport/leave.ts";
import type { paymentStartedCall } from "#domain/wire/visits.ts";

/**
 * Leaves on the server that this submission went to pay and which terms were accepted.
 */
export function recordPaymentStart(reference: string, termsVersion: string): void {
  leave<typeof paymentStartedCall>("payment-started", { reference, termsVersion });
}
