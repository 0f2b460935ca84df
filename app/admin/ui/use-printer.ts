import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

/** Draws what `begin` sets before the browser prints, and `end` takes it away afterwards. */
export function usePrinter(begin: () => void, end: () => void): void {
  const onBegin = useEffectEvent(() => flushSync(begin));
  const onEnd = useEffectEvent(end);

  // Synchronises with the printer of the browser.
  useEffect(() => {
    const listeners = { beforeprint: () => onBegin(), afterprint: () => onEnd() };
    addEventListener("beforeprint", listeners.beforeprint);
    addEventListener("afterprint", listeners.afterprint);
    return () => {
      removeEventListener("beforeprint", listeners.beforeprint);
      removeEventListener("afterprint", listeners.afterprint);
    };
  }, []);
}
