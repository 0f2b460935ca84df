import type { Block, Inline, LegalText, Passage, Table } from "#content/legal/legal-text.ts";
import { requiredSentences } from "#content/legal/required-sentences.ts";

/**
 * A document on its own: one file of HTML without script or address of anything else, to be read, printed and kept.
 *
 * @param madeOn as people read it, such as « 23 novembre 2026 »
 */
export function printDocument({ title, summary, sections }: LegalText, madeOn: string): string {
  const parts = sections.map(
    (section) => `<h2>${escape(section.title)}</h2>${section.blocks.map(printBlock).join("")}`,
  );
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style></head>
<body><main>
<h1>${escape(title)}</h1>
<p class="made">Document du ${escape(madeOn)}</p>
<p>${printPassage(summary)}</p>
${parts.join("\n")}
</main></body>
</html>
`;
}

function printBlock(block: Block): string {
  if (typeof block === "string" || Array.isArray(block)) return `<p>${printPassage(block as Passage)}</p>`;
  if ("list" in block) return `<ul>${block.list.map((item) => `<li>${printPassage(item)}</li>`).join("")}</ul>`;
  if ("subtitle" in block) return `<h3>${escape(block.subtitle)}</h3>`;
  if ("table" in block) return printTable(block.table);
  if ("notice" in block) return `<p class="notice">${printPassage(block.notice)}</p>`;
  if ("facts" in block) {
    const facts = block.facts.map(({ term, value }) => `<dt>${escape(term)}</dt><dd>${printPassage(value)}</dd>`);
    return `<dl>${facts.join("")}</dl>`;
  }
  throw new Error("A block of a kind that is not printed.");
}

function printTable({ caption, head, rows }: Table): string {
  const heads = head.map((name) => `<th scope="col">${escape(name)}</th>`).join("");
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${printPassage(cell)}</td>`).join("")}</tr>`);
  const body = `<thead><tr>${heads}</tr></thead><tbody>${lines.join("")}</tbody>`;
  return `<table><caption>${escape(caption)}</caption>${body}</table>`;
}

function printPassage(passage: Passage): string {
  return typeof passage === "string" ? escape(passage) : passage.map(printInline).join("");
}

/** Pages of the site are named, not linked: the document is read elsewhere. */
function printInline(inline: Inline): string {
  if (typeof inline === "string") return escape(inline);
  if ("strong" in inline) return `<strong>${escape(inline.strong)}</strong>`;
  if ("code" in inline) return `<code>${escape(inline.code)}</code>`;
  if ("day" in inline) return escape(longDay.format(new Date(`${inline.day}T00:00:00Z`)));
  if ("count" in inline) return escape(String(inline.count));
  if ("words" in inline) return escape(inline.words);
  if ("mail" in inline) return escape(inline.mail);
  if ("phone" in inline) return escape(inline.phone);
  return `<mark>${escape(requiredSentences.placeholder)}</mark>`;
}

const longDay = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", dateStyle: "long" });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
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
