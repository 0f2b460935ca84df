import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sayDay } from "#content/language/days.ts";
import { breachNotice, breachProcedure } from "#subjects/legal/words/breach-documents.ts";
import type { LegalText } from "#subjects/legal/words/legal-text.ts";
import { processingRegister } from "#subjects/legal/words/processing-register.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { dayInParis } from "#kit/civil-date.ts";

import { printDocument } from "./print-document.ts";

const documents: Record<string, (site: SiteSettings) => LegalText> = {
  "registre-des-traitements.html": processingRegister,
  "procedure-violation-de-donnees.html": breachProcedure,
  "notification-cnil.html": breachNotice,
};

/** What the law wants kept beside the site, filled from its configuration. @returns the files */
export function writeDocuments(site: SiteSettings, folder: string, now: Date): string[] {
  mkdirSync(folder, { recursive: true });
  const madeOn = sayDay(dayInParis(now));
  return Object.entries(documents).map(([name, write]) => {
    const file = join(folder, name);
    writeFileSync(file, printDocument(write(site), madeOn));
    return file;
  });
}
