import { readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";
import { lastOrderKey } from "#domain/site/storage-keys.ts";

/** Source: contract, storage keys. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Words by the place where they are read. */
export type Facts = Record<string, string>;

/** What the ticket of an order says. */
export type ToldOrder = {
  offer: string;
  volume: string;
  due: string;
  lines: Facts[];
  setUp?: string;
  insteadOf?: string;
  steps: Facts[];
};

/** What left for its payment, as the fragment of an address names it, and its ticket; of contact details these two. */
export type LastOrder = { ordered: string; told: ToldOrder; reference: string; firstName: string; email: string };

/** Before the visitor leaves for the payment page, which tells nothing of the order when it sends them back. */
export function keepLastOrder(order: LastOrder): void {
  writeStored(lastOrderKey, JSON.stringify({ ...order, keptAt: new Date().toISOString() }));
}

/** Storage may hold anything; what is older than seven days is removed. */
export function readLastOrder(): { [Part in keyof LastOrder]?: unknown } {
  const text = readStored(lastOrderKey);
  if (text === null) return {};
  const { keptAt, ...order } = parse(text);
  const age = Date.now() - Date.parse(String(keptAt));
  if (age >= 0 && age < keptMs) return order;
  forgetLastOrder();
  return {};
}

export function forgetLastOrder(): void {
  removeStored(lastOrderKey);
}

function parse(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
