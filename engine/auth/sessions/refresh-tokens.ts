import { createHmac, hash, type KeyObject, timingSafeEqual } from "node:crypto";

/**
 * A refresh token proves itself, so none is stored: version, session, number, signature (HMAC-SHA256 cut to 16 bytes)
 * and a checksum that sorts out nonsense without a query.
 */
const version = 0;
const signatureBytes = 16;
const checksumBytes = 4;
const sessionBytes = 16;
const shortest = 1 + sessionBytes + 1 + signatureBytes + checksumBytes;
const longest = shortest + 8;

export type RefreshToken = { sessionId: string; counter: number; isSignedWith(key: KeyObject): boolean };

export function writeRefreshToken(sessionId: string, counter: number, key: KeyObject): string {
  const content = Buffer.concat([
    Buffer.from([version]),
    Buffer.from(sessionId.replaceAll("-", ""), "hex"),
    writeUvarint(counter),
  ]);
  const signed = Buffer.concat([content, sign(content, key)]);
  return Buffer.concat([signed, checksum(signed)]).toString("base64url");
}

/** @returns undefined for what cannot be a refresh token of ours */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < shortest || bytes.length > longest || bytes.toString("base64url") !== text) return undefined;

  const signed = bytes.subarray(0, -checksumBytes);
  if (bytes[0] !== version || !checksum(signed).equals(bytes.subarray(-checksumBytes))) return undefined;

  const content = signed.subarray(0, -signatureBytes);
  const counter = readUvarint(content.subarray(1 + sessionBytes));
  if (counter === undefined) return undefined;
  return {
    sessionId: writeUuid(content.subarray(1, 1 + sessionBytes)),
    counter,
    isSignedWith: (key) => timingSafeEqual(sign(content, key), signed.subarray(-signatureBytes)),
  };
}

function sign(content: Buffer, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(content).digest().subarray(0, signatureBytes);
}

function checksum(signed: Buffer): Buffer {
  return hash("sha256", signed, "buffer").subarray(0, checksumBytes);
}

function writeUvarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** @returns undefined unless the bytes are exactly one number, written the shortest way */
function readUvarint(bytes: Buffer): number | undefined {
  let value = 0;
  for (const [index, byte] of bytes.entries()) value += (byte & 0x7f) * 0x80 ** index;
  return Number.isSafeInteger(value) && writeUvarint(value).equals(bytes) ? value : undefined;
}

function writeUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
