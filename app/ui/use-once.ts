import { useRef, useState } from "react";

/** One action at a time, whatever the number of clicks: those that come while its promise runs do nothing. */
export function useOnce(): { isBusy: boolean; once: (act: () => Promise<void> | undefined) => void } {
  // A second click comes before the button has changed.
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  function once(act: () => Promise<void> | undefined): void {
    if (isRunning.current) return;
    const running = act();
    if (!running) return;

    isRunning.current = true;
    setIsBusy(true);
    void running.finally(() => {
      isRunning.current = false;
      setIsBusy(false);
    });
  }

  return { isBusy, once };
}
