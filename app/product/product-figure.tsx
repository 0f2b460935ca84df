import type { ReactNode } from "react";

import { Box, Row } from "#app/ui/layout.tsx";
import { exampleNote } from "#content/shared/media.ts";

type Props = {
  title: string;
  /** Below what it shows: what it comes to. */
  sum?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A picture of the product at work, which says that it is an example. */
export function ProductFigure({ title, sum, className = "", children }: Props) {
  return (
    <Box as="figure" minWidth={0} radius="lg" background="surface" className={`card product ${className}`.trimEnd()}>
      <Row as="figcaption" gap={16} align="baseline" justify="between" paddingBlock={12} paddingInline={20}>
        <b className="text-small leading-snug">{title}</b>
        <span className="caption">{exampleNote}</span>
      </Row>
      {children}
      {sum !== undefined && (
        <Box as="p" paddingBlock={12} paddingInline={20} rule="top" className="text-small strong leading-snug">
          {sum}
        </Box>
      )}
    </Box>
  );
}
