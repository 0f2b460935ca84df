import { useRef, useState } from "react";

export type Done = { sentence: string; number: number };

/** What was done last. Saying it takes the focus to the heading: the button that had it goes with its line. */
export function useDone() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<Done>();

  function showDone(sentence: string) {
    setDone((previous) => ({ sentence, number: (previous?.number ?? 0) + 1 }));
    heading.current?.focus({ preventScroll: true });
  }

  return { heading, done, showDone, dismiss: () => setDone(undefined) };
}
