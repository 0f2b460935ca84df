import { useEffectEvent, useLayoutEffect } from "react";

/** Reads once what a control of the page holds: it may have been filled or moved before its component came alive. */
export function useEarlyValue(id: string, adopt: (value: string) => void): void {
  const adoptValue = useEffectEvent(adopt);

  // The control itself, as the visitor left it in the server's HTML. Before the browser's next event, which is React's.
  useLayoutEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement) adoptValue(control.value);
  }, [id]);
}
