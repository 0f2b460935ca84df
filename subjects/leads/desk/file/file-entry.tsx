import type { ReactNode } from "react";

import { Stack } from "#app/ui/layout.tsx";

/** One line of a file; wide ones hold texts. */
export function FileEntry({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <Stack
      gap={isWide ? 2 : 8}
      align={isWide ? "stretch" : "baseline"}
      paddingBlock={8}
      className={isWide ? undefined : "file-entry"}
    >
      <dt className="faint">{label}</dt>
      <dd className="as-typed">{children}</dd>
    </Stack>
  );
}
