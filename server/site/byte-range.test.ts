import { expect, test } from "vitest";

import { readByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-1", { from: 0, to: 1 }],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=90-", { from: 90, to: 99 }],
  ["bytes=0-1000", { from: 0, to: 99 }],
  ["bytes=99-99", { from: 99, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-1000", { from: 0, to: 99 }],
])("%s of a hundred bytes is %o", (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});

test.each([undefined, "", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,4-5", "items=0-1", "bytes=a-b", "bytes=-1-2"])(
  "%s asks for the whole file",
  (header) => {
    expect(readByteRange(header, 100)).toBe("whole");
  },
);

test.each(["bytes=100-", "bytes=1000-2000", "bytes=-0"])("%s is outside a file of a hundred bytes", (header) => {
  expect(readByteRange(header, 100)).toBe("unsatisfiable");
});
