import { createHmac, timingSafeEqual } from "node:crypto";

import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** Where previews stand: below it a token, below that the path of the page. */
export const previewPrefix = "/apercu";

/** Long enough to walk through the site, too short to be kept. */
const validMs = 60 * 60_000;

/** What a preview shows: the site on a day, as it is or as its draft says. */
export type Previewed = { day: CivilDate; isDraft: boolean };

/**
 * « 2025-10-30.mfz1k2.tag », « 2025-10-30d.mfz1k2.tag » of a draft: the day, the end in milliseconds since 1970 in base
 * 36, HMAC-SHA-256 cut to 128 bits.
 */
export function sealPreview(authSecret: string, { day, isDraft }: Previewed, now: Date): string {
  const said = `${day}${isDraft ? "d" : ""}.${(now.getTime() + validMs).toString(36)}`;
  return `${said}.${tagOf(authSecret, said).toString("base64url")}`;
}

/** @returns undefined for what is no token of this site, or no longer one */
export function openPreview(authSecret: string, token: string, now: Date): Previewed | undefined {
  const [, said = "", day = "", draft, end = "", tag = ""] =
    /^(([-\d]{10})(d?)\.([\da-z]{1,11}))\.([-\w]{22})$/.exec(token) ?? [];
  const brought = Buffer.from(tag, "base64url");
  const ours = tagOf(authSecret, said);
  // Decoding is lenient; a token has one spelling.
  if (brought.toString("base64url") !== tag || brought.length !== ours.length) return undefined;
  if (!timingSafeEqual(brought, ours) || Number.parseInt(end, 36) <= now.getTime()) return undefined;
  const read = readCivilDate(day);
  return read && { day: read, isDraft: draft === "d" };
}

function tagOf(authSecret: string, said: string): Buffer {
  return createHmac("sha256", deriveSecret(authSecret, "previews")).update(said).digest().subarray(0, 16);
}
