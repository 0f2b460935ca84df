import type { SiteSettings } from "#domain/site/site-settings.ts";
import { addDays, type CivilDate, civilDate } from "#kit/civil-date.ts";
import { daysOfPrices, pricesOn } from "#subjects/offers/rules/prices.ts";

import { selfAssessment } from "#subjects/legal/rules/accessibility.ts";

import type { LegalPath } from "./legal-text.ts";
import { priceRows } from "./price-scale.ts";

/** A wording of a legal text. */
export type LegalVersion = {
  /** In force from this day on, until the day of the next. */
  day: CivilDate;
  /** What it changes of the version before, one sentence each; nothing of the first. */
  changes: readonly string[];
};

/** Of the code. */
type WordedVersion = LegalVersion & {
  /** Of what `app/render/legal-versions.test.ts` renders. A version that a site has shown is never reworded. */
  sha256: string;
};

type Priced = Pick<SiteSettings["offers"], "prices">;

/** Every wording of every legal text, oldest first. A site may have more versions of its terms, by its prices. */
export const legalVersions: Record<LegalPath, readonly [WordedVersion, ...WordedVersion[]]> = {
  "/mentions-legales": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "b439811cafbfe6f7e804c59726c5df58b0cfd90c403d9669c7ddbe2938fbb0a6",
    },
  ],
  "/politique-de-confidentialite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "91bcee5c76898f41400671113c221e22855a8f36c7d9f61fc1cc38a1f0960a41",
    },
    {
      day: civilDate("2026-12-01"),
      changes: [
        "La section « Données collectées » dit ce que nous gardons d’une personne qui ne nous a pas écrit la première, d’où viennent ses coordonnées et comment elle l’apprend.",
        "Elle dit aussi ce que gardent les e-mails écrits par notre équipe, les notifications de nos administrateurs et leur agenda de rappels ; les sections « Bases légales », « Durées de conservation » et « Vos droits » en tiennent compte.",
      ],
      sha256: "d62a1e0268a4453b7575095a489adf19feb047da6d45b912faaeea875f98eab1",
    },
  ],
  "/conditions-generales-utilisation": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "e975a9ada445699d36d512e068d6da744302c5a1339eb933cfa067b1fd0a9659",
    },
    {
      day: civilDate("2026-08-02"),
      changes: [
        "Les obligations de transparence de l’article 50 du règlement européen sur l’intelligence artificielle sont applicables : la section « IA et AI Act » le dit au présent.",
      ],
      sha256: "209131235414c44b926650817380d7483c01c23f07107dcb5a7e14f4b3a82eee",
    },
  ],
  "/accessibilite": [
    {
      day: civilDate("2025-06-25"),
      changes: [],
      sha256: "8c8c5155c7f5b09bcca4f9bda1085f3d209bf6ddb00b09d68d6c734fc1181825",
    },
    {
      day: selfAssessment.on,
      changes: [
        "Une auto-évaluation des 106 critères du RGAA donne un taux de conformité et la liste de ce qui reste à corriger.",
      ],
      sha256: "4dd7437ebbc2b7e2b51687e9e44284d3b2ff1b3a00d245e5c31c21ab8fb3c468",
    },
  ],
};

const termsPath = "/conditions-generales-utilisation" satisfies LegalPath;

/**
 * Every version of a legal text on a site, oldest first: those of its wording and, of the terms, one for each day on which
 * the scale of prices that they state changes.
 */
export function versionsOf(path: LegalPath, offers: Priced): readonly LegalVersion[] {
  const worded: readonly LegalVersion[] = legalVersions[path];
  if (path !== termsPath) return worded;
  const priced = daysOfPrices(offers).flatMap((day): LegalVersion[] => {
    const changes = changesOfScale(day, offers);
    return changes.length === 0 || worded.some((version) => version.day === day) ? [] : [{ day, changes }];
  });
  return [...worded, ...priced].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** « Secrétariat, 50 appels par jour : 617 € par mois, au lieu de 597 € par mois. » */
function changesOfScale(day: CivilDate, offers: Priced): string[] {
  const version = wordedOn(termsPath, day).day;
  const before = new Map(priceRows(version, pricesOn(offers, addDays(day, -1))).map(([name, price]) => [name, price]));
  return priceRows(version, pricesOn(offers, day)).flatMap(([name = "", price = ""]) => {
    const old = before.get(name);
    return old === price || old === undefined ? [] : [`${name}\u00a0: ${price}, au lieu de ${old}.`];
  });
}

function wordedOn(path: LegalPath, on: CivilDate): LegalVersion {
  const [first, ...later] = legalVersions[path];
  return later.findLast(({ day }) => day <= on) ?? first;
}

/**
 * The version in force on a day; before the first one, the first. What is said of accessibility is said of the pages as
 * they run, whatever day a demonstration shows.
 */
export function versionInForce(path: LegalPath, on: CivilDate, offers: Priced): LegalVersion {
  const [first, ...later] = legalVersions[path];
  if (path === "/accessibilite") return later.at(-1) ?? first;
  return versionsOf(path, offers).findLast(({ day }) => day <= on) ?? first;
}

/** The day of the terms that an order placed on that day accepts. */
export function termsVersionOn(day: CivilDate, offers: Priced): CivilDate {
  return versionInForce(termsPath, day, offers).day;
}

export function isTermsVersion(text: string, offers: Priced): boolean {
  return versionsOf(termsPath, offers).some(({ day }) => day === text);
}
