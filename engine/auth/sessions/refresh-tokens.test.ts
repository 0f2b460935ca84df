import { createSecretKey, randomBytes, randomUUID } from "node:crypto";

import fc from "fast-check";
import { expect, test } from "vitest";

import { readRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";

const drawKey = () => createSecretKey(randomBytes(32));
const key = drawKey();

test.each([0, 1, 127, 128, 300, 16_384, 2 ** 31, 2 ** 40])("Number %i is read as it was written", (counter) => {
  const sessionId = randomUUID();
  const token = readRefreshToken(writeRefreshToken(sessionId, counter, key));
  expect(token).toMatchObject({ sessionId, counter });
  expect(token?.isSignedWith(key)).toBe(true);
  expect(token?.isSignedWith(drawKey())).toBe(false);
});

test("The bytes are those of the reference: version, session, number, signature, checksum", () => {
  const token = writeRefreshToken("00112233-4455-6677-8899-aabbccddeeff", 300, createSecretKey(Buffer.alloc(32, 7)));
  const bytes = Buffer.from(token, "base64url");
  expect(bytes.subarray(0, 19).toString("hex")).toBe("0000112233445566778899aabbccddeeffac02");
  expect(bytes).toHaveLength(1 + 16 + 2 + 16 + 4);
});

test("No text is read as a token by chance, and none throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
      ),
      (text) => {
        expect(readRefreshToken(text)).toBeUndefined();
      },
    ),
    { numRuns: 2000 },
  );
});
