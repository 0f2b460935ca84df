const lockName = "desk-background";

export type Background = {
  /** Whether this tab follows the server when it is hidden. */
  isOurs(): boolean;
  /** Asks for it, where this browser may show notifications. @returns how to give it to another tab */
  hold(onTaken: () => void): () => void;
};

/** Of the tabs of this browser one alone holds a stream while it is hidden, and only where it may notify. */
export function createBackground(): Background {
  let isHeld = false;

  return {
    isOurs: () => isHeld && mayNotify(),
    hold(onTaken) {
      const giving = new AbortController();
      // Without locks each hidden tab would hold a stream: then none does.
      void globalThis.navigator.locks
        ?.request(lockName, { signal: giving.signal }, async () => {
          isHeld = true;
          onTaken();
          await new Promise((resolve) => giving.signal.addEventListener("abort", resolve, { once: true }));
          isHeld = false;
        })
        .catch(() => undefined); // given up before it was had
      return () => giving.abort();
    },
  };
}

function mayNotify(): boolean {
  return "Notification" in globalThis && Notification.permission === "granted";
}
