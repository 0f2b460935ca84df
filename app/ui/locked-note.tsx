import "./words.css";

import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";

/** Under a button that leads to a payment. */
export function LockedNote({ children }: { children: ReactNode }) {
  return (
    <Row as="p" gap={8} className="caption">
      <Box as="span" paddingTop={2}>
        <Icon name="lock" isSmall />
      </Box>
      <span>{children}</span>
    </Row>
  );
}
