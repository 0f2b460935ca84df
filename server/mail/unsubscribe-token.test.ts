import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { openUnsubscription, sealUnsubscription } from "./unsubscribe-token.ts";

const secret = "a secret of at least thirty-two characters";
const id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

test("A link names its request, and is the same in every mail", () => {
  const token = sealUnsubscription(secret, id);
  expect(token).toMatch(/^[\w-]{44}$/);
  expect(sealUnsubscription(secret, id)).toBe(token);
  expect(openUnsubscription(secret, token)).toBe(id);
});

test("No other spelling, cut, bent or foreign token names anything", () => {
  const token = sealUnsubscription(secret, id);
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === "A" ? "B" : "A";
    expect(openUnsubscription(secret, token.slice(0, place) + other + token.slice(place + 1))).toBeUndefined();
    expect(openUnsubscription(secret, token.slice(0, place))).toBeUndefined();
  }
  for (const hostile of [`${token}=`, ` ${token}`, `${token}\0`, id, "", "é", "a".repeat(10_000)]) {
    expect(openUnsubscription(secret, hostile)).toBeUndefined();
  }
  expect(openUnsubscription("another secret of thirty-two characters", token)).toBeUndefined();
  expect(openUnsubscription(secret, randomBytes(33).toString("base64url"))).toBeUndefined();
});
