import { importJWK, type CryptoKey, type JWK } from "jose";
import * as z from "zod";

import type { SigningKeys, VerifyingKey } from "./signing-keys.ts";

/** As long as a project lets its keys be kept. */
const keptMs = 10 * 60_000;
/** A token with an unknown key may be signed with one made a moment ago; hostile ones must not cost a call each. */
const unknownKeyPauseMs = 30_000;
const requestTimeoutMs = 5_000;
const maxKeys = 50;

const keySetShape = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string().min(1).max(200), alg: z.string().optional() })),
});

/** The project does not answer: nothing can be asked of it, nor whether a token is its own. */
export class ProjectUnavailable extends Error {
  constructor(cause: unknown, message = "The Supabase project does not answer.") {
    super(message, { cause });
    this.name = "ProjectUnavailable";
  }
}

type Options = { supabaseUrl: string; now: () => Date };

/**
 * The keys of a hosted project, read from its key set and never written.
 *
 * Keys that were read stay good while the project does not answer: what they signed is true, and ends by itself.
 */
export function createProjectKeys({ supabaseUrl, now }: Options): SigningKeys {
  const address = `${supabaseUrl.replace(/\/+$/, "")}/auth/v1/.well-known/jwks.json`;
  let known: Map<string, JWK> | undefined;
  let readAt = -Infinity;
  let reading: Promise<Map<string, JWK>> | undefined;
  const imported = new Map<string, VerifyingKey>();

  const ageMs = () => Math.abs(now().getTime() - readAt);

  function readAgain(): Promise<Map<string, JWK>> {
    reading ??= readKeySet(address)
      .then((keys) => {
        known = keys;
        imported.clear();
        return keys;
      })
      .catch((error: unknown) => {
        if (known) return known;
        throw new ProjectUnavailable(error, "The Supabase project does not say which keys sign.");
      })
      .finally(() => {
        readAt = now().getTime();
        reading = undefined;
      });
    return reading;
  }

  async function keysNow(): Promise<Map<string, JWK>> {
    return known && ageMs() < keptMs ? known : readAgain();
  }

  return {
    current: () => refuse(),
    async findPublicKey(kid) {
      let keys = await keysNow();
      if (!keys.has(kid) && ageMs() >= unknownKeyPauseMs) keys = await readAgain();
      const jwk = keys.get(kid);
      const alg = jwk && algorithmOf(jwk);
      if (!jwk || !alg) return undefined;
      const key = imported.get(kid) ?? { alg, key: await importKey(jwk, alg) };
      imported.set(kid, key);
      return key;
    },
    async publicKeys() {
      return [...(await keysNow()).values()];
    },
    rotate: refuse,
    revoke: refuse,
    retire: refuse,
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("The keys are those of the Supabase project."));
}

async function readKeySet(address: string): Promise<Map<string, JWK>> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs), redirect: "error" });
  if (!answer.ok) throw new Error(`The key set was answered with ${answer.status}.`);
  const { keys } = keySetShape.parse(await answer.json());
  return new Map(keys.slice(0, maxKeys).map((key) => [key.kid, key as JWK]));
}

/** A key has one algorithm: a shared secret, or a key for something else, verifies nothing here. */
function algorithmOf({ kty, crv, alg }: JWK): VerifyingKey["alg"] | undefined {
  const own = kty === "EC" && crv === "P-256" ? "ES256" : kty === "RSA" ? "RS256" : undefined;
  return alg === undefined || alg === own ? own : undefined;
}

async function importKey({ kty, crv, x, y, n, e }: JWK, alg: VerifyingKey["alg"]): Promise<CryptoKey> {
  const key = await importJWK(kty === "EC" ? { kty, crv: crv!, x: x!, y: y! } : { kty: "RSA", n: n!, e: e! }, alg);
  if (key instanceof Uint8Array) throw new Error("A project's key is a shared secret.");
  return key;
}
