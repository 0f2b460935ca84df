import { globSync, readFileSync } from "node:fs";

import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

import { allowedImports, kindsOfSubjects } from "./allowed-imports.ts";
import { packagesOf } from "./import-graph.ts";

const filesOf = (kind: string) =>
  globSync(`subjects/*/${kind}/**/*.{ts,tsx}`)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("Every file of a subject stands in a folder of a known kind", () => {
  const strangers = globSync("subjects/*/*/**/*.{ts,tsx,css,mdx}").filter(
    (file) => !kindsOfSubjects.includes(file.split("/")[2] ?? ""),
  );
  expect(strangers).toEqual([]);
  expect(globSync("subjects/*/*.{ts,tsx,css,mdx}")).toEqual([]);
});

test("Rules know neither React nor a clock", () => {
  const rules = filesOf("rules");
  const refused = rules.filter(
    ({ file, text }) => packagesOf(file, text).includes("react") || /new Date\(\)|Date\.now\(\)/.test(text),
  );
  expect(refused.map(({ file }) => file)).toEqual([]);
  expect(rules.length).toBeGreaterThan(50);
});

test("What a browser runs reaches no code of the server, however far", () => {
  const reached = new Set(["app/client", "app/admin/shell", "app/pages", "app/render"]);
  for (const room of reached) for (const next of allowedImports[room] ?? []) reached.add(next);
  expect([...reached].filter((room) => /^(engine|server)\/|\/server$/.test(room))).toEqual([]);
  expect(reached).toContain("subjects/*/desk");
});

/** Guillemets and apostrophes alone are signs; what reads French and what fills the demonstration hold words. */
const holdsFrench: Record<string, string> = {
  "subjects/blog/site/search-articles.ts": "letters that a search folds",
  "subjects/leads/server/seed.ts": "answers of the invented leads",
  "subjects/offers/rules/closing/calls-ordered.ts": "words that surround a number in an answer",
};

test("French stands in words/ alone", () => {
  const french = /\p{L}*[àâçéèêëîïôœùûÀÉÈ]\p{L}*|\p{L}’\p{L}/u;
  const found = kindsOfSubjects
    .filter((kind) => kind !== "words")
    .flatMap(filesOf)
    .filter(({ file, text }) => {
      const texts: string[] = [];
      new Visitor({
        Literal: ({ value }) => void (typeof value === "string" && texts.push(value)),
        TemplateElement: ({ value }) => void texts.push(value.raw),
        JSXText: ({ value }) => void texts.push(value),
      }).visit(parseSync(file, text).program);
      return texts.some((each) => french.test(each));
    });
  expect(found.map(({ file }) => file).toSorted()).toEqual(Object.keys(holdsFrench).toSorted());
});
