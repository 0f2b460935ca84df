import * as z from "zod/mini";

import { readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";

const key = "desk_drafts";
const keptMs = 7 * 24 * 3_600_000;

const mail = z.object({ id: z.string(), template: z.optional(z.string()), subject: z.string() });
/** A mail as far as it is written; `id` is the one it is sent under, so that a repeat sends nothing twice. */
export type KeptMail = z.output<typeof mail> & { text: string };

/** By person, then by lead; a mail about a lead beside its note. */
const drafts = z.record(
  z.string(),
  z.record(z.string(), z.object({ text: z.string(), at: z.number(), mail: z.optional(mail) })),
);
type Drafts = z.output<typeof drafts>;

const ofMail = (leadId: string) => `${leadId} mail`;

/** Notes that are being written, in this browser: a session that ends leaves them, signing out does not. */
export function readDraft(person: string, leadId: string, now: Date): string | undefined {
  return read(now)[person]?.[leadId]?.text;
}

/** @param text empty: there is none any more */
export function keepDraft(person: string, leadId: string, text: string, now: Date): void {
  keep(person, leadId, text.trim() === "" ? undefined : { text, at: now.getTime() }, now);
}

/** The same for mails. */
export function readMailDraft(person: string, leadId: string, now: Date): KeptMail | undefined {
  const kept = read(now)[person]?.[ofMail(leadId)];
  return kept?.mail && { ...kept.mail, text: kept.text };
}

/** @param draft undefined: there is none any more */
export function keepMailDraft(person: string, leadId: string, draft: KeptMail | undefined, now: Date): void {
  if (!draft) return keep(person, ofMail(leadId), undefined, now);
  const { text, ...rest } = draft;
  keep(person, ofMail(leadId), { text, at: now.getTime(), mail: rest }, now);
}

export function forgetDrafts(person: string, now: Date): void {
  write({ ...read(now), [person]: {} });
}

function keep(person: string, name: string, draft: Drafts[string][string] | undefined, now: Date): void {
  const kept = read(now);
  const { [name]: _, ...others } = kept[person] ?? {};
  write({ ...kept, [person]: draft ? { ...others, [name]: draft } : others });
}

/** Without those that are over, and whatever else stands there. */
function read(now: Date): Drafts {
  const stored = drafts.safeParse(parse(readStored(key)));
  if (!stored.success) return {};
  const isKept = ({ at }: { at: number }) => Math.abs(now.getTime() - at) < keptMs;
  return Object.fromEntries(
    Object.entries(stored.data).map(([person, own]) => [
      person,
      Object.fromEntries(Object.entries(own).filter(([, draft]) => isKept(draft))),
    ]),
  );
}

function write(all: Drafts): void {
  const filled = Object.entries(all).filter(([, own]) => Object.keys(own).length > 0);
  if (filled.length === 0) removeStored(key);
  else writeStored(key, JSON.stringify(Object.fromEntries(filled)));
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
