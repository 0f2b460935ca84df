import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a secret was given, in constant time, whatever the lengths. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
