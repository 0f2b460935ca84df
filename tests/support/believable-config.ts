import type { SiteConfig } from "#domain/site/site-config.ts";

import siteConfig from "../../site.config.ts";

const { legal, contact } = siteConfig;

/** The shipped configuration with an owner: made up, but nothing in it looks like an example. */
export const believableConfig: SiteConfig = {
  ...siteConfig,
  contact: { ...contact, phone: "01 42 00 00 00", email: "bonjour@zeta.fr" },
  legal: {
    ...legal,
    company: "Zeta SAS",
    registeredOffice: "1 rue du Test, 69001 Lyon",
    siren: "123 456 782",
    registry: "RCS Lyon",
    vatNumber: "FR 11 123456782",
    publicationDirector: "Dominique Testeur",
    host: { name: "Hébergeur Zeta", address: "2 rue des Baies, 67000 Strasbourg", phone: "03 88 00 00 00" },
    processors: legal.processors.map((processor) => ({ ...processor, name: `Zeta ${processor.role}` })),
  },
};
