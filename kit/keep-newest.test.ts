import { expect, test } from "vitest";

import { keepNewest } from "./keep-newest.ts";

test("A full map lets go of its oldest entry only, and of none for a key that it has", () => {
  const entries = new Map<string, number>();
  for (const key of ["a", "b", "c", "a"]) keepNewest(entries, key, entries.size, 3);
  expect([...entries.keys()]).toEqual(["b", "c", "a"]);

  keepNewest(entries, "d", 4, 3);
  expect([...entries]).toEqual([
    ["c", 2],
    ["a", 3],
    ["d", 4],
  ]);
});
