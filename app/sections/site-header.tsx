import { Row } from "#app/ui/layout.tsx";

import { homeSections } from "#app/page-kit/home-sections.ts";
import { href, phoneHref } from "#app/page-kit/href.ts";
import { lastingOfferLinks } from "#app/page-kit/offer-links.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { siteFrame } from "#content/site-frame.ts";

/** Stays on top of the page: sections, telephone, sign-up; a full-screen menu on small screens. */
export function SiteHeader() {
  const site = useSite();
  const { brand, contact } = site;
  const links = [...homeSections(site), { target: href("/blog"), label: siteFrame.blog }];
  const signUp = { target: href("/inscription-secretariat"), label: siteFrame.signUp };
  const account = { target: href("/dashboard"), label: siteFrame.customerSpace };
  const phone = contact.phone === "" ? undefined : { target: phoneHref(contact.phone), label: contact.phone };

  return (
    <header className="site-header outer">
      <Row gap={16} align="center" xl={{ gap: 24 }} className="frame frame-plain header-line">
        <Logo name={brand} homeHref={href("/")} />
        <Row
          as="nav"
          gap={16}
          isWrapping
          marginLeft="auto"
          xl={{ gap: 24 }}
          className="text-small stretch-mid hidden-until-lg"
          aria-label={siteFrame.mainNavigation}
        >
          {links.map((link) => (
            <a key={link.target} href={link.target}>
              {link.label}
            </a>
          ))}
        </Row>
        {phone && (
          <Row
            as="a"
            gap={8}
            align="center"
            marginLeft={8}
            className="text-small strong unbroken finger-high hidden-until-xl tabular"
            href={phone.target}
          >
            <Icon name="phone" />
            {phone.label}
          </Row>
        )}
        {phone && (
          <a className="header-call hidden-from-xl" href={phone.target} aria-label={siteFrame.call(phone.label)}>
            <Icon name="phone" />
          </a>
        )}
        <a className="text-small strong stretch-mid unbroken header-account hidden-until-lg" href={account.target}>
          {account.label}
        </a>
        <ButtonLink href={signUp.target} variant="green" isSmall className="hidden-until-lg">
          {signUp.label}
        </ButtonLink>
        <Island
          name="MobileMenu"
          when="interaction"
          props={{ brand, labels: siteFrame.menu, links, offers: lastingOfferLinks, account, phone, signUp }}
        />
      </Row>
    </header>
  );
}
