import { useEffectEvent, useLayoutEffect } from "react";

/** Reads once where a range stands: it may have been moved before its component came alive. */
export function useMovedRange(id: string, adopt: (value: number) => void): void {
  const adoptValue = useEffectEvent(adopt);

  // The range itself, as the visitor left it in the server's HTML. Before the browser's next event, which is React's.
  useLayoutEffect(() => {
    const range = document.getElementById(id);
    if (range instanceof HTMLInputElement) adoptValue(range.valueAsNumber);
  }, [id]);
}
