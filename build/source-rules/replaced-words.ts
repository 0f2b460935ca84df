import type { FrenchText } from "./french-texts.ts";
import { type FixedText, splitAtFixedTexts } from "./fixed-texts.ts";
import { rowsBelow } from "./glossary-tables.ts";

/** A word that French texts no longer use, what they say for it, and the files that may keep it. */
export type ReplacedWord = { word: string; say: string; keptIn: string[] };

/** Reads the table of the texts' words of `docs/glossary.md`: say, not, but in. */
export function readReplacedWords(glossary: string): ReplacedWord[] {
  return rowsBelow(glossary, "| Say | Not |").flatMap(([say = "", replaced = "", keptIn = ""]) =>
    [...replaced.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => ({
      word,
      say,
      keptIn: keptIn.split(",").flatMap((name) => (name.trim() === "" ? [] : name.trim())),
    })),
  );
}

/** @returns file and line of each text that still has one, and what to say */
export function findReplacedWords(
  texts: readonly FrenchText[],
  words: readonly ReplacedWord[],
  fixedTexts: readonly FixedText[],
): string[] {
  const patterns = words.map((each) => ({
    ...each,
    pattern: patternOf(each.word),
    // « mon espace » is no fault of « mon espace client »
    said: patternOf(each.say.split(/,| \(/)[0] ?? ""),
  }));
  return texts.filter(isRead).flatMap(({ file, line, text }) => {
    const free = splitAtFixedTexts(file, text, fixedTexts).flatMap((piece) => (piece.isFixed ? [] : piece.text));
    return patterns
      .filter(({ keptIn }) => !isIn(file, keptIn))
      .filter(({ pattern, said }) => free.some((piece) => piece.replaceAll(said, "").search(pattern) >= 0))
      .map(({ word, say }) => `${file}:${line}: « ${word} » in « ${text} »: say ${say}`);
  });
}

/** A code, an address or the name of a file is read by programs. */
function isRead({ text }: FrenchText): boolean {
  return /\s/.test(text) || /^\p{Lu}/u.test(text);
}

function isIn(file: string, names: readonly string[]): boolean {
  return names.some((name) => file === name || file.startsWith(`${name}/`));
}

/** Whole, in any case; a space is any space. */
function patternOf(word: string): RegExp {
  const spaced = word.replaceAll(/[.*+?^$(){}|[\]\\]/g, "\\$&").replaceAll(" ", "\\s");
  return new RegExp(`(?<![\\p{L}\\d./#-])${spaced}s?(?![\\p{L}\\d/]|-\\p{L})`, "giu");
}
