import type { ReactNode } from "react";

import { Stack } from "#app/ui/layout.tsx";

/** A line that is read more than acted on: up to four facts side by side, one below the other on a telephone. */
export function RoomLine({ children }: { children: ReactNode }) {
  return (
    <Stack
      as="li"
      gap={2}
      columnGap={16}
      align="start"
      paddingBlock={12}
      paddingInline="inset"
      rule="top"
      lg={{ align: "center", paddingBlock: 8 }}
      className="room-line"
    >
      {children}
    </Stack>
  );
}
