import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

import { slugOf } from "#kit/fold-accents.ts";

/** The text of an article of the desk, as a tree. */
export type ArticleTree = ReturnType<typeof fromMarkdown>;
export type ArticleNode = ArticleTree["children"][number];

/**
 * Reads Markdown with tables. A tag is a text like any other: nothing of it is HTML, whatever it says.
 *
 * @returns a tree that may hold what articles do not have: see `findTextMistakes`
 */
export function readArticleText(text: string): ArticleTree {
  return fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: ["htmlFlow", "htmlText"] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
}

/** What articles are made of; everything else is a mistake. */
const known: ReadonlySet<string> = new Set<ArticleNode["type"]>([
  "paragraph",
  "heading",
  "text",
  "emphasis",
  "strong",
  "link",
  "list",
  "listItem",
  "table",
  "tableRow",
  "tableCell",
  "blockquote",
  "break",
]);

export type TextMistake = {
  /** Counted from 1. */
  line: number;
  code: "kind" | "depth" | "titleText" | "titleTwice" | "link" | "number";
  /** The refused type of Markdown node, the title, or the target of the link. */
  found: string;
};

/** @param isTarget whether an article may lead there */
export function findTextMistakes(text: string, isTarget: (target: string) => boolean): TextMistake[] {
  const titles = new Set<string>();
  const mistakes: TextMistake[] = [];

  function visit(node: ArticleNode): void {
    const add = (code: TextMistake["code"], found: string) =>
      mistakes.push({ line: node.position?.start.line ?? 1, code, found });
    if (!known.has(node.type)) return void add("kind", node.type);
    if (node.type === "heading") {
      const title = plainTextOf(node);
      if (node.depth !== 2 && node.depth !== 3) add("depth", title);
      if (node.children.some(({ type }) => type !== "text")) add("titleText", title);
      if (titles.has(slugOf(title))) add("titleTwice", title);
      titles.add(slugOf(title));
    }
    if (node.type === "link" && !isTarget(node.url)) add("link", node.url);
    if (node.type === "blockquote" && pulledOf(node) === undefined) add("number", plainTextOf(node).slice(0, 40));
    if ("children" in node) for (const child of node.children) visit(child);
  }

  for (const node of readArticleText(text).children) visit(node);
  return mistakes;
}

/** « > **11** appels sans suite. »: a number that is set large, and what follows it. */
export function pulledOf(node: ArticleNode): { number: string; after: ArticleNode[] } | undefined {
  if (node.type !== "blockquote" || node.children.length !== 1) return undefined;
  const [paragraph] = node.children;
  if (paragraph?.type !== "paragraph") return undefined;
  const [number, ...after] = paragraph.children;
  return number?.type === "strong" ? { number: plainTextOf(number), after } : undefined;
}

export function plainTextOf(node: ArticleNode): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(plainTextOf).join("") : "";
}

/** Titles of its sections, without reading the rest: a list of articles needs no more. */
export function sectionsOf(text: string): { id: string; title: string }[] {
  const titles = [...text.matchAll(/^## +(.+?)(?: +#+)? *$/gm)].map(([, title = ""]) => title);
  return titles.map((title) => ({ id: slugOf(title), title }));
}

/** Every word as it stands, without where links lead. */
export function articleWordsOf(text: string): string[] {
  return text.replaceAll(/\]\([^)]*\)/g, "]").match(/[\p{L}\d][\p{L}\d’'-]*/gu) ?? [];
}
