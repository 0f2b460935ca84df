import { Box, Row } from "#app/ui/layout.tsx";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { admin } from "#content/shared/admin.ts";

/** Long enough to read a short sentence. */
const readingTimeMs = 6000;

type Props = { sentence: string; onDismiss: () => void };

/** Something went well and the screen already shows it. */
export function Toast(props: Props) {
  return <TimedToast role="alert" shownForMs={readingTimeMs} {...props} />;
}

type TimedProps = Props & {
  shownForMs: number;
  /** Absent where what surrounds it is said aloud. */
  role?: "alert";
  /** Time does not end it now. */
  isHeld?: boolean;
  /** What can still be done about it. */
  children?: ReactNode;
};

/** Shown as long again while the pointer or the focus is on it. */
export function TimedToast({ sentence, onDismiss, shownForMs, role, isHeld = false, children }: TimedProps) {
  const box = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(() => {
    if (!isHeld && !box.current?.matches(":hover, :focus-within")) onDismiss();
  });

  // Synchronises with the clock.
  useEffect(() => {
    const timer = setInterval(() => dismiss(), shownForMs);
    return () => clearInterval(timer);
  }, [shownForMs]);

  return (
    <Row
      ref={box}
      gap={16}
      align="center"
      padding={8}
      paddingLeft={16}
      radius="md"
      background="ink"
      className="color-white toast dark"
      role={role}
    >
      <Lamp state="connected" />
      <span>{sentence}</span>
      {children}
      <Box as="button" padding={8} type="button" aria-label={admin.deletion.dismiss} onClick={onDismiss}>
        <Icon name="close" isSmall />
      </Box>
    </Row>
  );
}
