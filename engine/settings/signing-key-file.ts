import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";

import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";

export type SigningAlgorithm = "ES256" | "RS256";

/** A key of `signing_keys_path`. The first one signs; the others only verify. */
export type ConfiguredKey = {
  kid: string;
  alg: SigningAlgorithm;
  publicJwk: JsonWebKey;
  /** Undefined for a key that only verifies. */
  privateJwk: JsonWebKey | undefined;
};

const keyShape = z.looseObject({
  kty: z.string(),
  kid: z.string().min(1).max(200).optional(),
  alg: z.string().optional(),
});
const fileShape = z.union([z.array(keyShape), z.object({ keys: z.array(keyShape) }).transform(({ keys }) => keys)]);

const leastRsaBits = 2048;

/**
 * A JSON Web Key set, or the bare array that `supabase gen signing-key` writes.
 *
 * @returns what keeps it from being used, in one sentence without a full stop
 */
export function readSigningKeyFile(text: string): Result<ConfiguredKey[], string> {
  const file = fileShape.safeParse(readJson(text));
  if (!file.success) return failed("the file holds no JSON Web Key set");
  const keys: ConfiguredKey[] = [];
  for (const [index, jwk] of file.data.entries()) {
    const key = readKey(jwk);
    if (!key.ok) return failed(`key ${index + 1} ${key.problem}`);
    if (keys.some(({ kid }) => kid === key.value.kid)) return failed(`key ${index + 1} has the kid of another one`);
    keys.push(key.value);
  }
  if (!keys[0]) return failed("the file holds no key");
  return keys[0].privateJwk ? ok(keys) : failed("key 1, which signs, has no private part");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readKey(jwk: z.infer<typeof keyShape>): Result<ConfiguredKey, string> {
  const { kid, kty, alg, d } = jwk;
  if (kid === undefined) return failed("has no kid");
  const own = algorithmOf(kty);
  if (!own || (alg !== undefined && alg !== own)) return failed("is no ES256 or RS256 key");
  try {
    // Without `key_ops` and `use`: the CLI writes that one key signs and verifies, which no part of it does.
    const isPrivate = d !== undefined;
    const key = isPrivate ? createPrivateKey(asInput(jwk)) : createPublicKey(asInput(jwk));
    const size = sizeProblem(key);
    if (size) return failed(size);
    const publicKey = isPrivate ? createPublicKey(key) : key;
    const publicJwk = { ...publicKey.export({ format: "jwk" }), kid, alg: own, use: "sig", key_ops: ["verify"] };
    return ok({ kid, alg: own, publicJwk, privateJwk: isPrivate ? key.export({ format: "jwk" }) : undefined });
  } catch {
    return failed("cannot be read");
  }
}

function asInput(jwk: object) {
  return { key: jwk as JsonWebKey, format: "jwk" } as const;
}

function algorithmOf(kty: string): SigningAlgorithm | undefined {
  if (kty === "EC") return "ES256";
  return kty === "RSA" ? "RS256" : undefined;
}

function sizeProblem({ asymmetricKeyDetails: details }: KeyObject): string | undefined {
  if (details?.namedCurve !== undefined) {
    return details.namedCurve === "prime256v1" ? undefined : "is on another curve than P-256";
  }
  return (details?.modulusLength ?? 0) >= leastRsaBits ? undefined : `is shorter than ${leastRsaBits} bits`;
}
