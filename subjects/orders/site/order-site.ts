import type { PriceChange } from "#domain/site/prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";

/** The part of the site's settings that an order form shows or uses, as it travels in the page. */
export type OrderSite = {
  /** An empty address: the API answers where the page does. */
  api: { url: string; publishableKey: string };
  brand: string;
  /** The server's day. */
  today: CivilDate;
  /** Those that began, above the first ones. */
  prices?: readonly PriceChange[];
  companyName: string;
  contactEmail: string;
  /** Empty: the contact address serves. */
  bookingUrl: string;
  paymentProvider: string;
  /** Absent: the offer cannot be paid for yet. */
  paymentLink?: string;
  /** The words for whom our server asks for a company; it is typed by hand without. */
  companyRegister?: string;
  /** The terms that an order accepts: the day of their version. */
  termsVersion: CivilDate;
  /** Pages to link to; plain words where there is none. */
  legalPages: { terms?: string; privacy?: string };
};
