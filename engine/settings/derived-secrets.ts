import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A secret that follows from `AUTH_SECRET`, one per purpose, so that none has to be configured or stored. */
export function deriveSecret(authSecret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", purpose, bytes));
}

/** The master secret of a demonstration: made once, kept beside the data, readable by its owner only. */
export function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  }
  return readFileSync(file, "utf8").trim();
}
