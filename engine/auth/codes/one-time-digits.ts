import { createHmac, randomInt } from "node:crypto";

import type { EngineContext } from "#engine/context.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** A random one-time code such as "004217". */
export function drawDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, "0");
}

/**
 * A few digits are soon guessed from a plain hash: this one needs AUTH_SECRET too.
 *
 * @param purpose of the key that follows from it
 * @param subject what the digits were drawn for
 */
export function hashDigits(
  { settings }: Pick<EngineContext, "settings">,
  purpose: "one-time codes" | "factor codes",
  subject: string,
  digits: string,
): string {
  const key = deriveSecret(settings.authSecret, purpose);
  return createHmac("sha256", key).update(`${subject}\n${digits}`).digest("base64url");
}
