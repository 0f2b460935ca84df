import type { SoldOffer } from "#domain/kernel/lead.ts";

import type { CookiePurpose } from "./cookie-consent.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";

import type { ElectronicInvoicing } from "./electronic-invoicing.ts";
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
  /** Where to report a vulnerability: an e-mail address or a URL. By default the contact address. */
  security?: { contact: string };
  /** Publisher and host, as French law wants them named. Production does not start while one is empty. */
  legal: LegalIdentity;
  paymentProvider: string;
  /** How the payment provider's pages are set up, as their owner confirms. */
  payment?: {
    /** Whether they ask for a card while nothing is due; nothing is said of it without. */
    card?: "asked" | "not-asked";
    /** They ask for a name, an address and tax numbers, which an invoice to a business names. */
    billingDetails?: "collected";
  };
  electronicInvoicing?: ElectronicInvoicing;
  /** Page of the payment provider's on which customers sign in to all their invoices; not shown without. */
  customerPortal?: string;
  /** Who we are, in this order; the section is left out without. */
  people?: Person[];
  /** Who signs articles, by the key they name (`author` in `subjects/blog`); the company signs the others. */
  authors?: Record<string, Person>;
  /**
   * Who is contacted once the visitor agrees, and by that purpose only; none where the address is empty. The partner
   * is named by `legal.processors`: role `advertising` for marketing, `audience` for analytics.
   */
  trackers?: Record<CookiePurpose, TrackerConfig>;
  /**
   * Whether a lead stores the campaign and the site that its first and its last visit came from. Needs consent for
   * `analytics`; kept in the browser's session storage, and sent to this site only.
   */
  attribution?: boolean;
  /** The calendars that the secretariat reads; no page says that it reads one without. */
  calendars?: Calendars;
  /** Where companies are looked up by name or SIREN, as recherche-entreprises.api.gouv.fr; nowhere without. */
  companyRegister?: string;
  offers: {
    promotion?: DayWindow;
    closingFreeSetUp?: DayWindow;
    /** The one that is held next, or was held last. Without one there is no page for it. */
    conference?: Conference;
  };
  /** Recordings and films of the owner's; those of the demonstration where it is left out. */
  media?: MediaConfig;
  /** What the pages state of us, each with what supports it: what has no source or no date is not shown. */
  claims?: Claims;
};

/** `picture`: JPEG, PNG, WebP or AVIF, 60 KB at most, a path from the configuration's file; initials without one. */
export type Person = { name: string; role: string; picture?: string };

/** Under the names that customers know. `connectedBy`: the team when the line is set up, or customers themselves. */
export type Calendars = { names: string[]; connectedBy: "team" | "customer" };

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
/** `consent`: how and when the person or company agreed to be named on the site. */
export type Publication = Support & { consent: string };

/** A demonstration shows the specified ones without support; a real site shows none without. */
export type Claims = {
  /** « Plus de {figure} PME » */
  companies?: Claim;
  /** « Plus de {figure} organismes de formation » */
  trainingOrganisations?: Claim;
  /** « Une solution 100 % française » */
  madeInFrance?: Support;
  /** « Le plus populaire », over the plan of the secretariat */
  mostPopular?: Support;
  /** « Moins d’appels perdus, dès la première semaine » */
  fewerMissedCalls?: Support;
  testimonials?: Testimonial[];
  clients?: Client[];
};

/** Where customers are heard: each page of an offer by its name, but that of the follow-up. */
export type TestimonialPage = "home" | "training" | "followUp" | Exclude<SoldOffer, "suiviclient">;

export type Testimonial = Publication &
  Person & {
    text: string;
    /** The pages of its offer, where it comes first; without any, it is heard on all of them. */
    pages?: TestimonialPage[];
    /** Its words shortened, for the page that shows them large. One for each page: the first in the list. */
    quotes?: Partial<Record<TestimonialPage, string>>;
    /** Where they work. */
    town?: string;
    /** What changed, in one number: « 3 », « rendez-vous pris chaque matin ». */
    figure?: CaseFigure;
    /** An address that tells how it went, of this site (`/blog/…`) or another. */
    caseUrl?: string;
  };

export type CaseFigure = { number: string; unit: string };

/** `picture`: a logo, as {@link Person}; the name in letters without one. */
export type Client = Publication & { name: string; picture?: string };

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
