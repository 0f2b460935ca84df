import { sayDay } from "#content/language/days.ts";
import type { Block, Inline, LegalText, Passage, TableText } from "#subjects/legal/words/legal-text.ts";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";
import { markup, raw } from "#kit/markup.ts";

/**
 * A document on its own: one file of HTML without script or address of anything else, to be read, printed and kept.
 *
 * @param madeOn as people read it, such as « 23 novembre 2026 »
 */
export function printDocument({ title, summary, sections }: LegalText, madeOn: string): string {
  const parts = sections.map((section) => markup`<h2>${section.title}</h2>${section.blocks.map(printBlock)}\n`);
  return markup`<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>
<h1>${title}</h1>
<p class="made">Document du ${madeOn}</p>
<p>${printPassage(summary)}</p>
${parts}</main></body>
</html>
`.toString();
}

function printBlock(block: Block) {
  if (typeof block === "string" || Array.isArray(block)) return markup`<p>${printPassage(block as Passage)}</p>`;
  if ("list" in block) return markup`<ul>${block.list.map((item) => markup`<li>${printPassage(item)}</li>`)}</ul>`;
  if ("subtitle" in block) return markup`<h3>${block.subtitle}</h3>`;
  if ("table" in block) return printTable(block.table);
  if ("notice" in block) return markup`<p class="notice">${printPassage(block.notice)}</p>`;
  if ("facts" in block) {
    const facts = block.facts.map(({ term, value }) => markup`<dt>${term}</dt><dd>${printPassage(value)}</dd>`);
    return markup`<dl>${facts}</dl>`;
  }
  throw new Error("A block of a kind that is not printed.");
}

function printTable({ caption, head, rows }: TableText) {
  const heads = head.map((name) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${printPassage(cell)}</td>`)}</tr>`);
  const body = markup`<thead><tr>${heads}</tr></thead><tbody>${lines}</tbody>`;
  return markup`<table><caption>${caption}</caption>${body}</table>`;
}

function printPassage(passage: Passage) {
  return typeof passage === "string" ? passage : passage.map(printInline);
}

/** Pages of the site are named, not linked: the document is read elsewhere. */
function printInline(inline: Inline) {
  if (typeof inline === "string") return inline;
  if ("strong" in inline) return markup`<strong>${inline.strong}</strong>`;
  if ("code" in inline) return markup`<code>${inline.code}</code>`;
  if ("day" in inline) return sayDay(inline.day);
  if ("count" in inline) return inline.count;
  if ("words" in inline) return inline.words;
  if ("mail" in inline) return inline.mail;
  if ("phone" in inline) return inline.phone;
  return markup`<mark>${requiredSentences.placeholder}</mark>`;
}

const style = `
  body { font: 11pt/1.5 Georgia, serif; color: #111; margin: 0; }
  main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } .made { color: #444; }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0; } caption { text-align: left; font-weight: bold; }
  th, td { border: 1px solid #777; padding: .35rem .5rem; text-align: left; vertical-align: top; height: 1.5em; }
  dt { font-weight: bold; } dd { margin: 0 0 .5rem; } code { font-family: monospace; }
  mark { background: #ffd; } .notice { border: 1px solid #777; padding: .5rem; }
  @media print { @page { size: A4; margin: 2cm; } main { margin: 0; padding: 0; max-width: none; }
    h2 { break-after: avoid; } tr, dt { break-inside: avoid; } }`;
