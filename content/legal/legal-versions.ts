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
      sha256: "3d4099cabd508519d64101d22c2cf055365b6a377cb80ee8c0c35321e9fe430e",
    },
  ],
  "/politique-de-confidentialite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "aaefccb7046553dfc8f5d456346073b60baaa5ab14505c125c27d9a1409be0ba",
    },
  ],
  "/conditions-generales-utilisation": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "8a6d7f633f02e2f3cd7ac3fbe7e904105f290b4c9ecb5bd944bf3038e36dcc13",
    },
    {
      day: civilDate("2026-08-02"),
      changes: [
        "Les obligations de transparence de l’article 50 du règlement européen sur l’intelligence artificielle sont applicables : la section « IA et AI Act » le dit au présent.",
      ],
      sha256: "1d49c5ace40969a45e378bd0ecf96e9e758f7a21be04c15469308e29a805b296",
    },
  ],
  "/accessibilite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "b211d8d11bf19633e1cce3af9c333deadc2f34cbadccc5b42d1d8feba2587b53",
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
