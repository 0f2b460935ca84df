import type { CivilDate } from "#kit/civil-date.ts";

/**
 * A mail before it is text or HTML: both are made of these blocks, in this order, and of nothing else. Every text is
 * one line without control characters; every link is of the web.
 */
export type MailLetter = { brand: string; subject: string; blocks: MailBlock[] };

export type MailBlock =
  | { kind: "title"; text: string }
  | { kind: "paragraph"; text: string }
  /** As a person typed it, line by line; addresses in it are links. */
  | { kind: "typed"; lines: string[] }
  | { kind: "facts"; facts: MailFact[] }
  | { kind: "schedule"; title: string; lines: MailDueLine[]; setUp?: MailFact }
  /** The one thing to do: a button. `fallback` introduces its address written out; undefined where it is too long. */
  | { kind: "action"; label: string; link: string; fallback: string | undefined }
  /** To be typed by hand: large, or small where `introduction` says that a link does the same. */
  | { kind: "code"; introduction: string | undefined; code: string }
  /** In order; a single one is not numbered. */
  | { kind: "steps"; title: string; steps: string[] }
  | { kind: "signature"; text: string }
  | { kind: "note"; text: string }
  /** Who sells, line by line; the last of every mail. */
  | { kind: "seller"; lines: string[] }
  | { kind: "link"; label: string; link: string };

export type MailFact = { label: string; value: string };

/** A day and what is due on it, written out. */
export type MailDueLine = { date: CivilDate; day: string; amount: string; label: string };

/** Makes the HTML part of a mail: the built site does, the server has no JSX. */
export type DrawLetter = (letter: MailLetter) => string;
