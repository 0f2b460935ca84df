import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

const folder = import.meta.dirname;
const noBreakSpace = "\u00a0";

/** Texts the specification quotes: kept character for character, plain spaces and straight apostrophes included. */
const verbatim = [
  "… et ses partenaires utilisent des traceurs pour mesurer l'audience et mesurer l'efficacité de ses publicités.",
  "Vous pouvez changer d'avis à tout moment : lien « Gérer mes cookies » en bas de chaque page.",
  "Démonstration : le site tel qu'au ",
  "… ?", // end of "Quel est votre besoin avec {brand} ?"
  "Je ne sais pas ? Aidez-moi à choisir !",
  "Oups, quelque chose s'est mal passé...",
  "La page que vous recherchez n'existe pas ou a été déplacée.",
  "Votre paiement est en cours de confirmation ; vous recevrez un e-mail.",
  "un mois d'essai gratuit sans engagement",
  "Votre navigateur ne supporte pas l'élément audio.",
  "Remplace l'essai de 15 jours pour toute commande passée jusqu’au ",
  "Configuration gratuite jusqu'au ",
  "gratuite jusqu'au ",
  "J'accepte les ",
  "conditions générales d'utilisation",
  "Je certifie disposer, pour chaque personne à appeler, de l'accord préalable (particuliers) ou de l'information et de l'absence d'opposition (professionnels).",
  "Appels sortants par IA : uniquement vers des professionnels informés et non opposés, ou des particuliers ayant donné leur accord préalable. Vous restez responsable de vos listes ; nous refusons les listes sans preuve d'accord. Appels du lundi au vendredi, 10 h-13 h et 14 h-20 h. L'agent se présente comme une IA.",
  "J'accepte de recevoir la lettre d'information … par e-mail (désinscription dans chaque message).",
  "Inscription réussie !",
  "C'est noté ! Nous vous préviendrons de la prochaine édition.",
  "Traitement en cours...",
  "Merci d'avoir choisi ",
  "… !", // end of "Commande validée. Merci d'avoir choisi {brand} !"
  "Erreur lors de l'inscription",
  "Cette offre n'est pas encore disponible",
  "Palier retenu : ",
  "Au-delà de 1000 appels par jour :",
  "… contacts par mois : … € HT",
  "Compte créé sous 72h après la commande ; paramétrage initial en moins de 48h une fois vos éléments reçus.",
];

/** Delays and hours as the specification and the resolutions write them. */
const closedHours = /24h\/24|(?<=sous |^Sous )72h|^9h à 17h30$/g;

/** Modules of the public pages; those of other screens have lists of their own required texts. */
const modules = [
  "account-notices",
  "address-change",
  "blog",
  "call-player",
  "chooser",
  "closing",
  "conferences",
  "consent",
  "dashboard",
  "follow-up-funnel",
  "home",
  "mailed-code",
  "marketing-funnel",
  "media",
  "merci",
  "missed-calls",
  "not-found",
  "offer-pages",
  "order",
  "order-confirmed",
  "order-problems",
  "page-titles",
  "password",
  "promotion",
  "questions",
  "resume-link",
  "security-and-data",
  "site-frame",
  "trades",
  "volume-choice",
];
/** The legal texts, but for the sentences imposed on them word for word. */
const legalModules = readdirSync(join(folder, "legal"))
  .filter((file) => file !== "required-sentences.ts")
  .map((file) => `legal/${file.replace(/\.ts$/, "")}`);

type Sentence = { module: string; text: string };

/** Every string literal of a module, comments and imports left out. */
function readSentences(module: string): Sentence[] {
  const source = readFileSync(join(folder, `${module}.ts`), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*(\/\/|import ).*$/gm, "");
  return [...source.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, quoted, template]) => ({
    module,
    text: (quoted ?? template ?? "").replaceAll(/\$\{[^}]*\}/g, "…"),
  }));
}

/** An article is French from end to end: each of its lines is read, addresses and tags apart. */
function readArticle(file: string): Sentence[] {
  const source = readFileSync(join(folder, "blog", file), "utf8")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/<[^>]*>/g, "…");
  return source.split("\n").map((text) => ({ module: file, text }));
}

const articles = readdirSync(join(folder, "blog")).flatMap(readArticle);

const sentences = [...[...modules, ...legalModules].flatMap(readSentences), ...articles].map(({ module, text }) => ({
  module,
  text: verbatim.reduce((rest, quoted) => rest.replaceAll(quoted, ""), text),
}));

function sentencesMatching(pattern: RegExp): string[] {
  return sentences.filter(({ text }) => pattern.test(text)).map(({ module, text }) => `${module}: ${text}`);
}

test("Each module named here exists", () => {
  const files = readdirSync(folder);

  expect(modules.filter((module) => !files.includes(`${module}.ts`))).toEqual([]);
  expect(sentences.length).toBeGreaterThan(100);
});

describe("Outside the quoted texts", () => {
  test("double signs follow a no-break space", () => {
    expect(sentencesMatching(/ [:;!?»%€]/)).toEqual([]);
    expect(sentencesMatching(/[\p{L}\d][;!?»]/u)).toEqual([]);
  });

  test("an opening quotation mark is followed by a no-break space", () => {
    expect(sentencesMatching(new RegExp(`«(?!${noBreakSpace})`))).toEqual([]);
  });

  test("apostrophes are curly", () => {
    expect(sentencesMatching(/\p{L}'\p{L}/u)).toEqual([]);
  });

  test("ellipses are one character", () => {
    expect(sentencesMatching(/\.\.\./)).toEqual([]);
  });

  test("no space is doubled, but in tables and forms to tick", () => {
    expect(sentencesMatching(/[\p{L}\d,.;:!?»][ \u00a0\u202f]{2,}[^\s|☐]/u)).toEqual([]);
  });

  test("hours are written 9 h and 14 h 30; only 24h/24 is closed, and what the specification writes so", () => {
    const closed = (text: string) => text.replaceAll(closedHours, "");
    const found = sentences.filter(({ text }) => /\d ?h\d|\dh\b/.test(closed(text)));
    expect(found.map(({ module, text }) => `${module}: ${text}`)).toEqual([]);
  });

  test("a minus sign is no dash", () => {
    expect(sentencesMatching(/[A-Z] ?[–-] ?\d/)).toEqual([]);
  });

  test("units stay on the line of their number", () => {
    expect(sentencesMatching(/\d (h|€|%|min)\b/)).toEqual([]);
  });
});
