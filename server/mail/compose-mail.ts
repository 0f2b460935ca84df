import type { LeadReceived, PrefilledPayer } from "#subjects/orders/words/order-in-mail.ts";
import type { MailSite, MailText } from "#content/shared/mail-text.ts";
import { linkToOrder } from "#content/lead-mails.ts";
import { mailTexts, mailUnsubscribe, newsletterTemplates, type MailTemplate } from "#content/mails.ts";
import { mailStopLabel } from "#subjects/mails/words/mail-stop.ts";
import { stopReminderLabel } from "#subjects/leads/words/reminder.ts";
import { leaveListLabel } from "#subjects/conferences/words/waiting-list.ts";
import type { DrawLetter } from "#domain/site/mail-letter.ts";
import { mailableAddress } from "#kit/email-address.ts";
import { isUuid } from "#kit/uuid.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { controlCharacters } from "#engine/mail/control-characters.ts";
import { letterText } from "./letter-text.ts";
import type { MailMessage } from "#engine/mail/message.ts";
import {
  firstPasswordOf,
  mailStopOf,
  orderResumptionOf,
  reminderStopOf,
  wayOffTheList,
  wayOutOf,
} from "./sealed-links.ts";
import { writeLetter } from "./write-letter.ts";

export type MailProblem = "malformed" | "unknown_template" | "bad_address" | "bad_header" | "bad_link";

export type Sender = { brand: string; from: string; site: MailSite; authSecret: string; drawLetter: DrawLetter };

/**
 * The message a delivery's body asks for.
 *
 * A problem is final: the same body gives the same one on every try. The message goes to the canonical form of its
 * address, envelope and header alike; a list, or a name in quotes, has none and is a problem. Spaces, line breaks and
 * headers are not repaired: a message that needs it is an attempt at injection.
 */
export function composeMail(id: string, body: unknown, sender: Sender): Result<MailMessage, MailProblem> {
  const queued = readQueuedMail(body);
  if (!queued.ok) return queued;
  const { to, firstName, template, data } = queued.value;
  const address = /[\s\p{Cc}]/u.test(to) ? undefined : mailableAddress(to);
  if (address === undefined) return failed("bad_address");

  const links = { ...orderLinksOf(data, address, sender), ...passwordLink(data, sender) };
  const written = writeText(template, { ...data, ...links }, sender);
  if (!written) return failed("malformed");
  const wayOut = findWayOut(template, data, sender);
  const text = wayOut === undefined ? written : { ...written, links: [...(written.links ?? []), wayOut] };
  if (linksOf(text).some(({ link }) => !isWebAddress(link))) return failed("bad_link");
  const { subject, replyTo = "" } = text;
  if ([subject, sender.from, replyTo].some((header) => controlCharacters.test(header))) return failed("bad_header");

  const letter = writeLetter(text, { brand: sender.brand, firstName, seller: sender.site.legal });
  const parts = { text: letterText(letter), html: sender.drawLetter(letter) };
  const headers = { ...answersTo(replyTo), ...(wayOut && oneClickHeaders(wayOut.link)) };
  return ok({ id, from: sender.from, to: address, subject, ...parts, headers });
}

type LinkSettings = Parameters<typeof orderResumptionOf>[0];

/** What leads to an order. */
function orderLinksOf(data: Record<string, unknown>, address: string, settings: LinkSettings) {
  return { ...orderLink(data, settings), ...payerOf(address, data) };
}

/** Whether a mail about this order, as `private.order_in_mail` says it, can lead to its payment. */
export function isPayableOnline(
  order: LeadReceived & Record<string, unknown>,
  address: string,
  settings: LinkSettings & { site: MailSite },
): boolean {
  return linkToOrder({ ...order, ...orderLinksOf(order, address, settings) }, settings.site) !== undefined;
}

/** Made when the mail leaves: what waits in the queue opens nothing. */
function orderLink({ order, offer }: Record<string, unknown>, settings: LinkSettings): { resumeLink?: string } {
  const funnel = funnelOffers.find((each) => each === offer);
  if (funnel === undefined || !isUuid(order)) return {};
  return { resumeLink: orderResumptionOf(settings, funnel, order) };
}

/** Prefills the payment page with the lead's id, as the customer's space does: a bearer can only pay that order. */
function payerOf(email: string, { lead }: Record<string, unknown>): { payer?: PrefilledPayer } {
  return isUuid(lead) ? { payer: { email, reference: lead } } : {};
}

/** For a mail about a payment to a customer without a password. The queued mail holds only the link's id. */
function passwordLink({ firstPassword }: Record<string, unknown>, sender: Sender): { firstPasswordLink?: string } {
  if (!isUuid(firstPassword)) return {};
  return { firstPasswordLink: firstPasswordOf(sender, firstPassword) };
}

/** How to get no more newsletters, reminders, news of the next conference or mails of the team; else undefined. */
function findWayOut(
  template: MailTemplate,
  { request, lead, place, file }: Record<string, unknown>,
  sender: Sender,
): { label: string; link: string } | undefined {
  if (newsletterTemplates.includes(template) && isUuid(request)) {
    return { label: mailUnsubscribe, link: wayOutOf(sender, request) };
  }
  if (template === "order-reminder" && isUuid(lead)) {
    return { label: stopReminderLabel, link: reminderStopOf(sender, lead) };
  }
  if (template === "lead-received" && isUuid(place)) {
    return { label: leaveListLabel, link: wayOffTheList(sender, place) };
  }
  if (template === "team-mail" && isUuid(file)) return { label: mailStopLabel, link: mailStopOf(sender, file) };
  return undefined;
}

/** RFC 3834: absence notices and other programs do not answer what a program sent; a person is answered. */
function answersTo(replyTo: string): MailMessage["headers"] {
  const address = mailableAddress(replyTo);
  return address === undefined ? { "Auto-Submitted": "auto-generated" } : { "Reply-To": address };
}

/** RFC 2369 and RFC 8058: a mail program shows a button of its own, and posts to the address when it is pressed. */
function oneClickHeaders(link: string): MailMessage["headers"] {
  return { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function linksOf({ action, links = [] }: MailText) {
  return action ? [action, ...links] : links;
}

function isWebAddress(text: string): boolean {
  return !controlCharacters.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

type ReadMail = { to: string; firstName: unknown; template: MailTemplate; data: Record<string, unknown> };

function readQueuedMail(body: unknown): Result<ReadMail, MailProblem> {
  if (typeof body !== "object" || body === null) return failed("malformed");
  const { to, firstName, template, data = {} } = body as Record<string, unknown>;
  if (typeof to !== "string" || typeof template !== "string") return failed("malformed");
  if (typeof data !== "object" || data === null) return failed("malformed");
  if (!Object.hasOwn(mailTexts, template)) return failed("unknown_template");
  return ok({ to, firstName, template: template as MailTemplate, data: data as Record<string, unknown> });
}

/** What the template makes of the data; `undefined` when a text it needs is missing or is not text. */
function writeText(
  template: MailTemplate,
  data: Record<string, unknown>,
  { brand, site }: Sender,
): MailText | undefined {
  const write = mailTexts[template] as (data: Record<string, unknown>, brand: string, site: MailSite) => MailText;
  const text = write(data, brand, site);
  const { facts = [], schedule, stepsTitle = "", steps = [], typed = [] } = text;
  const parts: unknown[] = [text.subject, text.paragraphs, text.notes, stepsTitle, steps, typed.flat()].flat();
  if (!Array.isArray(text.paragraphs)) return undefined;
  parts.push(...facts.flatMap(({ label, value }) => [label, value]));
  parts.push(...linksOf(text).flatMap(({ label, link }) => [label, link]));
  parts.push(...(schedule?.lines ?? []).flatMap(({ day, amount, label }) => [day, amount, label]));
  if (schedule?.setUp) parts.push(schedule.setUp.label, schedule.setUp.value);
  if ("code" in text) parts.push(text.code);
  return parts.every((part) => typeof part === "string") ? text : undefined;
}
