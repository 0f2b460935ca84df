import { type CivilDate, civilDate } from "#domain/kernel/civil-date.ts";

import type { LegalPath } from "./legal-text.ts";

/** A wording of a legal text. */
export type LegalVersion = {
  /** In force from this day on, until the day of the next. */
  day: CivilDate;
  /** What it changes of the version before, one sentence each; nothing of the first. */
  changes: readonly string[];
  /** Of what `app/render/legal-versions.test.ts` renders. A version that a site has shown is never reworded. */
  sha256: string;
};

/** Every version of every legal text, oldest first. The one owner of their dates. */
export const legalVersions: Record<LegalPath, readonly [LegalVersion, ...LegalVersion[]]> = {
  "/mentions-legales": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "4dc0eccf819d6a4146389699ee8842925d575b4b5afbf820c9f203cc3843d9b6",
    },
  ],
  "/politique-de-confidentialite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "c0d097c50fcca6a1e2e4080f3f3e353ea81277613e25f7ef20e7cd62664d5d68",
    },
  ],
  "/conditions-generales-utilisation": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "ac218c95c929cb21d8c6895c63ad732f572a0847374e473b49ad5430fbc282a0",
    },
    {
      day: civilDate("2026-08-02"),
      changes: [
        "Les obligations de transparence de l’article 50 du règlement européen sur l’intelligence artificielle sont applicables : la section « IA et AI Act » le dit au présent.",
      ],
      sha256: "9aeb09d74fd3e4653440e3b711c7aaa8168bb536c7df700ee7ab6a93858ffece",
    },
  ],
  "/accessibilite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "8c8c5155c7f5b09bcca4f9bda1085f3d209bf6ddb00b09d68d6c734fc1181825",
    },
  ],
};

/** The version in force on a day; before the first one, the first. */
export function versionInForce(path: LegalPath, on: CivilDate): LegalVersion {
  const [first, ...later] = legalVersions[path];
  return later.findLast(({ day }) => day <= on) ?? first;
}

/** The day of the terms that an order placed on that day accepts. */
export function termsVersionOn(day: CivilDate): CivilDate {
  return versionInForce("/conditions-generales-utilisation", day).day;
}

export function isTermsVersion(text: string): boolean {
  return legalVersions["/conditions-generales-utilisation"].some(({ day }) => day === text);
}
