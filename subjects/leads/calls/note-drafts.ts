import * as z from "zod/mini";

import { readStored, removeStored, writeStored } from "#app/api/transport/local-storage.ts";

const key = "desk_drafts";
const keptMs = 7 * 24 * 3_600_000;

/** By person, then by lead. */
const drafts = z.record(z.string(), z.record(z.string(), z.object({ text: z.string(), at: z.number() })));
type Drafts = z.output<typeof drafts>;

/** Notes that are being written, in this browser: a session that ends leaves them, signing out does not. */
export function readDraft(person: string, leadId: string, now: Date): string | undefined {
  return read(now)[person]?.[leadId]?.text;
}

/** @param text empty: there is none any more */
export function keepDraft(person: string, leadId: string, text: string, now: Date): void {
  const kept = read(now);
  const { [leadId]: _, ...others } = kept[person] ?? {};
  const own = text.trim() === "" ? others : { ...others, [leadId]: { text, at: now.getTime() } };
  write({ ...kept, [person]: own });
}

export function forgetDrafts(person: string, now: Date): void {
  write({ ...read(now), [person]: {} });
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
