import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";

type Props = {
  /** As dark as the text around it. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** Under a button that leads to a payment. */
export function LockedNote({ isQuiet, children }: Props) {
  return (
    <Row as="p" gap={8} className={isQuiet ? "text-caption stretch-mid quiet" : "caption"}>
      <Box as="span" paddingTop={2}>
        <Icon name="lock" isSmall />
      </Box>
      <span>{children}</span>
    </Row>
  );
}
