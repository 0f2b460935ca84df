import "./toast.css";

import { useEffect, useEffectEvent, useRef } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { admin } from "#content/admin.ts";

/** Long enough to read a short sentence; as long again while the pointer or the focus is on it. */
const readingTimeMs = 6000;

/** Something went well and the screen already shows it. */
export function Toast({ sentence, onDismiss }: { sentence: string; onDismiss: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(onDismiss);

  // Synchronises with the clock.
  useEffect(() => {
    const timer = setInterval(() => {
      if (!box.current?.matches(":hover, :focus-within")) dismiss();
    }, readingTimeMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div ref={box} className="toast dark" role="alert">
      <Lamp state="connected" />
      <span>{sentence}</span>
      <button type="button" aria-label={admin.deletion.dismiss} onClick={onDismiss}>
        <Icon name="close" isSmall />
      </button>
    </div>
  );
}
