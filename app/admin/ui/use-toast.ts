import { useRef, useState } from "react";

export type ToastMessage = { sentence: string; number: number };

/** What was done last. Saying it takes the focus to the heading: the button that had it goes with its line. */
export function useToast() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [toast, setToast] = useState<ToastMessage>();

  function showToast(sentence: string) {
    setToast((previous) => ({ sentence, number: (previous?.number ?? 0) + 1 }));
    heading.current?.focus({ preventScroll: true });
  }

  return { heading, toast, showToast, dismiss: () => setToast(undefined) };
}
