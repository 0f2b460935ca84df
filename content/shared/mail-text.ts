import type { MailDueLine, MailFact } from "#domain/site/mail-letter.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

export type MailText = {
  subject: string;
  paragraphs: string[];
  /** What a person wrote, paragraph by paragraph, each in its lines: it greets and signs by itself. */
  typed?: string[][];
  /** Where answers go, instead of to the sender's address. */
  replyTo?: string;
  /** The one thing to do; what a person wrote may ask for nothing. */
  action?: { label: string; link: string };
  /** What was asked, one line each. */
  facts?: MailFact[];
  /** What is paid when: the same lines as on the pages. */
  schedule?: { title: string; lines: MailDueLine[]; setUp?: MailFact };
  /** What comes next, in order. */
  stepsTitle?: string;
  steps?: string[];
  /** To be typed by hand: large, before the action; or, introduced as its short form, the last of the notes. */
  code?: string;
  codeIntroduction?: string;
  /** Last lines, small: how long the link lives, what to do when the recipient did not ask for it. */
  notes: string[];
  /** Under the notes. */
  links?: { label: string; link: string }[];
};

/** What a mail may say of the site, on the day it is written. */
export type MailSite = Pick<SiteOnDay, "origin" | "contact" | "legal" | "offers" | "payments" | "prices"> & {
  today: CivilDate;
};
