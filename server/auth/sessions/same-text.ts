import { hash, timingSafeEqual } from "node:crypto";

/** Whether a secret was given, in constant time, whatever the lengths. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

export function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
