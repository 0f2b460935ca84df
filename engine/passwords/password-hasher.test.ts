import { hash as argonHash } from "@node-rs/argon2";
import { hash as bcryptHash } from "bcryptjs";
import { expect, test } from "vitest";

import { createPasswordHasher, HashingOverloaded, productionCost } from "./password-hasher.ts";

const cheap = createPasswordHasher({ memoryKib: 8, passes: 1 });

test("In production a hash costs 64 MiB and three passes", async () => {
  const hasher = createPasswordHasher(productionCost);
  const stored = await hasher.hash("Tilleul-124");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await hasher.check("Tilleul-124", stored)).toBe(true);
  expect(hasher.needsNewHash(stored)).toBe(false);
});

test("A password matches its hash, and nothing else does", async () => {
  const stored = await cheap.hash("Tilleul-124");
  expect(await cheap.check("Tilleul-124", stored)).toBe(true);
  expect(await cheap.check("Tilleul-125", stored)).toBe(false);
  expect(await cheap.check("Tilleul-124", null)).toBe(false);
  expect(await cheap.check("", "")).toBe(false);
  expect(cheap.needsNewHash(stored)).toBe(false);
});

test("A letter and its accent are one, however a keyboard sends them; older hashes still open", async () => {
  const typed = "Café-crème-éàü1";
  const [composed, decomposed] = [typed.normalize("NFC"), typed.normalize("NFD")];
  for (const chosen of [composed, decomposed]) {
    const stored = await cheap.hash(chosen);
    expect(await cheap.check(composed, stored)).toBe(true);
    expect(await cheap.check(decomposed, stored)).toBe(true);
    expect(await cheap.check("Cafe-creme-eau1", stored)).toBe(false);
  }
  const older = await argonHash(decomposed, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  expect(await cheap.check(decomposed, older)).toBe(true);
  expect(await cheap.check(composed, older)).toBe(false);
  expect(await cheap.check(decomposed, await bcryptHash(decomposed, 4))).toBe(true);
});

test("Imported hashes are checked, and replaced", async () => {
  const weaker = await argonHash("Tilleul-124", { memoryCost: 19_456, timeCost: 2 });
  const argonI = await argonHash("Tilleul-124", { algorithm: 1, memoryCost: 8, timeCost: 1 });
  for (const imported of [weaker, argonI, await bcryptHash("Tilleul-124", 4)]) {
    expect(await cheap.check("Tilleul-124", imported)).toBe(true);
    expect(await cheap.check("Tilleul-125", imported)).toBe(false);
    expect(cheap.needsNewHash(imported)).toBe(true);
    expect(createPasswordHasher(productionCost).needsNewHash(imported)).toBe(true);
  }
  const bcrypt = "$2b$04$mJ0OrKeqQXzK9oXOYn1z3.L5nUjPq5GJ6y9eAnlJ4F3pH2jMN3m1K";
  expect(await cheap.check("x".repeat(73), bcrypt)).toBe(false);
});

test("A hash of another cost than the hasher's is checked, and replaced", async () => {
  const stored = await cheap.hash("Tilleul-124");
  const dearer = createPasswordHasher({ memoryKib: 80, passes: 1 });
  expect(await dearer.check("Tilleul-124", stored)).toBe(true);
  expect(dearer.needsNewHash(stored)).toBe(true);
  expect(cheap.needsNewHash(await dearer.hash("Tilleul-124"))).toBe(true);
});

test("A flood is told to come back, what waits is served, and another hasher is free", async () => {
  const flooded = createPasswordHasher({ memoryKib: 8, passes: 1 });
  const checks = Array.from({ length: 80 }, () => flooded.check("x", "$unknown$"));
  const elsewhere = cheap.check("x", "$unknown$");
  const refused = (await Promise.allSettled(checks)).filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(80 - 66);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(HashingOverloaded);
  expect(await flooded.check("x", "$unknown$")).toBe(false);
  expect(await elsewhere).toBe(false);
});

test("A flood of sign-ups is told to come back sooner, and shuts no sign-in", async () => {
  const flooded = createPasswordHasher({ memoryKib: 8192, passes: 3 });
  const stored = await flooded.hash("Tilleul-124");
  const order: string[] = [];
  const signUps = Array.from({ length: 200 }, () =>
    flooded.hash("x", "signUp").then(
      () => order.push("sign-up"),
      (error: unknown) => error,
    ),
  );
  expect(flooded.usage()).toEqual({
    signIn: { running: 0, waiting: 0, most: { running: 2, waiting: 64 }, refused: 0 },
    signUp: { running: 1, waiting: 32, most: { running: 1, waiting: 32 }, refused: 167 },
  });

  const signIns = Array.from({ length: 8 }, async () => {
    expect(await flooded.check("Tilleul-124", stored)).toBe(true);
    order.push("sign-in");
  });
  await Promise.all(signIns);
  // One place each: while eight sign-ins went through, about as many sign-ups did.
  expect(order.filter((each) => each === "sign-up").length).toBeLessThan(16);
  const refused = (await Promise.all(signUps)).filter((result) => result instanceof HashingOverloaded);
  expect(refused).toHaveLength(167);
  expect(flooded.usage().signIn).toMatchObject({ running: 0, waiting: 0, refused: 0 });
});

test("A flood of guesses leaves sign-ups their place", async () => {
  const flooded = createPasswordHasher({ memoryKib: 8192, passes: 3 });
  const guesses = Array.from({ length: 60 }, () => flooded.check("x", null));
  const isFirst = await Promise.race([
    flooded.hash("Tilleul-124", "signUp").then(() => true),
    Promise.all(guesses).then(() => false),
  ]);
  expect(isFirst).toBe(true);
  await Promise.all(guesses);
});
