import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { homeSections } from "#app/page-kit/home-sections.ts";
import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { siteFrame } from "#content/site-frame.ts";

import { FooterLinks } from "./footer-links.tsx";
import { serviceLinks } from "./service-links.ts";

const copy = siteFrame.footer;

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
            <Title>{copy.services.title}</Title>
            <ul>
              {serviceLinks(site).map(({ target, label }) => (
                <li key={target}>
                  <a className="text-small" href={target}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </Column>
          <QuickLinks />
        </Stack>
        <Box paddingBlock={20} paddingInline="cell" rule="top" className="text-caption color-on-line-2 footer-end">
          <p>
            {copy.copyright(year, site.company.name)}
            {isInvented && ` ${copy.invented}`}
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

  return (
    <Box span={2} padding="cell" rule="top" tablet={{ rule: "none" }} lg={{ paddingBlock: 64 }}>
      <Logo name={brand} homeHref={href("/")} size="large" />
      <Box as="p" maxWidth="34ch" marginTop={24} marginBottom={32} className="color-on-line-2">
        {copy.purpose}
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
        <Box as="p" marginTop={24} className="text-small">
          {contact.address.mapUrl === "" ? address : <TextLink href={contact.address.mapUrl}>{address}</TextLink>}
        </Box>
      )}
    </Box>
  );
}

function QuickLinks() {
  const site = useSite();
  const { social } = site.contact;
  const socialLinks = social.filter(({ url }) => url !== "");

  return (
    <Column>
      <Title>{copy.quickLinks}</Title>
      <ul>
        {homeSections(site).map(({ target, label }) => (
          <li key={target}>
            <a className="text-small" href={target}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <a className="text-small" href={href("/blog")}>
            {siteFrame.blog}
          </a>
        </li>
        <li>
          <a className="text-small" href={href("/securite-et-donnees")}>
            {siteFrame.security}
          </a>
        </li>
        <li>
          <a className="text-small" href={href("/dashboard")}>
            {siteFrame.customerSpace}
          </a>
        </li>
      </ul>
      {socialLinks.length > 0 && (
        <>
          <Title>{copy.social}</Title>
          <ul>
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a className="text-small" href={url}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Column>
  );
}

function Column({ children }: { children: ReactNode }) {
  return (
    <Box padding="cell" rule="top" tablet={{ rule: "left" }} lg={{ paddingBlock: 64 }}>
      {children}
    </Box>
  );
}

function Title({ children }: { children: ReactNode }) {
  return (
    <Box as="h2" marginBottom={16} className="plain-title text-caption color-on-line-2">
      {children}
    </Box>
  );
}
