import type { ReactNode } from "react";

import { Box } from "#app/ui/layout.tsx";

type Props = {
  title: string;
  /** It waits for the team's decision. */
  isWaiting?: boolean;
  children: ReactNode;
};

/** A part of a file. */
export function FileSection({ title, isWaiting, children }: Props) {
  return (
    <Box as="section" paddingBlock={16} paddingInline={24} rule="top" background={isWaiting ? "line-tint" : "canvas"}>
      <Box as="h3" marginBottom={8} className="text-body tracking-snug">
        {title}
      </Box>
      {children}
    </Box>
  );
}
