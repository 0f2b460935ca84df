import { hash as argonHash } from "@node-rs/argon2";
import { expect, test } from "vitest";

import { checkPassword, HashingOverloaded, hashPassword, needsNewHash } from "./password-hashes.ts";

test("A password matches its hash, and nothing else does", async () => {
  const stored = await hashPassword("Tilleul-124");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await checkPassword("Tilleul-124", stored)).toBe(true);
  expect(await checkPassword("Tilleul-125", stored)).toBe(false);
  expect(await checkPassword("Tilleul-124", null)).toBe(false);
  expect(await checkPassword("", "")).toBe(false);
  expect(needsNewHash(stored)).toBe(false);
});

test("Imported hashes are checked, and replaced", async () => {
  const weaker = await argonHash("Tilleul-124", { memoryCost: 19_456, timeCost: 2 });
  expect(await checkPassword("Tilleul-124", weaker)).toBe(true);
  expect(needsNewHash(weaker)).toBe(true);
  const bcrypt = "$2b$04$mJ0OrKeqQXzK9oXOYn1z3.L5nUjPq5GJ6y9eAnlJ4F3pH2jMN3m1K";
  expect(await checkPassword("x".repeat(73), bcrypt)).toBe(false);
  expect(needsNewHash(bcrypt)).toBe(true);
});

test("A flood is told to come back, and what waits is served", async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => checkPassword("x", "$unknown$")));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(80 - 66);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(HashingOverloaded);
  expect(await checkPassword("x", "$unknown$")).toBe(false);
});
