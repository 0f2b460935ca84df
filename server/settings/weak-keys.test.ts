import { expect, test } from "vitest";

import { weakKeyProblems } from "./weak-keys.ts";

const strong = {
  AUTH_SECRET: "Zk3vQ9pB1xT7mW4nL8sD2fG6hJ0cR5yA",
  SECRET_KEY: "sb_secret_N4qV8rT1wZ6yB3mK",
  PUBLISHABLE_KEY: "sb_publishable_H7jD2sF9gL5pX0cQ",
  STRIPE_WEBHOOK_SECRET: "whsec_8fGh2KmN4pQrT6vXzB1cD3wE",
  BACKUP_KEY: "quatre tortues vertes dansent",
};

test("Keys of their own, long and not guessable, are taken", () => {
  expect(weakKeyProblems(strong)).toEqual([]);
  expect(weakKeyProblems({ ...strong, SECRET_KEY: undefined, BACKUP_KEY: undefined })).toEqual([]);
  expect(weakKeyProblems({ ...strong, BACKUP_KEY: `age1${"qpzry9x8gf2tvdw0s3jn".repeat(3)}qpzr9` })).toEqual([]);
});

test.each([
  [{ AUTH_SECRET: "k3vQ9pB1xT7mW4nL8sD2fG6hJ0c" }, "AUTH_SECRET is too short: 32 characters at least."],
  [{ SECRET_KEY: "x" }, "SECRET_KEY is too short: 20 characters at least."],
  [{ STRIPE_WEBHOOK_SECRET: "abc" }, "STRIPE_WEBHOOK_SECRET is too short: 20 characters at least."],
  [{ BACKUP_KEY: "x" }, "BACKUP_KEY is too short: 16 characters at least."],
  [{ PUBLISHABLE_KEY: strong.SECRET_KEY }, "PUBLISHABLE_KEY is the same as SECRET_KEY: each needs a key of its own."],
  [{ BACKUP_KEY: strong.AUTH_SECRET }, "BACKUP_KEY is the same as AUTH_SECRET: each needs a key of its own."],
])("%o is refused in one sentence", (weak, sentence) => {
  expect(weakKeyProblems({ ...strong, ...weak })).toEqual([sentence]);
});

test.each([
  "x".repeat(40),
  "abcabcabcabcabcabcabcabcabcabcabcabc",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "0123456789012345678901234567890123456789",
  "changeme-changeme-changeme-changeme!",
  "azertyuiopqsdfghjklmwxcvbn1234567890",
])("%s is guessable", (secret) => {
  expect(weakKeyProblems({ ...strong, AUTH_SECRET: secret })).toEqual([
    expect.stringMatching(/^AUTH_SECRET can be guessed: make one/),
  ]);
});
