import { slugOf } from "#kit/fold-accents.ts";

/** The little that is read of a Markdown tree. */
type Node = {
  type: string;
  value?: string;
  depth?: number;
  name?: string | null;
  attributes?: { name?: string; value?: unknown }[];
  children?: Node[];
  data?: { hProperties?: Record<string, string> };
};

/**
 * Completes the front matter of an article with what its text says of itself: its sections (which get an id, for the
 * table of contents), its number of words and each of them once. Runs before the front matter is read.
 */
export function articlePlugin() {
  return (tree: Node): void => {
    const frontMatter = tree.children?.find(({ type }) => type === "yaml");
    if (!frontMatter) return;

    const headings = tree.children?.filter(({ type, depth }) => type === "heading" && depth === 2) ?? [];
    const sections = headings.map((heading) => {
      const title = textOf(heading);
      const id = slugOf(title);
      heading.data = { hProperties: { id } };
      return { id, title };
    });
    const words = textOf({ type: "root", children: tree.children?.filter((node) => node !== frontMatter) ?? [] });
    const wordCount = wordsOf(words).length;
    // The brand is filled in later.
    const vocabulary = [...new Set(wordsOf(words.replaceAll(/\{[^}]*\}/g, " ")))];

    // JSON is YAML.
    for (const [name, value] of Object.entries({ sections, wordCount, vocabulary })) {
      frontMatter.value += `\n${name}: ${JSON.stringify(value)}`;
    }
  };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\d][\p{L}\d’'-]*/gu) ?? [];
}

function textOf({ type, name, attributes, value, children = [] }: Node): string {
  if (type === "mdxJsxTextElement" && name === "Brand") {
    const after = attributes?.find((attribute) => attribute.name === "after")?.value;
    return typeof after === "string" ? `{${after} brand}` : "{brand}";
  }
  const inner = children.map(textOf).join("");
  return type === "paragraph" || type === "tableCell" || type === "heading"
    ? `${inner} `.trimStart()
    : (value ?? inner);
}
