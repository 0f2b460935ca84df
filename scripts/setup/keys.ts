import { randomBytes } from "node:crypto";

import { generateX25519Identity, identityToRecipient } from "age-encryption";

/** What the set-up makes by itself. */
export type Keys = {
  authSecret: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  adminPassword: string;
  databasePassword: string;
  /** Closes backups. */
  backupRecipient: string;
  /** Opens them; undefined where the file that held it was put away. */
  backupIdentity: string | undefined;
};

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

/** @param known those of `.env` as it stands: a key that is there stays */
export async function makeKeys(known: Record<string, string | undefined>): Promise<Keys> {
  const identity = known.BACKUP_KEY ? undefined : await generateX25519Identity();
  return {
    authSecret: known.AUTH_SECRET || random(36),
    secretKey: known.SECRET_KEY || `sb_secret_${random(24)}`,
    publishableKey: known.PUBLISHABLE_KEY || `sb_publishable_${random(24)}`,
    webhookSecret: known.WEBHOOK_SECRET || `whsec_${randomBytes(32).toString("base64")}`,
    adminPassword: known.ADMIN_PASSWORD || random(15),
    databasePassword: known.POSTGRES_PASSWORD || random(24),
    backupRecipient: identity === undefined ? (known.BACKUP_KEY ?? "") : await identityToRecipient(identity),
    backupIdentity: identity,
  };
}
