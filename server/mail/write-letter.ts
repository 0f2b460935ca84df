import type { MailText } from "#content/shared/mail-text.ts";
import { mailGreeting, mailLinkFallback, mailSignature } from "#content/mails.ts";
import { sellerLines } from "#content/shared/seller.ts";
import type { Seller } from "#domain/site/legal-identity.ts";
import type { MailBlock, MailLetter } from "#domain/site/mail-letter.ts";
import { sayableFirstName } from "#domain/kernel/first-name.ts";

import { controlCharacters } from "#engine/mail/control-characters.ts";

/** No help written out; whole in the text part. */
const isTooLong = (link: string) => link.length > 200;

/** What turns the direction of writing: a value that holds one would bend the sentence around it. */
const directionMarks = /\p{Bidi_Control}/gu;
const controls = new RegExp(controlCharacters, "g");

type Circumstances = { brand: string; firstName: unknown; seller: Seller };

/** The letter that both parts of a mail are made from: a paragraph stays a paragraph, no value breaks or bends it. */
export function writeLetter(text: MailText, { brand, firstName, seller }: Circumstances): MailLetter {
  const { facts = [], schedule, stepsTitle = "", steps = [], action, code, codeIntroduction, links = [] } = text;
  const blocks: MailBlock[] = text.typed
    ? text.typed.map((lines) => ({ kind: "typed", lines }))
    : [
        { kind: "title", text: text.subject.replace(` – ${brand}`, "") },
        { kind: "paragraph", text: mailGreeting(sayableFirstName(firstName)) },
        ...text.paragraphs.map((paragraph): MailBlock => ({ kind: "paragraph", text: paragraph })),
      ];
  if (facts.length > 0) blocks.push({ kind: "facts", facts });
  if (schedule) blocks.push({ kind: "schedule", ...schedule });
  const button: MailBlock[] = action
    ? [{ kind: "action", ...action, fallback: isTooLong(action.link) ? undefined : mailLinkFallback }]
    : [];
  const digits: MailBlock[] = code ? [{ kind: "code", introduction: codeIntroduction, code }] : [];
  const isShortForm = codeIntroduction !== undefined;
  blocks.push(...(isShortForm ? [] : digits), ...button);
  if (steps.length > 0) blocks.push({ kind: "steps", title: stepsTitle, steps });
  if (!text.typed) blocks.push({ kind: "signature", text: mailSignature(brand) });
  blocks.push(...text.notes.map((note): MailBlock => ({ kind: "note", text: note })));
  blocks.push(...(isShortForm ? digits : []));
  blocks.push(...links.map((link): MailBlock => ({ kind: "link", ...link })));
  const lines = sellerLines(seller);
  if (lines.length > 0) blocks.push({ kind: "seller", lines });
  return { brand, subject: text.subject, blocks: onOneLine(blocks) };
}

/** Every text of a tree, links left alone: those were read as addresses before. */
function onOneLine<Value>(value: Value): Value {
  const visit = (each: unknown): unknown => {
    if (typeof each === "string") return each.replaceAll(controls, " ").replaceAll(directionMarks, "");
    if (Array.isArray(each)) return each.map(visit);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, key === "link" ? inner : visit(inner)]));
  };
  return visit(value) as Value;
}
