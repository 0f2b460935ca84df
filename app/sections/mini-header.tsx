import { Box, Row } from "#app/ui/layout.tsx";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { siteFrame } from "#content/site-frame.ts";

/** Reduced header: the logo, the way home, the telephone. */
export function MiniHeader() {
  const { brand, contact } = useSite();

  return (
    <Box as="header" rule="bottom" className="outer">
      <Row gap={16} align="center" className="text-small frame frame-plain header-line">
        <Logo name={brand} homeHref={href("/")} />
        <Row gap={24} align="center" marginLeft="auto">
          <IconLink icon="back" href={href("/")}>
            {siteFrame.backHome}
          </IconLink>
          {contact.phone !== "" && (
            <a
              className="arrow-link arrow-link-still unbroken tabular"
              href={phoneHref(contact.phone)}
              aria-label={siteFrame.call(contact.phone)}
            >
              <Icon name="phone" /> <span className="hidden-until-tablet">{contact.phone}</span>
            </a>
          )}
        </Row>
      </Row>
    </Box>
  );
}
