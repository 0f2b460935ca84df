import type { FunnelOffer, OrderFormName } from "#domain/kernel/lead.ts";
import type { CookiePurpose } from "./cookie-consent.ts";
import type { AccountOffers } from "#domain/kernel/account-offers.ts";
import type { DayWindow, CivilDate } from "#kit/civil-date.ts";
import type { PasswordRules } from "#kit/new-password.ts";

import type { DeskArticle } from "./article-content.ts";
import type { LegalIdentity } from "./legal-identity.ts";
import type { OwnMedia } from "./media.ts";
import type { PriceChange, Prices } from "./prices.ts";
import type { ShownPicture } from "./site-picture.ts";
import type {
  AnnouncedLine,
  Calendars,
  CaseFigure,
  Conference,
  AnsweringHours,
  OwnQuestion,
  PaymentLinkEntry,
  TestimonialPage,
} from "./site-config.ts";

/** What pages may show and link to; read when the server starts, no rebuild needed. */
export type SiteSettings = {
  brand: string;
  /** Lower-case ASCII form of the brand, used in article slugs. */
  slug: string;
  /** Scheme and host of canonical links, without a final slash. */
  origin: string;
  /** Demonstration mode: ribbon, `/demo` links. */
  demo: { asOf: CivilDate } | undefined;
  /** Set on pages that an administrator looks at as of another day. */
  preview?: PreviewOf;
  /** Where auth and data answer; an empty address: where the page does. */
  api: { url: string; publishableKey: string };
  /** Whether an identity provider is configured: its button is not shown without. */
  hasGoogleSignIn: boolean;
  /** What people may add to their accounts: nothing of it is shown without. */
  accountOffers: AccountOffers;
  /** What the auth service asks of a new password; administrators' are longer. */
  passwordRules: PasswordRules;
  contact: {
    phone: string;
    email: string;
    testLine: string;
    address: { lines: string[]; mapUrl: string };
    bookingUrl: string;
    social: { name: string; url: string }[];
    hours?: AnsweringHours;
  };
  announcement?: AnnouncedLine;
  /** Of the owner's, before those of the code. */
  questions?: readonly OwnQuestion[];
  company: { name: string };
  legal: LegalIdentity;
  paymentProvider: string;
  /** Who issues electronic invoices; not said without. */
  invoiceIssuer?: string;
  /** Whether an order asks for a card while nothing is due; not said without. */
  card?: "asked" | "not-asked";
  /** Where customers find all their invoices; not shown without. */
  customerPortal?: string;
  /** The calendars that the secretariat reads; no page says that it reads one without. */
  calendars?: Calendars;
  /** The words for whom the server asks when a company is looked up; without it none is looked up. */
  companyRegister?: string;
  /** What the cookie banner asks for; where it asks for nothing there is none (`askedPurposes`). */
  consent: {
    /** Of the banner's text and partners: an answer to another version is asked again. */
    version: string;
    /** A purpose without a tracker sends no request, granted or not. */
    trackers: Partial<Record<CookiePurpose, Tracker>>;
    /** Whether leads say by which campaign and site their visits came, with the consent of `analytics`. */
    attribution: boolean;
  };
  offers: {
    promotion?: DayWindow;
    closingFreeSetUp?: DayWindow;
    /** Every edition. */
    conferences?: readonly Conference[];
    /** In any order; of one thing and day the last counts. */
    prices?: readonly PriceChange[];
  };
  /** What something supports, or a demonstration shows: pages state nothing else of the kind. */
  claims: ShownClaims;
  /** Who we are, and who signs articles, by their key. */
  people: ShownPerson[];
  authors: Record<string, ShownPerson>;
  testimonials: ShownTestimonial[];
  /** The strip of logos. */
  clients: ShownClient[];
  /** On any day; on one of them, see {@link SiteOnDay}. */
  payments: PaymentLinks;
  /** The same as they are kept, with what they are said to ask; none where a demonstration stands in for them. */
  links?: readonly PaymentLinkEntry[];
  /** Those that were written in the desk. */
  articles?: readonly DeskArticle[];
  /** What replaces recordings and films of the demonstration. */
  media?: OwnMedia;
};

/** As pages show it on a day: `payments` are the links that ask what things cost then. */
export type SiteOnDay = SiteSettings & {
  prices: Prices;
  /** `conference`: the edition that is announced, or was held last. */
  offers: SiteSettings["offers"] & { conference?: Conference };
};

export type ShownClaims = {
  companies?: number;
  trainingOrganisations?: number;
  madeInFrance: boolean;
  mostPopular: boolean;
  fewerMissedCalls: boolean;
};

/** Of a demonstration, whose page says so. */
type Invented = { isInvented?: true };

/** `picture`: the initials are shown without one. */
export type ShownPerson = Invented & { name: string; role: string; picture?: ShownPicture };

export type ShownTestimonial = ShownPerson & {
  text: string;
  /** The pages of its offer, where it comes first; none: heard on all of them. */
  pages: readonly TestimonialPage[];
  /** Its words shortened, for the page that shows them large. */
  quotes: Partial<Record<TestimonialPage, string>>;
  town?: string;
  figure?: CaseFigure;
  caseUrl?: string;
};

/** `picture`: the name in letters without one. */
export type ShownClient = Invented & { name: string; picture?: ShownPicture };

/** `root`: the address below which the previewed pages stand, without a final slash. */
export type PreviewOf = { asOf: CivilDate; root: string };

/**
 * One link per volume, or one for all of an offer's volumes, whose payment page then asks one price; absent = not yet
 * available.
 */
export type PaymentLinks = {
  [Offer in Exclude<FunnelOffer, "secretariat">]?: string | Record<string, string>;
} & {
  [Offer in OrderFormName]?: string;
} & {
  secretariat: Record<string, string>;
  /** Of the follow-up for training bodies, whose pages begin with free days; absent: they take the usual ones. */
  formation?: string | Record<string, string>;
  custom?: string;
};

/** A partner who is told of a visit; an address without a host is this site's own. */
export type Tracker = { partner: string; url: string; policyUrl: string; lifeMonths: number; cookies: string[] };
