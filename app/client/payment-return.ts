// Thank-you page: the funnel's answers have served once the visitor comes back from paying for that offer, and the
// ticket of the order is filled in. The link of the newsletter leads here too.

import { funnelStateKey } from "#domain/site/storage-keys.ts";
import { isFunnelOffer } from "#domain/kernel/lead.ts";

/** Forgets the funnel when it records that payment was started for the offer of `?offre=`. */
export function start(page: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  if (query.has("newsletter")) void import("./newsletter-confirmation.ts").then((module) => module.start());
  const offer = query.get("offre");
  const ticket = page.querySelector<HTMLElement>("[data-ticket]");
  if (ticket && offer) void import("#subjects/orders/site/order-ticket.ts").then((module) => module.start(ticket));
  const state = readState();
  if (isFunnelOffer(offer) && state?.funnel === offer && state.paymentStartedAt)
    localStorage.removeItem(funnelStateKey);
}

/** Storage may be forbidden, and what it holds may be anything: both mean there is nothing to forget. */
function readState(): { funnel?: unknown; paymentStartedAt?: unknown } | undefined {
  try {
    const state: unknown = JSON.parse(localStorage.getItem(funnelStateKey) ?? "null");
    return typeof state === "object" && state !== null ? state : undefined;
  } catch {
    return undefined;
  }
}
