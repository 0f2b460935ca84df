import { expect, test } from "vitest";

import { isSiren } from "./siren.ts";

test.each(["732829320", "732 829 320", "356.000.000"])("%s has the key of its digits", (siren) => {
  expect(isSiren(siren)).toBe(true);
});

test.each(["732829321", "73282932", "7328293200", "000000000", "73282932a", ""])("%j is no SIREN", (text) => {
  expect(isSiren(text)).toBe(false);
});
