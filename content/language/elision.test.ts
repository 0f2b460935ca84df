import { expect, test } from "vitest";

import { de, que } from "./elision.ts";

test.each([
  ["Ariane", "qu’Ariane", "d’Ariane"],
  ["Élia", "qu’Élia", "d’Élia"],
  ["Zeta", "que Zeta", "de Zeta"],
  ["Hector", "que Hector", "de Hector"],
])("%s is elided as French does", (name, afterQue, afterDe) => {
  expect(que(name)).toBe(afterQue);
  expect(de(name)).toBe(afterDe);
});
