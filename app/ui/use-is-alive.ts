import { useSyncExternalStore } from "react";

/** False in the server's HTML and while it is taken over, true right after. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
