import { expect, test } from "vitest";

import { encodeText } from "./encode-text.ts";

test.each([
  ["nothing", ""],
  ["ASCII", '{"a":1}'],
  ["Latin letters", "Élise à l’été, 1\u202f597,00\u00a0€"],
  ["characters of two units", "😀 et 𝒜"],
  ["a text longer than the scratch buffer", "l’été ".repeat(200_000)],
])("%s has the bytes of UTF-8, its own", (_, text) => {
  const encoded = encodeText(text);
  encodeText("something else");
  expect(Buffer.compare(encoded, Buffer.from(text))).toBe(0);
});
