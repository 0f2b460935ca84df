import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";

/** A mail that the team wrote: the words and the name of its writer, and the order that its link opens. */
export type TeamMail = LeadReceived & {
  subject: string;
  text: string;
  senderName: string;
  /** Where answers go. */
  senderEmail: string;
  /** The lead that its way out names. */
  file: string;
  /** Where their address comes from, when nothing came from them: the source of the file it was imported with. */
  source?: string;
  /** They read it in their space too. */
  isInSpace?: boolean;
  /** Where a customer who paid without an account opens their space. */
  firstPasswordLink?: string;
};
