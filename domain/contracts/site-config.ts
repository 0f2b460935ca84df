import type { ConsentPurpose } from "#domain/consent/cookie-consent.ts";
import type { CivilDate, DayWindow } from "#domain/kernel/civil-date.ts";

import type { LegalIdentity } from "./legal-identity.ts";
import type { MediaConfig } from "./media.ts";

/** What the owner writes in `site.config.ts`: contacts, links, legal identity, dated offers. Empty text = not set. */
export type SiteConfig = {
  contact: {
    phone: string;
    email: string;
    /** Free line on which visitors hear the assistant. */
    testLine: string;
    address: { lines: string[]; mapUrl: string };
    /** Page on which a 30-minute call is booked; without it, the contact address serves. */
    bookingUrl: string;
    social: { name: string; url: string }[];
  };
  /** Where somebody writes who found a hole: an e-mail address, or one with its scheme; the contact address without. */
  security?: { contact: string };
  /** Publisher and host, as French law wants them named. Production does not start while one is empty. */
  legal: LegalIdentity;
  paymentProvider: string;
  /** Page of the payment provider's on which customers sign in to all their invoices; not shown without. */
  customerPortal?: string;
  /** Who we are, in this order; nobody is shown without. */
  people?: Person[];
  /** Who signs articles, by the key they name (`author` in content/blog); the company signs the others. */
  authors?: Record<string, Person>;
  /**
   * Who is contacted once the visitor agrees, and by that purpose only; nobody where the address is empty. The partner
   * is named by `legal.processors`: role `advertising` for marketing, `audience` for analytics.
   */
  trackers?: Record<ConsentPurpose, TrackerConfig>;
  /** Where companies are looked up by name or SIREN, as recherche-entreprises.api.gouv.fr; nowhere without. */
  companyRegister?: string;
  offers: {
    promotion: DayWindow;
    closingFreeSetUp: DayWindow;
    conference: Conference;
  };
  /** Recordings and films of the owner's; those of the demonstration where it is left out. */
  media?: MediaConfig;
  /** Figures the pages state, with what supports them; `npm run doctor` lists those without. */
  claims: {
    companies: Claim;
    trainingOrganisations: Claim;
    /** By the id they have in content/home.ts; one without source and date is shown by a demonstration only. */
    testimonials?: Record<string, Support & { picture?: string }>;
    /** That the clients of the strip of logos are clients, and agree to be named. */
    clientLogos?: Support;
  };
};

/** `picture`: JPEG, PNG, WebP or AVIF, 60 KB at most, a path from the configuration's file; initials without one. */
export type Person = { name: string; role: string; picture?: string };

/** The team alone counts how many places are left. What is left out is not shown. */
export type Conference = {
  registrationUntil: CivilDate;
  heldOn: CivilDate;
  /** How many the room has. */
  seats?: number;
  /** Name and address, line by line. */
  venue?: string[];
  /** What becomes of a place that is paid for and not taken, in one or two sentences. */
  terms?: string;
};

/** Where a statement can be checked, and since when. */
export type Support = { source: string; date: string };
export type Claim = Support & { figure: number };

export type TrackerConfig = {
  /** With its id: of marketing, an image that is asked for; of analytics, where a page view is posted. */
  url: string;
  /** What the partner says it does with the data. */
  policyUrl: string;
  /** How long it recognises a browser: 13 months at most. */
  lifeMonths: number;
  /** Cookies it leaves under our name, forgotten when the visitor changes their mind. */
  cookies: string[];
};
