import type { CallProblem } from "#app/api/transport/call.ts";
import { chooseOrderKey } from "#subjects/orders/calls/orders.ts";
import { isWorthRetrying } from "#subjects/orders/calls/submissions.ts";
import { honeypotName } from "#app/ui/form/honeypot.tsx";
import type { FormProblem, TypedForm } from "#app/ui/form/use-form.ts";
import { orderConsentVersion, orderCopy } from "#subjects/orders/words/order.ts";
import type { Consent } from "#subjects/consent/rules/consents.ts";
import type { OrderFormName } from "#domain/kernel/lead.ts";

/** The consent record of a box, ticked or not. @param text the sentence beside it */
export function consentRecordOf(typed: TypedForm, name: string, form: OrderFormName, text: string): Consent {
  return { granted: name in typed, at: new Date().toISOString(), version: orderConsentVersion, form, text };
}

/** One key per form and e-mail: a retry is the same order, another person's is another one. */
export function createIdempotencyKeys(funnel: OrderFormName): (email: string) => string {
  let current: { email: string; key: string } | undefined;
  return (email) => {
    if (current?.email !== email) current = { email, key: chooseOrderKey(funnel, email) };
    return current.key;
  };
}

export function honeypotIn(typed: TypedForm): string {
  return typed[honeypotName] ?? "";
}

/** Source: specification, section 8, closing. What may pass is kept in the queue: see submitOrder. */
export function describeFailure(problem: CallProblem): FormProblem<never> {
  const { unexpected, refused } = orderCopy.failures;
  if (problem.code === "unavailable") return { sentence: unexpected, note: orderCopy.kept };
  if (problem.code === "access_ended") return { sentence: refused };
  return { sentence: problem.sentence || refused, ...(isWorthRetrying(problem) && { note: orderCopy.kept }) };
}

/** Leaves for another page; settles if the visitor then comes back to this one as it was. */
export function leaveFor(address: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", (event) => event.persisted && resolve(), { once: true });
    location.assign(address);
  });
}
