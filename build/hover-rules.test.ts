import { expect, test } from "vitest";

import { keepHoverForPointers } from "./hover-rules.ts";

const compact = (styles: string) =>
  styles
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{}:;,]) ?/g, "$1")
    .trim();

test.each([
  ["a:hover { color: var(--ink); }", "@media (hover: hover) { a:hover { color: var(--ink); } }"],
  [
    "a { color: red; &:hover { color: blue; & b { top: 0; } } } p { margin: 0; }",
    "a { color: red; @media (hover: hover) { &:hover { color: blue; & b { top: 0; } } } } p { margin: 0; }",
  ],
  [".card:hover & svg { top: 0; }", "@media (hover: hover) { .card:hover & svg { top: 0; } }"],
  ["a:is(:hover, .near) b { top: 0; }", "@media (hover: hover) { a:is(:hover, .near) b { top: 0; } }"],
  [
    "a:hover { top: 0; } b:hover { top: 1px; }",
    "@media (hover: hover) { a:hover { top: 0; } } @media (hover: hover) { b:hover { top: 1px; } }",
  ],
])("%s is for pointers that hover", (styles, expected) => {
  expect(compact(keepHoverForPointers(styles))).toBe(compact(expected));
});

test("What else the rule is for stays for everybody", () => {
  expect(compact(keepHoverForPointers("a { &:hover, &:active { top: 0; } }"))).toBe(
    compact("a { &:active { top: 0; } @media (hover: hover) { &:hover { top: 0; } } }"),
  );
});

test.each(["a:not(:hover) { color: red; }", "a:active { color: red; }", "@media (hover: hover) { a { top: 0; } }"])(
  "%s stays as it is",
  (styles) => {
    expect(compact(keepHoverForPointers(styles))).toBe(compact(styles));
  },
);
