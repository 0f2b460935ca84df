import { hash, timingSafeEqual } from "node:crypto";

/** Whether a secret was given, in constant time, whatever the lengths. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given), digest(expected));
}
