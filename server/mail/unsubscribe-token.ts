import { createHmac, timingSafeEqual } from "node:crypto";

import { deriveSecret } from "#server/settings/derived-secrets.ts";

/** First byte of a token. Another layout takes another number. */
const version = 1;
const idBytes = 16;
const tagBytes = 16;

/**
 * Names a request of the newsletter, in the alphabet of addresses: version, id, HMAC-SHA-256 cut to 128 bits. It says
 * nothing of anybody and has no term: a mail of years ago must still let its reader leave.
 *
 * @param requestId a UUID
 */
export function sealUnsubscription(authSecret: string, requestId: string): string {
  const said = Buffer.concat([Buffer.of(version), Buffer.from(requestId.replaceAll("-", ""), "hex")]);
  return Buffer.concat([said, tagOf(authSecret, said)]).toString("base64url");
}

/** The address at which the holder of a request leaves the newsletter. */
export function wayOutOf(settings: { authSecret: string; site: { origin: string } }, requestId: string): string {
  const token = sealUnsubscription(settings.authSecret, requestId);
  return `${settings.site.origin}/functions/v1/unsubscribe?token=${token}`;
}

/** @returns the id of the request; undefined for what is no token of this site */
export function openUnsubscription(authSecret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Decoding is lenient; a token has one spelling.
  if (bytes.length !== 1 + idBytes + tagBytes || bytes[0] !== version || bytes.toString("base64url") !== token) {
    return undefined;
  }
  const said = bytes.subarray(0, 1 + idBytes);
  if (!timingSafeEqual(bytes.subarray(-tagBytes), tagOf(authSecret, said))) return undefined;
  return said
    .subarray(1)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function tagOf(authSecret: string, said: Buffer): Buffer {
  const key = deriveSecret(authSecret, "newsletter unsubscriptions");
  return createHmac("sha256", key).update(said).digest().subarray(0, tagBytes);
}
