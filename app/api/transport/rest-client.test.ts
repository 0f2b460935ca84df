import { describe, expect, test } from "vitest";

import { readRetryAfter } from "./rest-client.ts";

describe("Retry-After", () => {
  const nowMs = Date.parse("2025-10-15T10:00:00Z");

  test.each([
    ["120", 120_000],
    ["0", 0],
    ["-5", 0],
    ["Wed, 15 Oct 2025 10:00:30 GMT", 30_000],
    ["Wed, 15 Oct 2025 09:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j asks for %s ms", (header, pauseMs) => {
    expect(readRetryAfter(header, nowMs)).toBe(pauseMs);
  });
});
