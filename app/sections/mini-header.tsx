import { Box, Row } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { siteFrame } from "#content/site-frame.ts";

/** Reduced header: the logo, and one way out, home when the page has no better one. */
export function MiniHeader({ children = <BackHome /> }: { children?: ReactNode }) {
  const { brand } = useSite();

  return (
    <Box as="header" rule="bottom" className="outer">
      <Row gap={16} align="center" justify="between" className="text-small frame frame-plain header-line">
        <Logo name={brand} homeHref={href("/")} />
        {children}
      </Row>
    </Box>
  );
}

function BackHome() {
  return (
    <IconLink icon="back" href={href("/")}>
      {siteFrame.backHome}
    </IconLink>
  );
}
