import { trimmed } from "#domain/trimmed.ts";
import { type Limit, mailboxOf, type Permission, type RateLimiter } from "#server/http/rate-limits.ts";

/**
 * How many mails strangers together can send to one mailbox: five in an hour, ten in a day. One pair of buckets for
 * every mail that is sent because somebody typed an address, whatever the form.
 */
export const mailboxLimits: Limit[] = [
  { purpose: "mails to mailbox in an hour", capacity: 5, perHour: 5 },
  { purpose: "mails to mailbox in a day", capacity: 10, perHour: 10 / 24 },
];

/** Counts a mail before it is written, and before looking whether there is anybody to write to. */
export function countMailTo(limits: RateLimiter, email: string): Promise<Permission> {
  const mailbox = mailboxOf(trimmed(email));
  return limits.takeEach(mailboxLimits.map((limit) => [limit, mailbox]));
}
