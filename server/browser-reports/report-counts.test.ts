import { describe, expect, test } from "vitest";

import { blockedKindOf, directiveOf, phaseOf } from "./report-counts.ts";

const own = ["https://site.exemple.example"];

test.each([
  ["inline", "inline"],
  ["eval", "eval"],
  ["wasm-eval", "eval"],
  ["trusted-types-sink", "eval"],
  ["data", "data"],
  ["data:text/plain,x", "data"],
  ["https://site.exemple.example/x?e=a@b.example", "own"],
  ["https://site.exemple.example:8443/", "foreign"],
  ["https://ailleurs.example/x.js", "foreign"],
  ["chrome-extension://abcdef/inject.js", "extension"],
  ["moz-extension://abcdef/", "extension"],
  ["", "other"],
  ["self", "other"],
  [undefined, "other"],
])("What was refused, %s, counts as %s", (blocked, kind) => {
  expect(blockedKindOf(blocked, own)).toBe(kind);
});

describe("A label", () => {
  test("is a directive of a policy, as browsers of today or yesterday write it", () => {
    expect(directiveOf("script-src-elem")).toBe("script-src-elem");
    expect(directiveOf("script-src 'self'")).toBe("script-src");
    expect(directiveOf("IMG-SRC")).toBe("img-src");
  });

  test.each(["", "constructor", "x\n# HELP x", "a".repeat(1000), undefined])(
    "ignores names that a client made up: %j",
    (text) => {
      expect(directiveOf(text)).toBe("other");
      expect(phaseOf(text)).toBe("other");
    },
  );
});
