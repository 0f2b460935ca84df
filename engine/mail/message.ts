import type { Result } from "#kit/result.ts";

/** A mail ready to leave. `id` is the delivery's: the same on every try, so a receiver can recognise a repeat. */
export type MailMessage = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside the usual ones: how to leave a mailing list. */
  headers: Record<string, string>;
};

/** Writes the message that a delivery's body asks for. A problem is final: the same body gives the same one each time. */
export type ComposeMail = (id: string, body: unknown) => Result<MailMessage, string>;

/** Takes a mail in the place of a mail server. @throws when it is not accepted now; it is then tried again. */
export type DeliverMail = (message: MailMessage) => Promise<void>;
