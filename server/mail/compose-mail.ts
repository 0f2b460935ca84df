import {
  mailGreeting,
  mailLinkFallback,
  mailSignature,
  mailCodeIntroduction,
  mailTexts,
  mailUnsubscribe,
  newsletterTemplates,
  type MailSite,
  type MailTemplate,
  type MailText,
} from "#content/mails.ts";
import { colors, radii } from "#design/tokens.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";

import { withFirstPasswordLink } from "./first-password-link.ts";
import type { MailMessage } from "./message.ts";
import { wayOutOf } from "./unsubscribe-token.ts";

export type MailProblem = "malformed" | "unknown_template" | "bad_address" | "bad_header" | "bad_link";

type Sender = { brand: string; from: string; site: MailSite; authSecret: string };

/**
 * The message a delivery's body asks for.
 *
 * A problem is final: the same body gives the same one on every try. Nothing is repaired, because a message whose
 * address or subject had to be cleaned is a message somebody tried to bend.
 */
export function composeMail(id: string, body: unknown, sender: Sender): Result<MailMessage, MailProblem> {
  const queued = readQueuedMail(body);
  if (!queued.ok) return queued;
  const { to, template, data } = queued.value;
  if (!isSingleAddress(to)) return failed("bad_address");

  const written = writeText(template, withFirstPasswordLink(data, sender), sender);
  if (!written) return failed("malformed");
  const wayOut = findWayOut(template, data, sender);
  const text = wayOut === undefined ? written : withWayOut(written, wayOut);
  if (linksOf(text).some(({ link }) => !isWebAddress(link))) return failed("bad_link");
  if ([text.subject, sender.from].some((header) => controlCharacters.test(header))) return failed("bad_header");

  const html = renderHtml(text, sender.brand);
  const headers = wayOut === undefined ? {} : oneClickHeaders(wayOut);
  return ok({ id, from: sender.from, to, subject: text.subject, text: renderText(text, sender.brand), html, headers });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The address at which the reader of a mail of the newsletter leaves it; undefined for every other mail. */
function findWayOut(template: MailTemplate, { request }: Record<string, unknown>, sender: Sender) {
  if (!newsletterTemplates.includes(template) || typeof request !== "string" || !uuid.test(request)) return undefined;
  return wayOutOf(sender, request);
}

function withWayOut(text: MailText, link: string): MailText {
  return { ...text, links: [...(text.links ?? []), { label: mailUnsubscribe, link }] };
}

/** RFC 2369 and RFC 8058: a mail program shows a button of its own, and posts to the address when it is pressed. */
function oneClickHeaders(link: string): MailMessage["headers"] {
  return { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** C0 and C1 controls and the two Unicode line separators: whatever some program may take for a line end. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** One bare address: no display name, no list, no comment, no quoted part, no control character. */
export function isSingleAddress(text: string): boolean {
  if (text.length > 254 || controlCharacters.test(text)) return false;
  return /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/u.test(text);
}

function linksOf({ action, links = [] }: MailText) {
  return action ? [action, ...links] : links;
}

function isWebAddress(text: string): boolean {
  return !controlCharacters.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

type ReadMail = { to: string; template: MailTemplate; data: Record<string, unknown> };

function readQueuedMail(body: unknown): Result<ReadMail, MailProblem> {
  if (typeof body !== "object" || body === null) return failed("malformed");
  const { to, template, data = {} } = body as Record<string, unknown>;
  if (typeof to !== "string" || typeof template !== "string") return failed("malformed");
  if (typeof data !== "object" || data === null) return failed("malformed");
  if (!Object.hasOwn(mailTexts, template)) return failed("unknown_template");
  return ok({ to, template: template as MailTemplate, data: data as Record<string, unknown> });
}

/** What the template makes of the data; `undefined` when a text it needs is missing or is not text. */
function writeText(
  template: MailTemplate,
  data: Record<string, unknown>,
  { brand, site }: Sender,
): MailText | undefined {
  const write = mailTexts[template] as (data: Record<string, unknown>, brand: string, site: MailSite) => MailText;
  const text = write(data, brand, site);
  const { facts = [], schedule, stepsTitle = "", steps = [] } = text;
  const parts: unknown[] = [text.subject, text.paragraphs, text.notes, stepsTitle, steps].flat();
  if (!Array.isArray(text.paragraphs)) return undefined;
  parts.push(...facts.flatMap(({ label, value }) => [label, value]));
  parts.push(...linksOf(text).flatMap(({ label, link }) => [label, link]));
  parts.push(...(schedule?.lines ?? []).flatMap(({ day, amount, label }) => [day, amount, label]));
  if ("code" in text) parts.push(text.code);
  return parts.every((part) => typeof part === "string") ? text : undefined;
}

/** A paragraph stays a paragraph: no value breaks it. */
function renderText(text: MailText, brand: string): string {
  const { facts = [], schedule, stepsTitle, steps = [], action, links = [] } = text;
  const oneLine = (block: string) => block.replaceAll(new RegExp(controlCharacters, "g"), " ");
  const written = ({ label, link }: { label: string; link: string }) => `${oneLine(label)}\u00a0:\n${link}`;
  const blocks = [
    ...[mailGreeting, ...text.paragraphs].map(oneLine),
    facts.map(({ label, value }) => oneLine(`- ${label}\u00a0: ${value}`)).join("\n"),
    schedule === undefined ? "" : renderScheduleText(schedule, oneLine),
    stepsTitle === undefined ? "" : oneLine(`${stepsTitle}\u00a0:`),
    steps.map((step, index) => oneLine(steps.length === 1 ? step : `${index + 1}. ${step}`)).join("\n"),
    action ? written(action) : "",
    text.code ? `${action ? `${mailCodeIntroduction}\n` : ""}${oneLine(text.code)}` : "",
    ...[...text.notes, mailSignature(brand)].map(oneLine),
    ...links.map(written),
  ];
  return blocks.filter((block) => block !== "").join("\n\n") + "\n";
}

const textStyle = "font-size:16px;line-height:1.5";

function renderHtml(text: MailText, brand: string): string {
  const paragraphs = text.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const notes = text.notes.map((note) => `<p style="color:${colors["ink-2"]};font-size:14px">${escapeHtml(note)}</p>`);
  return [
    `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font-family:Arial,sans-serif;${textStyle};color:${colors.ink}">`,
    `<div style="max-width:560px;margin:0 auto">`,
    `<p>${escapeHtml(mailGreeting)}</p>`,
    ...paragraphs,
    renderFacts(text.facts),
    renderSchedule(text.schedule),
    renderSteps(text),
    text.action ? renderAction(text.action) : "",
    text.code && text.action ? `<p>${escapeHtml(mailCodeIntroduction)}</p>` : "",
    text.code ? `<p style="font-size:28px;letter-spacing:4px"><strong>${escapeHtml(text.code)}</strong></p>` : "",
    ...notes,
    `<p>${escapeHtml(mailSignature(brand))}</p>`,
    ...(text.links ?? []).map(renderLink),
    `</div></body></html>`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function renderFacts(facts: MailText["facts"] = []): string {
  if (facts.length === 0) return "";
  const label = `padding:8px 16px 8px 0;color:${colors["ink-2"]};font-weight:normal;text-align:left;vertical-align:top`;
  const rows = facts.map(
    (fact) =>
      `<tr><th scope="row" style="${label}">${escapeHtml(fact.label)}</th>` +
      `<td style="padding:8px 0;vertical-align:top"><strong>${escapeHtml(fact.value)}</strong></td></tr>`,
  );
  const rule = `1px solid ${colors.line}`;
  const table = `width:100%;border-collapse:collapse;border-top:${rule};border-bottom:${rule}`;
  return `<table style="${table}">${rows.join("")}</table>`;
}

type Schedule = NonNullable<MailText["schedule"]>;

function renderScheduleText({ title, lines }: Schedule, oneLine: (block: string) => string): string {
  const written = lines.map(({ day, amount, label }) => oneLine(`- ${day}\u00a0: ${amount}, ${label}`));
  return [oneLine(`${title}\u00a0:`), ...written].join("\n");
}

/** The same list as on the pages, for whoever reads it by program too: `data-schedule`. */
function renderSchedule(schedule: MailText["schedule"]): string {
  if (schedule === undefined) return "";
  const items = schedule.lines.map(
    ({ date, day, amount, label }) =>
      `<li style="margin:0;padding:8px 0;border-top:1px solid ${colors.line}">` +
      `<time datetime="${escapeHtml(date)}">${escapeHtml(day)}</time>\u00a0: <strong>${escapeHtml(amount)}</strong><br>` +
      `<span style="color:${colors["ink-2"]};font-size:14px">${escapeHtml(label)}</span></li>`,
  );
  const list = `<ol data-schedule style="margin:0 0 24px;padding:0;list-style:none">${items.join("")}</ol>`;
  return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(schedule.title)}</h2>${list}`;
}

function renderSteps({ stepsTitle, steps = [] }: MailText): string {
  if (steps.length === 0) return "";
  const title =
    stepsTitle === undefined ? "" : `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(stepsTitle)}</h2>`;
  if (steps.length === 1) return `${title}<p>${escapeHtml(steps.join())}</p>`;
  const items = steps.map((step) => `<li style="margin:0 0 8px">${escapeHtml(step)}</li>`);
  return `${title}<ol style="margin:0 0 24px;padding-left:24px">${items.join("")}</ol>`;
}

function renderLink({ label, link }: { label: string; link: string }): string {
  const anchor = `<a href="${escapeHtml(link)}" style="color:${colors["line-800"]}">${escapeHtml(label)}</a>`;
  return `<p style="font-size:14px">${anchor}</p>`;
}

function renderAction({ label, link }: { label: string; link: string }): string {
  const address = escapeHtml(link);
  const shape = `display:inline-block;padding:12px 20px;border-radius:${radii.md}`;
  const style = `${shape};background:${colors["line-800"]};color:${colors.white};text-decoration:none`;
  const writtenOut = `${escapeHtml(mailLinkFallback)}<br><a href="${address}">${address}</a>`;
  return (
    `<p><a href="${address}" style="${style}">${escapeHtml(label)}</a></p>\n` +
    `<p style="font-size:14px;word-break:break-word">${writtenOut}</p>`
  );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
