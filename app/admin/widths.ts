import { useSyncExternalStore } from "react";

/** Whether the window answers this media query, followed as it changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** From here leads are a table with columns; below, each is a card. */
export const tableWidth = "(min-width: 64rem)";
/** From here the file stands beside the list; below, it covers it. */
export const dockedWidth = "(min-width: 90rem)";
