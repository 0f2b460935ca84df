import { useSyncExternalStore } from "react";

/** Whether the window answers this media query, followed as it changes; the server's HTML is that of a no. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
