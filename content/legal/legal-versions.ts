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
      sha256: "d08f6befb5d2b78c68fd2e6b9f874aad6c5ea23d1ae74db885aa71437e666617",
    },
  ],
  "/politique-de-confidentialite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "c6f59e059daffc1acdaa2a1e3b103c06699e6b3f12f366b09c19fcb5967e3356",
    },
  ],
  "/conditions-generales-utilisation": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "ee4fc45f3975ed538cc3e823e4db712f67de344566b0972f72c3f013a3238174",
    },
    {
      day: civilDate("2026-08-02"),
      changes: [
        "Les obligations de transparence de l’article 50 du règlement européen sur l’intelligence artificielle sont applicables : la section « IA et AI Act » le dit au présent.",
      ],
      sha256: "45811046c775dea9ac4cb020d35ec06a570cf0d56e5ffb5cc4805409e3dd7286",
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
