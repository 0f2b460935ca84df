import type { MailBlock, MailLetter } from "#domain/site/mail-letter.ts";

/** The text part: the blocks of the letter, an empty line between two. */
export function letterText({ blocks }: MailLetter): string {
  return `${blocks.map(writeBlock).join("\n\n")}\n`;
}

function writeBlock(block: MailBlock): string {
  switch (block.kind) {
    case "title":
    case "paragraph":
    case "signature":
    case "note":
      return block.text;
    case "typed":
    case "seller":
      return block.lines.join("\n");
    case "facts":
      return block.facts.map(({ label, value }) => `- ${label}\u00a0: ${value}`).join("\n");
    case "schedule":
      return titled(block.title, [
        ...block.lines.map(({ day, amount, label }) => `- ${day}\u00a0: ${amount}, ${label}`),
        ...(block.setUp ? [`- ${block.setUp.label}\u00a0: ${block.setUp.value}`] : []),
      ]);
    case "steps":
      return titled(
        block.title,
        block.steps.map((step, index) => (block.steps.length === 1 ? step : `${index + 1}. ${step}`)),
      );
    case "action":
    case "link":
      return titled(block.label, [block.link]);
    case "code":
      return [block.introduction, block.code].filter((line) => line !== undefined).join("\n");
  }
}

function titled(title: string, lines: string[]): string {
  return [...(title === "" ? [] : [`${title}\u00a0:`]), ...lines].join("\n");
}
