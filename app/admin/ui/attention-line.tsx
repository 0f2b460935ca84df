import type { ReactNode } from "react";

import { Box, Stack } from "#app/ui/layout.tsx";

type Props = {
  /** What it is and where it was to go take a column each. */
  isWide?: boolean;
  children: ReactNode;
};

/** One line per thing that waits: its state, what it is, the rest, what to do about it. */
export function AttentionLine({ isWide, children }: Props) {
  return (
    <Stack
      as="li"
      rowGap={8}
      columnGap={12}
      align="start"
      paddingBlock={16}
      paddingInline="inset"
      rule="top"
      lg={{ gap: 16, align: "center", paddingBlock: isWide ? 16 : 8 }}
      className={isWide ? "attention-line attention-line-wide" : "attention-line"}
    >
      {children}
    </Stack>
  );
}

/** What was tried and did not work. */
export function ProblemSentence({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <Box as="p" role="alert" className="color-error text-caption strong">
      {sentence}
    </Box>
  );
}
