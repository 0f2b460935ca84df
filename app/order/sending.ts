import { chooseOrderKey } from "#app/api/orders.ts";
import type { RequestProblem } from "#app/api/rest-client.ts";
import { consentVersion, orderCopy } from "#content/order.ts";
import type { Consent } from "#domain/consents.ts";
import type { OrderForm } from "#domain/order-submission.ts";

import type { Failure } from "./order-notices.tsx";

/** What a form holds, under the names of its fields. */
export type TypedForm = Record<string, FormDataEntryValue>;

export function readForm(form: HTMLFormElement): TypedForm {
  return Object.fromEntries(new FormData(form));
}

export function textIn(typed: TypedForm, name: string): string {
  const value = typed[name];
  return typeof value === "string" ? value : "";
}

/** The receipt of a box, ticked or not. @param text the sentence beside it */
export function giveReceipt(typed: TypedForm, name: string, form: OrderForm, text: string): Consent {
  return { granted: name in typed, at: new Date().toISOString(), version: consentVersion, form, text };
}

/** One key per form and e-mail: a retry is the same order, another person's is another one. */
export function createKeyring(funnel: OrderForm): (email: string) => string {
  let current: { email: string; key: string } | undefined;
  return (email) => {
    if (current?.email !== email) current = { email, key: chooseOrderKey(funnel, email) };
    return current.key;
  };
}

/** Source: specification, section 8, closing. What may pass is kept in the queue: see submitOrder. */
export function describeFailure(problem: RequestProblem): Failure {
  if (problem.kind === "unreachable") return { sentence: orderCopy.failures.unexpected, isKept: true };
  const isKept = problem.status === 429 || problem.status >= 500;
  return { sentence: problem.message || orderCopy.failures.refused, isKept };
}

/** Leaves for another page; calls back if the visitor then comes back to this one as it was. */
export function leaveFor(address: string, onReturn: () => void): void {
  addEventListener("pageshow", (event) => event.persisted && onReturn(), { once: true });
  location.assign(address);
}
