import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const iterations = 4096; // PostgreSQL's own; the passwords are random, so more would protect nothing

/**
 * What PostgreSQL stores for a password. Made here, so that `alter role … password` carries no password into the
 * server's log. Format: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>` (RFC 5803).
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const storedKey = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64");
  const serverKey = hmac(salted, "Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
