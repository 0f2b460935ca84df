// Thank-you page: the funnel's answers have served once the visitor comes back from paying for that offer, and what
// follows is shown for the offer that was paid. The link of the newsletter leads here too.

import { funnelStateKey } from "#domain/site/storage-keys.ts";
import { type FunnelOffer, isFunnelOffer, isSoldOffer, type SoldOffer } from "#domain/kernel/lead.ts";

/** Whether its customer follows it in their space: a place at the conference is all said on the page. */
const isFollowed: Record<SoldOffer, boolean> = {
  secretariat: true,
  suiviclient: true,
  marketing: true,
  closing: true,
  conferences: false,
};

/**
 * Forgets the funnel when it records that payment was started for the offer of `?offre=`; what was ordered stays in the
 * address, for the schedule of payments.
 *
 * @param page its `data-today` is the day of the site, `data-promotion-from` and `-to` the days of the promotion
 */
export async function start(page: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (query.has("newsletter")) void import("./newsletter-confirmation.ts").then((module) => module.start());
  const offer = query.get("offre");
  if (isSoldOffer(offer) && isFollowed[offer]) show("[data-ordered]");
  if (isFunnelOffer(offer)) show("[data-next-steps]");
  if (isSoldOffer(offer) && !isFollowed[offer]) {
    show("[data-conference]");
    for (const part of document.querySelectorAll("[data-not-conference]")) part.setAttribute("hidden", "");
  }
  const state = readState();
  if (!isFunnelOffer(offer) || state?.funnel !== offer || !state.paymentStartedAt) return;
  localStorage.removeItem(funnelStateKey);
  await tellOrdered(offer, state, page);
}

function show(parts: string): void {
  for (const part of document.querySelectorAll(parts)) part.removeAttribute("hidden");
}

async function tellOrdered(offer: FunnelOffer, state: object, page: HTMLElement): Promise<void> {
  const { orderedHere } = await import("#subjects/funnel/site/machine/ordered-here.ts");
  const fragment = orderedHere(offer, state, page.dataset);
  if (fragment === undefined) return;
  history.replaceState(history.state, "", location.pathname + location.search + fragment);
  dispatchEvent(new Event("hashchange"));
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-next-steps] a")) link.hash = fragment;
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
