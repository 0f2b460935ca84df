import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";
import { Box, Row } from "./layout.tsx";
import { IconLink } from "./link.tsx";
import { Logo } from "./logo.tsx";

/** `name`: for those who do not see the number. */
export type PhoneLink = { number: string; address: string; name: string };

type Props = {
  brand: string;
  /** What the way home is called. */
  home: string;
  phone: PhoneLink | undefined;
  /** In their place, of a page that one signs out of. */
  children?: ReactNode;
};

/** Header of pages that are to be left by few ways. */
export function MinorHeader({ brand, home, phone, children }: Props) {
  return (
    <Box as="header" rule="bottom" className="outer">
      <Row gap={16} align="center" className="text-small frame frame-plain header-line">
        <Logo name={brand} homeHref="/" />
        <Row gap={24} align="center" marginLeft="auto">
          {children || (
            <>
              <IconLink icon="back" href="/">
                {home}
              </IconLink>
              {phone && (
                <a
                  className="arrow-link arrow-link-still unbroken tabular"
                  href={phone.address}
                  aria-label={phone.name}
                >
                  <Icon name="phone" /> <span className="hidden-until-tablet">{phone.number}</span>
                </a>
              )}
            </>
          )}
        </Row>
      </Row>
    </Box>
  );
}
