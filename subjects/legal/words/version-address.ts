import type { LegalPath } from "./legal-text.ts";

export type LegalVersionPath = `${LegalPath}/${string}`;

/** Where a version stays readable, whatever is in force: mails and files link to it. */
export function legalVersionPath(path: LegalPath, day: string): LegalVersionPath {
  return `${path}/${day}`;
}

/** Of the terms that an order accepted; undefined for what is no day. */
export function termsVersionPath(version: string): LegalVersionPath | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(version) ? legalVersionPath("/conditions-generales-utilisation", version) : undefined;
}
