import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { homeSections } from "#app/page-kit/home-sections.ts";
import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { NarrowFold } from "#app/ui/narrow-fold.tsx";
import { homeOffers, offersInFull } from "#content/offers/registry.ts";
import { sayOpeningHours } from "#content/language/opening-hours.ts";
import { siteFrame } from "#content/site-frame.ts";

import { FooterLinks } from "./footer-links.tsx";
import { serviceLinks } from "./service-links.ts";

const copy = siteFrame.footer;
const purpose = copy.purpose(new Intl.ListFormat("fr").format(homeOffers.map((offer) => offersInFull[offer].purpose)));

export function SiteFooter() {
  const site = useSite();
  const { people, testimonials, clients } = site;
  const isInvented = [...people, ...testimonials, ...clients].some((shown) => shown.isInvented);
  const year = useToday().slice(0, 4);

  return (
    <footer className="site-footer dark outer">
      <div className="frame">
        <Stack columns={2} tablet={{ columns: 4 }}>
          <Contact />
          <Column>
            <Links title={copy.services.title} links={serviceLinks(site)} />
          </Column>
          <QuickLinks />
        </Stack>
        <Box paddingBlock={20} paddingInline="cell" rule="top" className="text-caption color-on-line-2 footer-end">
          <p>
            {copy.copyright(year, site.company.name)}
            {isInvented && `. ${copy.invented}`}
          </p>
          <Row as="ul" align="baseline" columnGap={20} isWrapping>
            <FooterLinks />
          </Row>
        </Box>
      </div>
    </footer>
  );
}

function Contact() {
  const { brand, contact } = useSite();
  const address = contact.address.lines.join(", ");
  const hours = sayOpeningHours(contact.hours ?? []);

  return (
    <Box span={2} padding="cell" rule="top" tablet={{ rule: "none" }} lg={{ paddingBlock: 64 }}>
      <Box marginBottom={12} tablet={{ marginBottom: 0 }}>
        <Logo name={brand} homeHref={href("/")} size="large" />
      </Box>
      <Box as="p" maxWidth="34ch" marginTop={24} marginBottom={32} className="color-on-line-2 hidden-until-tablet">
        {purpose}
      </Box>
      {contact.phone !== "" && (
        <a
          className="text-heading strong block stretch-mid tracking-title leading-tight footer-contact tabular"
          href={phoneHref(contact.phone)}
        >
          {contact.phone}
        </a>
      )}
      {contact.email !== "" && (
        <a
          className="text-heading strong block stretch-mid tracking-title leading-tight footer-contact"
          href={`mailto:${contact.email}`}
        >
          {contact.email}
        </a>
      )}
      {address !== "" && (
        <Box as="p" marginTop={8} tablet={{ marginTop: 24 }} className="text-small">
          {contact.address.mapUrl === "" ? address : <TextLink href={contact.address.mapUrl}>{address}</TextLink>}
        </Box>
      )}
      {hours.length > 0 && (
        <Box as="p" marginTop={8} className="text-small">
          {copy.hours} {hours.join("\u00a0; ")}.
        </Box>
      )}
    </Box>
  );
}

function QuickLinks() {
  const site = useSite();
  const social = site.contact.social.filter(({ url }) => url !== "");

  return (
    <Column>
      <Links
        title={copy.quickLinks}
        links={[
          ...homeSections(site),
          { target: href("/blog"), label: siteFrame.blog },
          { target: href("/securite-et-donnees"), label: siteFrame.security },
          { target: href("/dashboard"), label: siteFrame.customerSpace },
        ]}
      />
      {social.length > 0 && (
        <Links title={copy.social} links={social.map(({ name, url }) => ({ target: url, label: name }))} />
      )}
    </Column>
  );
}

function Column({ children }: { children: ReactNode }) {
  return (
    <Box span={2} paddingInline="cell" tablet={{ span: 1, rule: "left", padding: "cell" }} lg={{ paddingBlock: 64 }}>
      {children}
    </Box>
  );
}

/** Under their title; on a telephone under one that opens, before them: what it closes is drawn elsewhere. */
function Links({ title, links }: { title: string; links: readonly { target: string; label: string }[] }) {
  return (
    <>
      <Box as="h2" marginBottom={16} className="plain-title text-caption color-on-line-2 hidden-until-tablet">
        {title}
      </Box>
      <NarrowFold title={title} />
      <ul>
        {links.map(({ target, label }) => (
          <li key={target}>
            <a className="text-small" href={target}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
