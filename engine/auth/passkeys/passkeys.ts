import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import type { StoredCredential } from "#engine/auth/factors/factors.ts";
import type { CreatedKey } from "#engine/auth/factors/security-keys.ts";
import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

/** A row of `auth.webauthn_credentials`, its key as the ceremonies read it. */
export type Passkey = {
  id: string;
  userId: string;
  friendlyName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  credential: StoredCredential;
};

/** Source: supabase/auth, `MaxPasskeysPerUser`. */
export const maxPasskeys = 10;

export function requirePasskeys({ settings }: EngineContext): Result<undefined, AuthProblem> {
  return settings.auth.passkey.enabled ? ok(undefined) : failed(authProblem("passkey_disabled"));
}

/** The passkey that the address of a request names. */
export function readPasskeyId(c: AuthRequest): Result<string, AuthProblem> {
  const id = z.guid().safeParse(c.req.param("id"));
  return id.success ? ok(id.data) : failed(unknownPasskey());
}

/** Source: supabase/auth, which has no code of its own for it. */
export const unknownPasskey = () => authProblem("validation_failed", { status: 404, message: "Passkey not found" });

export async function listPasskeys(tx: Tx, userId: string): Promise<Passkey[]> {
  return selectPasskeys(tx, "user_id = $1 order by created_at, id", userId);
}

/** @param credentialId as the browser names the key, in base64url */
export async function findPasskeyByKey(tx: Tx, credentialId: string): Promise<Passkey | undefined> {
  return (await selectPasskeys(tx, "credential_id = $1", Buffer.from(credentialId, "base64url")))[0];
}

type PasskeyRow = {
  id: string;
  user_id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
};

async function selectPasskeys(tx: Tx, condition: string, value: unknown): Promise<Passkey[]> {
  const { rows } = await tx.query<PasskeyRow>(
    `select id, user_id, friendly_name, created_at, last_used_at, credential_id, public_key, sign_count, transports
     from auth.webauthn_credentials where ${condition}`,
    [value],
  );
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    friendlyName: row.friendly_name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    credential: {
      id: row.credential_id.toString("base64url"),
      publicKey: row.public_key.toString("base64url"),
      counter: row.sign_count,
      transports: row.transports,
    },
  }));
}

/** @returns undefined when the key is registered already, by any account */
export async function insertPasskey(
  tx: Tx,
  { userId, key, friendlyName }: { userId: string; key: CreatedKey; friendlyName: string },
  now: Date,
): Promise<{ id: string } | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.webauthn_credentials
       (user_id, credential_id, public_key, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) on conflict (credential_id) do nothing returning id`,
    [
      userId,
      Buffer.from(key.id, "base64url"),
      Buffer.from(key.publicKey, "base64url"),
      key.aaguid,
      key.counter,
      JSON.stringify(key.transports),
      key.isBackupEligible,
      key.isBackedUp,
      friendlyName,
      now,
    ],
  );
  return rows[0];
}

/** A passkey as the published client reads it. */
export function describePasskey({ id, friendlyName, createdAt, lastUsedAt }: Omit<Passkey, "userId" | "credential">) {
  return {
    id,
    ...(friendlyName !== "" && { friendly_name: friendlyName }),
    created_at: createdAt,
    ...(lastUsedAt && { last_used_at: lastUsedAt }),
  };
}
