import { expect, test } from "vitest";

import { formatCount, formatDay, formatDayOfYear, formatEuros, formatInstant, formatInstantDay } from "./format.ts";

/** Intl writes no-break spaces of two widths. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  [30, "0,30 €"],
  [900, "9 €"],
  [159_700, "1 597 €"],
  [159_750, "1 597,50 €"],
])("%d cents read « %s »", (amountCents, text) => {
  expect(plain(formatEuros(amountCents))).toBe(text);
  expect(formatEuros(amountCents)).not.toContain(" ");
});

test("Counts are grouped by thousands", () => {
  expect(plain(formatCount(20_000))).toBe("20 000");
});

test("A day reads the same wherever the server stands, on one line with its month; the first is « 1er »", () => {
  expect(formatDay("2025-10-15")).toBe("15\u00a0octobre 2025");
  expect(formatDay("2025-12-01")).toBe("1er\u00a0décembre 2025");
  expect(formatDayOfYear("2025-10-30")).toBe("30\u00a0octobre");
  expect(formatDayOfYear("2025-11-01")).toBe("1er\u00a0novembre");
});

test("An instant is the day and the hour of Paris", () => {
  expect(formatInstantDay("2025-11-30T23:30:00Z")).toBe("1er\u00a0décembre 2025");
  expect(formatInstant("2025-11-20T08:12:00Z")).toBe("20\u00a0novembre 2025 à 09:12");
  expect(formatInstant("soon")).toBeUndefined();
});
