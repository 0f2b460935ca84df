import type { ReactNode } from "react";

import { Box } from "#app/ui/layout.tsx";

/** One line above the header. */
export function AnnouncementLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      as="aside"
      paddingBlock={8}
      paddingInline={20}
      background="line-800"
      className="text-caption leading-snug color-on-line centered balanced announcement"
      aria-label={label}
    >
      {children}
    </Box>
  );
}
