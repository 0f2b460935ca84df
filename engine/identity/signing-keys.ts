import { randomUUID } from "node:crypto";

import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import type pg from "pg";

import { insertAuditLine } from "#engine/audit/write-audit.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";
import type { SigningAlgorithm } from "#engine/settings/signing-key-file.ts";

import { seal, unseal } from "./sealing.ts";

/** The life of a key: published ahead, signing, still verifying, no longer believed. */
type KeyState = "standby" | "current" | "previous" | "revoked";

type StoredKey = { kid: string; state: KeyState; public_jwk: JWK; encrypted_private_jwk: string };

type KeyRing = { keys: Map<string, StoredKey>; readAt: number };

/** Clocks of ours and of a visitor's machine may differ by this much. */
export const leewaySeconds = 30;
/** Another process says at once that it changed keys; how long that may go unnoticed while notices do not arrive. */
const keyRingLifetimeMs = 30_000;
/** Told with each change of keys, in its transaction. */
export const signingKeysChannel = "signing_keys";
/**
 * A token with an unknown key may come from a process that has just rotated; hostile ones must not cost a query each.
 */
const unknownKeyPauseMs = 1_000;

export type SigningKey = { kid: string; alg: SigningAlgorithm; privateKey: CryptoKey };

/** A key verifies signatures of its own algorithm, whatever a token says of itself. */
export type VerifyingKey = { alg: SigningAlgorithm; key: CryptoKey };

export type SigningKeys = {
  current(): Promise<SigningKey>;
  /** @returns undefined for a key we never had or no longer believe */
  findPublicKey(kid: string): Promise<VerifyingKey | undefined>;
  /** Every public key a verifier needs, the next one included. */
  publicKeys(): Promise<JWK[]>;
  /** The standby key signs from now on; tokens of the current one stay valid until they expire. */
  rotate(): Promise<void>;
  /** Tokens signed with this key are refused from now on. @throws for the current key: rotate first */
  revoke(kid: string): Promise<void>;
  /**
   * Rejects all of today's keys and creates a new one. What a changed `AUTH_SECRET` locked stays locked; a signed-in user
   * gets a new token with their refresh token, if `AUTH_SECRET` is the one that made it.
   */
  retire(): Promise<void>;
};

type Options = { db: Database; settings: Pick<EngineSettings, "authSecret" | "auth">; now: () => Date };

export function createSigningKeys({ db, settings, now }: Options): SigningKeys {
  const wrappingKey = deriveSecret(settings.authSecret, "signing keys");
  const publicKeys = new Map<string, CryptoKey>();
  const privateKeys = new Map<string, CryptoKey>();
  let ring: KeyRing | undefined;
  let reading: Promise<KeyRing> | undefined;
  let listening: Promise<unknown> | undefined;
  let changes = 0;

  const ageMs = () => (ring ? Math.abs(now().getTime() - ring.readAt) : Infinity);

  /** One query for all who wait: a burst of tokens costs one read. */
  function readAgain(): Promise<KeyRing> {
    reading ??= readKeyRing().finally(() => (reading = undefined));
    return reading;
  }

  /** Before the first read, so that no change falls between. */
  async function hearOfChanges(): Promise<void> {
    listening ??= db.listen(signingKeysChannel, () => {
      changes += 1;
      ring = undefined;
    });
    try {
      await listening;
    } catch (error) {
      listening = undefined;
      throw error;
    }
  }

  async function readKeyRing(): Promise<KeyRing> {
    await hearOfChanges();
    const heard = changes;
    const rows = await db.asServer(async (tx) => {
      const stored = await readKeys(tx);
      if (stored.some((key) => key.state === "current")) return stored;
      await storeNewKey(tx, "current", wrappingKey);
      await storeNewKey(tx, "standby", wrappingKey);
      return readKeys(tx);
    });
    const read = { keys: new Map(rows.map((row) => [row.kid, row])), readAt: now().getTime() };
    ring = heard === changes ? read : undefined; // what was read may be older than what was heard
    return read;
  }

  const freshRing = async () => (ring && ageMs() < keyRingLifetimeMs ? ring : readAgain());

  return {
    async current() {
      const { keys } = await freshRing();
      const key = [...keys.values()].find(({ state }) => state === "current");
      if (!key) throw new Error("No current signing key.");
      const privateKey = privateKeys.get(key.kid) ?? (await openPrivateKey(key, wrappingKey));
      privateKeys.set(key.kid, privateKey);
      return { kid: key.kid, alg: "ES256", privateKey };
    },

    async findPublicKey(kid) {
      let { keys } = await freshRing();
      if (!keys.has(kid) && ageMs() >= unknownKeyPauseMs) ({ keys } = await readAgain());
      const key = keys.get(kid);
      if (!key || key.state === "revoked") return undefined;
      const publicKey = publicKeys.get(kid) ?? (await importKey(key.public_jwk));
      publicKeys.set(kid, publicKey);
      return { alg: "ES256", key: publicKey };
    },

    async publicKeys() {
      const { keys } = await freshRing();
      return [...keys.values()].filter(({ state }) => state !== "revoked").map((key) => key.public_jwk);
    },

    async rotate() {
      await db.asServer(async (tx) => {
        const stored = await readKeys(tx);
        if (!stored.some((key) => key.state === "standby")) throw new Error("No standby signing key.");
        const verifiesUntil = new Date(now().getTime() + (settings.auth.jwtExpirySeconds + leewaySeconds) * 1000);
        await tx.query(
          `update auth.signing_keys set state = 'previous', verifies_until = $1, updated_at = now()
           where state = 'current'`,
          [verifiesUntil],
        );
        await tx.query("update auth.signing_keys set state = 'current', updated_at = now() where state = 'standby'");
        await storeNewKey(tx, "standby", wrappingKey);
        await insertAuditLine(tx, { actor: null, action: "signing_keys.rotated", detail: { verifiesUntil } });
        await tellOthers(tx);
      });
      await readAgain();
    },

    async revoke(kid) {
      await db.asServer(async (tx) => {
        const { rowCount } = await tx.query(
          "update auth.signing_keys set state = 'revoked', updated_at = now() where kid = $1 and state = 'previous'",
          [kid],
        );
        if (rowCount !== 1) throw new Error("Only a previous signing key can be revoked.");
        await insertAuditLine(tx, { actor: null, action: "signing_keys.revoked", detail: { kid } });
        await tellOthers(tx);
      });
      await readAgain();
    },

    async retire() {
      await db.asServer(async (tx) => {
        await tx.query("update auth.signing_keys set state = 'revoked', updated_at = now() where state <> 'revoked'");
        await storeNewKey(tx, "current", wrappingKey);
        await storeNewKey(tx, "standby", wrappingKey);
        await insertAuditLine(tx, { actor: null, action: "signing_keys.retired", detail: {} });
        await tellOthers(tx);
      });
      await readAgain();
    },
  };
}

async function tellOthers(tx: Tx): Promise<void> {
  await tx.query("select pg_notify($1, '')", [signingKeysChannel]);
}

/**
 * Whether `AUTH_SECRET` opens what signs, looked at before anything is served.
 *
 * @param client a connection that may read the keys; a database without their table has none
 * @throws Error in one sentence, with the two ways out
 */
export async function refuseOtherSecret(client: Pick<pg.ClientBase, "query">, authSecret: string): Promise<void> {
  const wrappingKey = deriveSecret(authSecret, "signing keys");
  const { rows: tables } = await client.query("select where to_regclass('auth.signing_keys') is not null");
  if (tables.length === 0) return;
  const { rows } = await client.query<StoredKey>(`${selectKeys} where state in ('current', 'standby')`);
  for (const key of rows) {
    try {
      unseal(key.encrypted_private_jwk, key.kid, wrappingKey);
    } catch (cause) {
      throw new Error(otherSecret, { cause });
    }
  }
}

const otherSecret =
  "AUTH_SECRET is not the one that protects the signing keys of this database: put the old one back (the variable, or " +
  "the file auth-secret in DATA_DIR), or give the keys up with `npm run admin -- rotate-keys --now`: everybody signs in " +
  "again.";

async function readKeys(tx: Tx): Promise<StoredKey[]> {
  const { rows } = await tx.query<StoredKey>(`${selectKeys} order by created_at, kid`);
  return rows;
}

const selectKeys = "select kid, state, public_jwk, encrypted_private_jwk from auth.signing_keys";

/** Of processes that start together, one makes the key and the others find it: there is one per state. */
async function storeNewKey(tx: Tx, state: KeyState, wrappingKey: Buffer): Promise<void> {
  const kid = randomUUID();
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const published: JWK = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  await tx.query(
    `insert into auth.signing_keys (kid, state, public_jwk, encrypted_private_jwk) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [kid, state, JSON.stringify(published), seal(JSON.stringify(await exportJWK(privateKey)), kid, wrappingKey)],
  );
}

async function openPrivateKey(key: StoredKey, wrappingKey: Buffer): Promise<CryptoKey> {
  let jwk: string;
  try {
    jwk = unseal(key.encrypted_private_jwk, key.kid, wrappingKey);
  } catch (cause) {
    throw new Error("The signing keys were made with another AUTH_SECRET.", { cause });
  }
  return importKey(JSON.parse(jwk) as JWK);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("A signing key is not an elliptic curve key.");
  return key;
}
