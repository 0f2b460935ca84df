import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/words.css";
import "./site-header.css";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { siteFrame } from "#content/site-frame.ts";

const links = [
  ...siteFrame.sections.map(({ anchor, label }) => ({ target: href(`/#${anchor}`), label })),
  { target: href("/blog"), label: siteFrame.blog },
];

/** Stays on top of the page: sections, telephone, sign-up; a full-screen menu on small screens. */
export function SiteHeader() {
  const { brand, contact } = useSite();
  const signUp = { target: href("/inscription"), label: siteFrame.signUp };

  return (
    <header className="site-header outer">
      <Row gap={24} align="center" className="frame frame-plain header-line">
        <Logo name={brand} homeHref={href("/")} />
        <Row
          as="nav"
          gap={24}
          marginLeft="auto"
          className="text-small stretch-mid hidden-until-lg"
          aria-label={siteFrame.mainNavigation}
        >
          {links.map((link) => (
            <a key={link.target} href={link.target}>
              {link.label}
            </a>
          ))}
        </Row>
        {contact.phone !== "" && (
          <Row
            as="a"
            gap={8}
            align="center"
            marginLeft={8}
            className="text-small strong unbroken header-phone hidden-until-xl tabular"
            href={phoneHref(contact.phone)}
          >
            <Icon name="phone" />
            {contact.phone}
          </Row>
        )}
        <ButtonLink href={signUp.target} variant="green" isSmall className="hidden-until-lg">
          {signUp.label}
        </ButtonLink>
        <Island name="MobileMenu" when="interaction" props={{ brand, labels: siteFrame.menu, links, signUp }} />
      </Row>
    </header>
  );
}
