import { slot } from "#domain/kernel/typeset.ts";

import { rowsBelow } from "./glossary-tables.ts";

/** A text that is kept character for character, and the files where it stands. */
export type FixedText = { text: string; files: string[] };

/** Reads the table of fixed texts of `docs/glossary.md`. */
export function readFixedTexts(glossary: string): FixedText[] {
  return rowsBelow(glossary, "| Text |").map(([text = "", , files = ""]) => ({
    text: text.replaceAll("`", "").replaceAll("{}", slot),
    files: files.split(",").map((file) => file.trim()),
  }));
}

/** What of a text of this file is not fixed, in its order; what is fixed stands between. */
export function splitAtFixedTexts(
  file: string,
  text: string,
  fixedTexts: readonly FixedText[],
): { isFixed: boolean; text: string }[] {
  const here = fixedTexts.filter(({ files }) => files.includes(file)).toSorted((a, b) => b.text.length - a.text.length);
  let pieces = [{ isFixed: false, text }];
  for (const { text: quoted } of here) {
    pieces = pieces.flatMap((piece) =>
      piece.isFixed
        ? [piece]
        : piece.text
            .split(quoted)
            .flatMap((rest, index) => [
              ...(index > 0 ? [{ isFixed: true, text: quoted }] : []),
              { isFixed: false, text: rest },
            ]),
    );
  }
  return pieces;
}
