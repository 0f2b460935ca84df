import { createHmac, timingSafeEqual } from "node:crypto";

import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** First byte of a token. Another layout takes another number. */
const version = 1;
const idBytes = 16;
const tagBytes = 16;

export type SealedIdPurpose =
  | "newsletter unsubscriptions"
  | "waiting list departures"
  | "order resumptions"
  | "reminder stops"
  | "team mail stops"
  | "first passwords"
  | "call-back feeds";

/**
 * Names a row in a link of a mail, in the alphabet of addresses: version, id, HMAC-SHA-256 cut to 128 bits. It says
 * nothing of anybody and has no term: it ends with its row.
 *
 * @param id a UUID
 */
export function sealId(authSecret: string, purpose: SealedIdPurpose, id: string): string {
  const said = Buffer.concat([Buffer.of(version), Buffer.from(id.replaceAll("-", ""), "hex")]);
  return Buffer.concat([said, tagOf(authSecret, purpose, said)]).toString("base64url");
}

/** @returns the id; undefined for what is no token of this site for this purpose */
export function openSealedId(authSecret: string, purpose: SealedIdPurpose, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Decoding is lenient; a token has one spelling.
  if (bytes.length !== 1 + idBytes + tagBytes || bytes[0] !== version || bytes.toString("base64url") !== token) {
    return undefined;
  }
  const said = bytes.subarray(0, 1 + idBytes);
  if (!timingSafeEqual(bytes.subarray(-tagBytes), tagOf(authSecret, purpose, said))) return undefined;
  return said
    .subarray(1)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function tagOf(authSecret: string, purpose: SealedIdPurpose, said: Buffer): Buffer {
  return createHmac("sha256", deriveSecret(authSecret, purpose)).update(said).digest().subarray(0, tagBytes);
}
