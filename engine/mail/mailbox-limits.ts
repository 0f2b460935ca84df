import { type Limit, mailboxOf, type Permission, type RateLimiter } from "#engine/limits/rate-limits.ts";

/**
 * How many mails strangers together can send to one mailbox: five in any hour, ten in any day. A bucket lets through
 * its capacity and what it gains meanwhile, so that five at once and five more over the day are both bounds.
 *
 * One bucket for every mail that a typed address causes, whatever the form. The database counts the mails that it
 * queues itself in the same bucket: see `private.may_mail_to`.
 */
export const perMailbox: Limit = { purpose: "mails to mailbox", capacity: 5, perHour: 5 / 24 };

/** Counts a mail before it is written, and before looking whether there is anybody to write to. */
export function countMailTo(limits: RateLimiter, email: string): Promise<Permission> {
  return limits.consume(perMailbox, mailboxOf(email));
}
