import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/words.css";
import "./site-footer.css";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { requiredSentences } from "#content/legal/required-sentences.ts";
import { siteFrame } from "#content/site-frame.ts";
import { accessibilityStatus } from "#domain/contracts/legal-identity.ts";

import { CookieSettingsButton } from "./cookie-settings-button.tsx";
import { legalLinks } from "./legal/legal-links.ts";

const copy = siteFrame.footer;

const services = [
  { target: href("/secretariat"), label: copy.services.secretariat },
  { target: href("/suivi-client"), label: copy.services.followUp },
  { target: href("/marketing"), label: copy.services.marketing },
  { target: href("/marketing/organismes-de-formation"), label: copy.services.training },
  { target: href("/closing"), label: copy.services.closing },
  { target: href("/conferences"), label: copy.services.conferences },
  { target: href("/inscription"), label: copy.services.chooser },
];

export function SiteFooter() {
  const { company, legal } = useSite();
  const accessibility = requiredSentences.accessibility(accessibilityStatus(legal.accessibilityAudit));
  const year = useToday().slice(0, 4);

  return (
    <footer className="site-footer dark outer">
      <div className="frame">
        <div className="footer-columns">
          <Contact />
          <div>
            <h2 className="text-caption">{copy.services.title}</h2>
            <ul>
              {services.map(({ target, label }) => (
                <li key={target}>
                  <a className="text-small" href={target}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <QuickLinks />
        </div>
        <div className="text-caption footer-end">
          <p>{copy.copyright(year, company.name)}</p>
          <Row as="ul" isWrapping>
            {legalLinks.map(({ target, label }) => (
              <li key={target}>
                <a className="text-small" href={target}>
                  {target === href("/accessibilite") ? accessibility : label}
                </a>
              </li>
            ))}
            <li>
              <CookieSettingsButton />
            </li>
          </Row>
        </div>
      </div>
    </footer>
  );
}

function Contact() {
  const { brand, contact } = useSite();
  const address = contact.address.lines.join(", ");

  return (
    <div>
      <Logo name={brand} homeHref={href("/")} size="large" />
      <p className="footer-purpose">{copy.purpose}</p>
      {contact.phone !== "" && (
        <a className="text-heading footer-contact tabular" href={phoneHref(contact.phone)}>
          {contact.phone}
        </a>
      )}
      {contact.email !== "" && (
        <a className="text-heading footer-contact" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      )}
      {address !== "" && (
        <p className="text-small footer-address">
          {contact.address.mapUrl === "" ? address : <TextLink href={contact.address.mapUrl}>{address}</TextLink>}
        </p>
      )}
    </div>
  );
}

function QuickLinks() {
  const { social } = useSite().contact;
  const socialLinks = social.filter(({ url }) => url !== "");

  return (
    <div>
      <h2 className="text-caption">{copy.quickLinks}</h2>
      <ul>
        {siteFrame.sections.map(({ anchor, label }) => (
          <li key={anchor}>
            <a className="text-small" href={href(`/#${anchor}`)}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <a className="text-small" href={href("/blog")}>
            {siteFrame.blog}
          </a>
        </li>
      </ul>
      {socialLinks.length > 0 && (
        <>
          <h2 className="text-caption">{copy.social}</h2>
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
    </div>
  );
}
