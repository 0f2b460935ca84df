import { expect, test } from "vitest";

import { hasSecretKey } from "./api-keys.ts";

const keys = { secretKey: "sb_secret_b1f0", publishableKey: "sb_publishable_c2a9" };

test.each([
  { apikey: keys.secretKey },
  { authorization: `Bearer ${keys.secretKey}` },
  { authorization: `bearer  ${keys.secretKey}` },
  { apikey: keys.publishableKey, authorization: `Bearer ${keys.secretKey}` },
])("The secret key is shown by %j", (headers) => {
  expect(hasSecretKey(keys, headers)).toBe(true);
});

test.each([
  {},
  { apikey: "", authorization: "" },
  { apikey: keys.publishableKey, authorization: `Bearer ${keys.publishableKey}` },
  { apikey: keys.secretKey.slice(0, -1) },
  { apikey: `${keys.secretKey}0` },
  { authorization: keys.secretKey },
  { authorization: "Bearer " },
  { authorization: `Bearer ${keys.secretKey}0` },
  { authorization: `Bearer x ${keys.secretKey}` },
  { authorization: `Basic ${keys.secretKey}` },
])("It is not by %j", (headers) => {
  expect(hasSecretKey(keys, headers)).toBe(false);
});
