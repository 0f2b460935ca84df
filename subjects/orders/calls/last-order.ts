import { readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";
import { lastOrderKey } from "#domain/site/storage-keys.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { orderedFragmentOf } from "#subjects/offers/rules/ordered-fragment.ts";
import { scheduleOf, type ScheduleTerms } from "#subjects/offers/rules/schedule.ts";

/** Source: contract, storage keys. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Whose it is: of all contact details these two alone. */
type Payer = { reference: string; firstName: string; email: string };

/** What left for its payment, as the fragment of an address tells it. */
export type LastOrder = Payer & { ordered: string };

/** Before the visitor leaves for the payment page, which tells nothing of the order when it sends them back. */
export function keepLastOrder(purchase: Purchase | undefined, terms: ScheduleTerms, payer: Payer): void {
  const schedule = purchase && scheduleOf(purchase, terms);
  if (!schedule) return;
  const { reference, firstName, email } = payer;
  const order: LastOrder = { ordered: orderedFragmentOf(purchase, schedule), reference, firstName, email };
  writeStored(lastOrderKey, JSON.stringify({ ...order, keptAt: new Date().toISOString() }));
}

/** As it is kept; empty where nothing is. What is older than seven days is removed. */
export function lastOrderText(): string {
  const text = readStored(lastOrderKey) ?? "";
  const age = Date.now() - Date.parse(String(parse(text)["keptAt"]));
  if (age >= 0 && age < keptMs) return text;
  if (text !== "") forgetLastOrder();
  return "";
}

export function readLastOrder(text: string): LastOrder {
  const { ordered, reference, firstName, email } = parse(text);
  return { ordered: said(ordered), reference: said(reference), firstName: said(firstName), email: said(email) };
}

export function forgetLastOrder(): void {
  removeStored(lastOrderKey);
}

function said(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Storage may hold anything. */
function parse(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
