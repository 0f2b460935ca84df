import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { openSealedId, sealId } from "./sealed-id.ts";

const secret = "a secret of at least thirty-two characters";
const id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
const purpose = "newsletter unsubscriptions";

test("A link names its row, and is the same in every mail", () => {
  const token = sealId(secret, purpose, id);
  expect(token).toMatch(/^[\w-]{44}$/);
  expect(sealId(secret, purpose, id)).toBe(token);
  expect(openSealedId(secret, purpose, token)).toBe(id);
});

test("No other spelling, cut, bent or foreign token names anything", () => {
  const token = sealId(secret, purpose, id);
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === "A" ? "B" : "A";
    const bent = token.slice(0, place) + other + token.slice(place + 1);
    expect(openSealedId(secret, purpose, bent)).toBeUndefined();
    expect(openSealedId(secret, purpose, token.slice(0, place))).toBeUndefined();
  }
  for (const hostile of [`${token}=`, ` ${token}`, `${token}\0`, id, "", "é", "a".repeat(10_000)]) {
    expect(openSealedId(secret, purpose, hostile)).toBeUndefined();
  }
  expect(openSealedId("another secret of thirty-two characters", purpose, token)).toBeUndefined();
  expect(openSealedId(secret, purpose, randomBytes(33).toString("base64url"))).toBeUndefined();
});

test("A token made for one purpose opens nothing else", () => {
  expect(openSealedId(secret, "reminder stops", sealId(secret, "order resumptions", id))).toBeUndefined();
});
