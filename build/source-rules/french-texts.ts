import { globSync, readFileSync } from "node:fs";

import { parseSync, Visitor } from "oxc-parser";

import { slot } from "#domain/kernel/typeset.ts";

/** A string literal or template of `content/`, or a line of an article, with its place. */
export type FrenchText = {
  file: string;
  line: number;
  /** With `slot` for each value put into it. */
  text: string;
  /** Parts of the source that hold it: one, or those around the values of a template. */
  parts: { start: number; end: number }[];
};

/** Every text of the modules of `content/` and of its articles. */
export function readFrenchTexts(): FrenchText[] {
  const modules = globSync("{content,subjects/*/words}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  return [
    ...modules.toSorted().flatMap((file) => textsOfModule(file, readFileSync(file, "utf8"))),
    ...globSync("subjects/*/words/**/*.mdx")
      .toSorted()
      .flatMap((file) => textsOfArticle(file, readFileSync(file, "utf8"))),
  ];
}

/** Literals and templates, but for names: of modules, of properties, of types, and patterns. */
export function textsOfModule(file: string, source: string): FrenchText[] {
  const texts: FrenchText[] = [];
  const names = new Set<number>();
  const lineOf = lineCounter(source);
  const name = (node: { start: number } | null | undefined) => node && names.add(node.start);
  const add = (parts: FrenchText["parts"], text: string) =>
    texts.push({ file, line: lineOf(parts[0]?.start ?? 0), text, parts });
  new Visitor({
    ImportDeclaration: ({ source: from }) => name(from),
    ExportNamedDeclaration: ({ source: from }) => name(from),
    ExportAllDeclaration: ({ source: from }) => name(from),
    ImportExpression: ({ source: from }) => name(from),
    Property: ({ key }) => name(key),
    MemberExpression: ({ property }) => name(property),
    TSLiteralType: ({ literal }) => name(literal),
    TSPropertySignature: ({ key }) => name(key),
    BinaryExpression: ({ operator, left, right }) => void (operator !== "+" && [left, right].map(name)),
    Literal: (node) => {
      if (typeof node.value !== "string" || "regex" in node || names.has(node.start)) return;
      add([{ start: node.start + 1, end: node.end - 1 }], node.value);
    },
    TemplateLiteral: ({ quasis }) => {
      const text = quasis.map(({ value }) => value.cooked ?? value.raw).join(slot);
      add(
        quasis.map((quasi) => partOf(quasi, source)),
        text,
      );
    },
  }).visit(parseSync(file, source).program);
  return texts;
}

/** What a parser calls a part of a template may hold its marks. */
function partOf({ start, end }: { start: number; end: number }, source: string): { start: number; end: number } {
  const opens = "`}".includes(source[start] ?? "") ? 1 : 0;
  const closes = source.startsWith("${", end - 2) ? 2 : source[end - 1] === "`" ? 1 : 0;
  return { start: start + opens, end: end - closes };
}

/** Lines of an article: addresses and tags are no text. Of the head, what is quoted. */
export function textsOfArticle(file: string, source: string): FrenchText[] {
  let start = 0;
  let marks = 0;
  return source.split("\n").flatMap((row, index) => {
    const begin = start;
    start += row.length + 1;
    if (row === "---" && marks < 2) {
      marks += 1;
      return [];
    }
    const isHead = marks === 1;
    const pattern = isHead
      ? /(?<=: ")[^]*(?="$)/g
      : /[^<>[\]()]+(?=[<[]|$)|(?<=\[)[^\]]*|(?<=\()(?![./#]|https?:)[^)]*/g;
    return [...row.matchAll(pattern)].map(({ 0: text, index: at }) => ({
      file,
      line: index + 1,
      text,
      parts: [{ start: begin + at, end: begin + at + text.length }],
    }));
  });
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
