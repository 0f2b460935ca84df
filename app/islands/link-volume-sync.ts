import { useEffect } from "react";

/** Marks the links to the funnel that stand elsewhere in the page: `data-follows-volume`. */
const linksToFunnel = "a[data-follows-volume]";

/** The funnel's address with the volume it should begin with. */
export function withVolume(funnel: string, volume: number): string {
  return `${funnel}${funnel.includes("?") ? "&" : "?"}volume=${volume}`;
}

type Ways = { funnel: string; contactHref?: string | undefined; notSold: readonly number[] };

/** Where a volume leads: into the funnel or, while it has no payment link, to a talk. */
export function wayTo({ funnel, contactHref, notSold }: Ways, volume: number): { href: string; isTalk: boolean } {
  const isTalk = contactHref !== undefined && notSold.includes(volume);
  return { isTalk, href: isTalk ? contactHref : withVolume(funnel, volume) };
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
