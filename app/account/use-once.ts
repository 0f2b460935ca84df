import { useRef, useState } from "react";

/** One action at a time, whatever the number of clicks: those that come while it runs do nothing. */
export function useOnce(): { isBusy: boolean; once: (act: () => Promise<void>) => void } {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  async function run(act: () => Promise<void>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await act();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, once: (act) => void run(act) };
}
