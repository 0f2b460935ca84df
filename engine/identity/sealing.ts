import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/**
 * AES-256-GCM, bound to the name of the row it is kept in: nonce, tag and text, in base64url.
 *
 * @param key 32 bytes that follow from `AUTH_SECRET`: a copy of the database alone opens nothing
 */
export function seal(text: string, name: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws when another key or another row's name sealed it, or when it was changed */
export function unseal(sealed: string, name: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new Error("This was sealed with another AUTH_SECRET.", { cause });
  }
}
