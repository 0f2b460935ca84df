import { expect, test } from "vitest";

import { createCallerCache } from "./caller-cache.ts";

const now = new Date("2026-11-27T09:00:00Z");
const caller = { role: "authenticated" as const, claims: { exp: now.getTime() / 1000 + 3600 } };
const headersOf = (number: number) => new Headers({ authorization: `Bearer ${number}` });

test("The two thousand newest callers are kept, and one more takes the place of the oldest alone", () => {
  const cache = createCallerCache({ listen: () => Promise.resolve(() => Promise.resolve()) } as never);
  for (let number = 0; number <= 2000; number += 1) cache.keep(headersOf(number), now, caller);

  expect(cache.find(headersOf(0), now)).toBeUndefined();
  for (const number of [1, 1000, 2000]) expect(cache.find(headersOf(number), now)).toBe(caller);
});
