import { useEffect } from "react";

/** Marks the links to the funnel that stand elsewhere in the page: `data-follows-volume`. */
const linksToFunnel = "a[data-follows-volume]";

/** The funnel's address with the volume it should begin with. */
export function withVolume(funnel: string, volume: number): string {
  return `${funnel}${funnel.includes("?") ? "&" : "?"}volume=${volume}`;
}

type Ways = { contactHref?: string | undefined; notSold: readonly number[] };

/** Where one talks about a volume without a payment link, beside the funnel, which keeps the request. */
export function talkOf({ contactHref, notSold }: Ways, volume: number): string | undefined {
  return notSold.includes(volume) ? contactHref : undefined;
}

/** Once the visitor has chosen, every way into the funnel carries the choice. */
export function useLinkVolumeSync(funnel: string, chosenVolume: number | undefined): void {
  // Links outside the island: plain HTML that no other script changes.
  useEffect(() => {
    if (chosenVolume === undefined) return;
    for (const link of document.querySelectorAll(linksToFunnel)) {
      link.setAttribute("href", withVolume(funnel, chosenVolume));
    }
  }, [funnel, chosenVolume]);
}
