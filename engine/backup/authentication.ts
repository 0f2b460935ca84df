import { createHmac } from "node:crypto";

import { isSameText } from "#engine/settings/same-text.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

import type { ArchiveEnd } from "./archive.ts";

/**
 * Message authentication code of a whole backup, under `AUTH_SECRET`: only a site with that secret can have written it.
 * Encryption does not say so: with an age recipient anyone can encrypt.
 *
 * @param sha256 of everything before the last line, in hexadecimal
 */
export function authenticate(sha256: string, authSecret: string): string {
  return createHmac("sha256", deriveSecret(authSecret, "backups")).update(sha256).digest("hex");
}

/** @param end whose hash was compared with the content */
export function isAuthentic({ sha256, mac }: ArchiveEnd, authSecret: string): boolean {
  return mac !== undefined && isSameText(mac, authenticate(sha256, authSecret));
}
