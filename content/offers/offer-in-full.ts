import type { ShownTestimonial, SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import type { AnsweredQuestion } from "./answers.ts";
import type { OfferMails } from "./offer-mails.ts";

export type PageTitle = {
  title: (site: SiteOnDay) => string;
  description: (site: SiteOnDay) => string;
};

/** Goes with a page when it is shared. */
export type ShareImage = { title: readonly [string, string]; caption: string };

/** What the server says of an offer. What scripts say of it stands in `subjects/offers/words`. */
export type OfferInFull = {
  /** In menus, where its own name would not do. */
  menuName?: string;
  /** Of its page. */
  page: PageTitle;
  shareImage: ShareImage;
  /** What search engines read that it is. */
  service: string;
  /** Asked about it, on its page. What the answers promise is what the terms say. */
  questions: (site: SiteOnDay, today: CivilDate) => AnsweredQuestion[];
  /** Its customers in a demonstration, which invents them. */
  testimonials: (brand: string) => ShownTestimonial[];
  mails: OfferMails;
  /** What the doctor calls it, in both languages, and one of its volumes. */
  doctor: Record<"english" | "french", { name: string; volume?: (volume: number) => string }>;
};

/** Of an offer on the home page. */
export type OnHomePage = {
  /** Of what we do, in the one sentence that the footer says of it. */
  purpose: string;
  card: { text: (brand: string) => string; link: string };
};

/** Of an offer with a funnel. */
export type WithFunnel = OnHomePage & {
  signUp: PageTitle;
  /** What the advertised price is for. */
  unit: string;
  plan: { isPopular?: true; description: string; features: (isPromotion: boolean) => string[]; action: string };
  choice: { text: (brand: string) => string; action: string };
  /** The unit, as the doctor says it. */
  doctorUnit: Record<"english" | "french", string>;
};
