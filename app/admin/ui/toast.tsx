import "./toast.css";

import { Box, Row } from "#app/ui/layout.tsx";
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
    <Row
      ref={box}
      gap={16}
      align="center"
      padding={8}
      paddingLeft={16}
      radius="md"
      background="ink"
      color="white"
      className="toast dark"
      role="alert"
    >
      <Lamp state="connected" />
      <span>{sentence}</span>
      <Box as="button" padding={8} type="button" aria-label={admin.deletion.dismiss} onClick={onDismiss}>
        <Icon name="close" isSmall />
      </Box>
    </Row>
  );
}
