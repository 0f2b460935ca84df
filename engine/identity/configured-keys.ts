import { importJWK, type CryptoKey, type JWK } from "jose";

import type { ConfiguredKey } from "#engine/settings/signing-key-file.ts";

import type { SigningKeys, VerifyingKey } from "./signing-keys.ts";

/** The keys of `signing_keys_path`: a change of keys is a change of that file, and a start. */
export function createConfiguredKeys(keys: ConfiguredKey[]): SigningKeys {
  const [first] = keys;
  const imported = new Map<string, Promise<VerifyingKey>>();
  let signing: Promise<CryptoKey> | undefined;

  return {
    async current() {
      if (!first?.privateJwk) throw new Error("No configured key signs.");
      signing ??= importKey(first.privateJwk, first.alg);
      return { kid: first.kid, alg: first.alg, privateKey: await signing };
    },
    async findPublicKey(kid) {
      const key = keys.find((each) => each.kid === kid);
      if (!key) return undefined;
      const known =
        imported.get(kid) ?? importKey(key.publicJwk, key.alg).then((read) => ({ alg: key.alg, key: read }));
      imported.set(kid, known);
      return known;
    },
    publicKeys: async () => keys.map(({ publicJwk }) => publicJwk as JWK),
    rotate: refuse,
    revoke: refuse,
    retire: refuse,
  };
}

export const keysAreConfigured =
  "the keys are those of signing_keys_path: put the new one first in that file, and start again.";

function refuse(): Promise<never> {
  return Promise.reject(new Error(`No key was changed: ${keysAreConfigured}`));
}

async function importKey(jwk: object, alg: ConfiguredKey["alg"]): Promise<CryptoKey> {
  const key = await importJWK(withoutUse(jwk as JWK), alg);
  if (key instanceof Uint8Array) throw new Error("A signing key is a shared secret.");
  return key;
}

/** What a key is for is said by who imports it. */
function withoutUse({ key_ops: _operations, use: _use, ...jwk }: JWK): JWK {
  return jwk;
}
