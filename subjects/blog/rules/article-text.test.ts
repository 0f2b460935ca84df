import { expect, test } from "vitest";

import { isWholeTarget } from "./article-targets.ts";
import { findTextMistakes, readArticleText, sectionsOf, articleWordsOf } from "./article-text.ts";

const isTarget = (target: string) => target === "secretariat" || isWholeTarget(target);
const codesOf = (text: string) => findTextMistakes(text, isTarget).map(({ line, code }) => `${line} ${code}`);

test("A text of what articles are made of has no mistake", () => {
  const text = `Un début, **fort** et *penché*.

## Une section

1. Premier
2. [Deuxième](secretariat)

### Plus bas

- un [lien](https://exemple.fr/page?a=1#b)
- un [autre](/tarifs)

| Situation | Réponse |
| --- | --- |
| Ici | Là |

> **11** appels sans suite.
`;
  expect(codesOf(text)).toEqual([]);
  expect(sectionsOf(text)).toEqual([{ id: "une-section", title: "Une section" }]);
  expect(articleWordsOf("L’[essai](https://exemple.fr) de 15 jours")).toEqual(["L’", "essai", "de", "15", "jours"]);
});

test.each([
  ["# Trop haut", ["1 depth"]],
  ["#### Trop bas", ["1 depth"]],
  ["## Un **gras**", ["1 titleText"]],
  ["## Deux fois\n\n## Deux fois", ["3 titleTwice"]],
  ["![image](https://exemple.fr/a.png)", ["1 kind"]],
  ["```js\nalert(1)\n```", ["1 kind"]],
  ["Du `code`", ["1 kind"]],
  ["***", ["1 kind"]],
  ["[lien][nom]\n\n[nom]: https://exemple.fr", ["1 kind", "3 kind"]],
  ["> Une citation", ["1 number"]],
  ["[lien](javascript:alert(1))", ["1 link"]],
  ["[lien](JaVaScRiPt:alert(1))", ["1 link"]],
  ["[lien](data:text/html,x)", ["1 link"]],
  ["[lien](http://exemple.fr)", ["1 link"]],
  ["[lien](//exemple.fr)", ["1 link"]],
  ["[lien](/\\\\exemple.fr)", ["1 link"]],
  ['[lien](https://exemple.fr"onclick=x)', ["1 link"]],
  ["[lien](nulle-part)", ["1 link"]],
  ["<javascript:alert(1)>", ["1 link"]],
])("%j has its mistakes, each at its line", (text, mistakes) => {
  expect(codesOf(text)).toEqual(mistakes);
});

test("A tag is text, wherever it stands", () => {
  for (const text of ["<script>alert(1)</script>", "Un <b onclick=x>mot</b>", "<!-- rien -->", "&lt;b&gt;"]) {
    expect(JSON.stringify(readArticleText(text))).not.toContain('"html"');
  }
});

test("What is nested a hundred times over, or is forty thousand signs, is read in a moment", () => {
  const began = performance.now();
  for (const text of [
    "> ".repeat(100),
    "[".repeat(2000),
    "*a ".repeat(10_000),
    "- ".repeat(200),
    "|a".repeat(10_000),
  ]) {
    findTextMistakes(text, isTarget);
  }
  expect(performance.now() - began).toBeLessThan(10_000);
});
