// npm run typeset: sets the texts of content/ and subjects/*/words as running French, but for those that are fixed.

import { readFileSync, writeFileSync } from "node:fs";

import { readFixedTexts, splitAtFixedTexts } from "../build/source-rules/fixed-texts.ts";
import { readFrenchTexts } from "../build/source-rules/french-texts.ts";
import { slot, typeset } from "#domain/kernel/typeset.ts";

/** Invisible characters that sources also write as escapes. */
const escapes = { "\u00a0": "\\u00a0", "\u202f": "\\u202f", "\u2011": "\\u2011" };

const fixedTexts = readFixedTexts(readFileSync("docs/glossary.md", "utf8"));
const byFile = Map.groupBy(readFrenchTexts(), ({ file }) => file);
for (const [file, texts] of byFile) {
  const source = readFileSync(file, "utf8");
  const edits = texts.flatMap(({ parts }) => {
    const written = parts.map(({ start, end }) => source.slice(start, end));
    const raw = decode(written.join(slot));
    const set = splitAtFixedTexts(file, raw, fixedTexts)
      .map((piece) => (piece.isFixed ? piece.text : typeset(piece.text)))
      .join("");
    if (set === raw) return [];
    const isEscaped = file.endsWith(".ts") && written.some((part) => part.includes("\\u"));
    return set.split(slot).map((text, index) => ({ ...parts[index]!, text: isEscaped ? encode(text) : text }));
  });
  if (edits.length === 0) continue;
  const sorted = edits.toSorted((a, b) => b.start - a.start);
  writeFileSync(
    file,
    sorted.reduce((text, { start, end, text: set }) => text.slice(0, start) + set + text.slice(end), source),
  );
  console.log(`${file}: ${edits.length}`);
}

function decode(text: string): string {
  return Object.entries(escapes).reduce((read, [character, escape]) => read.replaceAll(escape, character), text);
}

function encode(text: string): string {
  return Object.entries(escapes).reduce((written, [character, escape]) => written.replaceAll(character, escape), text);
}
