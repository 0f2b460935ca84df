import type { PhoneLink } from "#app/ui/minor-header.tsx";
import type { Seller } from "#domain/site/legal-identity.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import type { AccountOffers } from "#domain/kernel/account-offers.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";

/** The part of the site's settings that a customer's space shows or uses, as it travels in the page. */
export type AccountSite = Pick<
  FunnelSite,
  | "api"
  | "bookingUrl"
  | "brand"
  | "contactEmail"
  | "hasGoogleSignIn"
  | "legalPages"
  | "paymentProvider"
  | "payments"
  | "termsVersion"
> & {
  offers: AccountOffers;
  /** Of the team; undefined where there is none. */
  phone: PhoneLink | undefined;
  /** The server's day, and the days of the secretariat's promotion: what is paid when follows from them. */
  today: CivilDate;
  promotion?: DayWindow | undefined;
  /** Those that began, above the first ones. */
  prices?: readonly PriceChange[];
  seller: Seller;
  isDemo: boolean;
  /** Who issues electronic invoices. */
  invoiceIssuer?: string;
  /** The payment provider's portal, where a customer who signs in sees all invoices. */
  customerPortal?: string;
  /** Where a call is booked; empty: nowhere. */
  bookingUrl: string;
  /** The editions of the conference up to the announced one, as their participants read them. */
  editions?: readonly { heldOn: CivilDate; venue: string; hours: string }[];
  /** Where the assistant is heard; undefined without one. */
  testLine?: { number: string; address: string; isDemo: boolean } | undefined;
};
