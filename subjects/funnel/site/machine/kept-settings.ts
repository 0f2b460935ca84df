import type { FunnelAnswers } from "#subjects/funnel/rules/answers.ts";

/** What the try-out of a page leaves for step 3 of the secretariat, in the fragment of its address. */
export type KeptSettings = Partial<Pick<FunnelAnswers, (typeof keptQuestions)[number]>>;

export const keptQuestions = [
  "companyName",
  "businessType",
  "voice",
  "welcomeMessage",
  "intention",
  "businessHours",
] as const;

const prefix = "#reglages=";

/** A fragment, which no browser sends to a server. */
export function writeSettings(settings: KeptSettings): string {
  return prefix + encodeURIComponent(JSON.stringify(settings));
}

/** The settings in an address, not validated yet; undefined where it holds none that can be read. */
export function readKeptSettings({ hash }: URL): unknown {
  if (!hash.startsWith(prefix)) return undefined;
  try {
    return JSON.parse(decodeURIComponent(hash.slice(prefix.length)));
  } catch {
    return undefined;
  }
}
