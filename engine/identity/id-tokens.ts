import { createHash } from "node:crypto";

import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";

import { failed, ok, type Result } from "#kit/result.ts";

/** Providers sign with a key pair; a shared secret of ours would let us make their tokens. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const leewaySeconds = 30;
/** Google's are about one; what is longer is not worth a signature check. */
const maxTokenLength = 16 * 1024;
const keyRequestMs = 5_000;

/** What a client shows beside the token: both prove that the token was asked for by it. */
export type IdTokenProof = { accessToken: string | undefined; nonce: string | undefined };

export type IdTokenProblem =
  /** Not signed by the provider, not valid now, or not of this issuer. */
  | "bad token"
  /** Made for another application. */
  | "audience"
  /** One of the token and the request has a nonce, the other has none. */
  | "nonce missing"
  | "nonce"
  /** `at_hash` names another access token. */
  | "access token";

export type IdTokenClaims = JWTPayload & { sub: string; exp: number };

type Provider = { issuer: string; keysUrl: string };
type Rules = { clientIds: readonly string[]; skipNonceCheck: boolean; now: () => Date };

export type IdTokenReader = (token: string, proof: IdTokenProof) => Promise<Result<IdTokenClaims, IdTokenProblem>>;

/**
 * Reads ID tokens that a client got from the provider itself, as Google's One Tap hands them out. The provider's keys
 * are cached for ten minutes, and fetched again at most every 30 s for an unknown key id.
 *
 * @throws when the keys cannot be had
 */
export function createIdTokenReader({ issuer, keysUrl }: Provider, { clientIds, skipNonceCheck, now }: Rules) {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: keyRequestMs });

  const read: IdTokenReader = async (token, { accessToken, nonce }) => {
    const claims = await readSigned(token);
    if (!claims) return failed("bad token");
    if (![claims.aud].flat().some((each) => each !== undefined && clientIds.includes(each))) return failed("audience");
    if (!skipNonceCheck) {
      const hasNonce = typeof claims.nonce === "string" && claims.nonce !== "";
      if (hasNonce !== (nonce !== undefined)) return failed("nonce missing");
      if (nonce !== undefined && claims.nonce !== sha256(nonce).toString("hex")) return failed("nonce");
    }
    return isOfAccessToken(claims, token, accessToken) ? ok(claims) : failed("access token");
  };

  async function readSigned(token: string): Promise<IdTokenClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer: issuersOf(issuer),
        requiredClaims: ["sub", "exp", "iat", "aud"],
        clockTolerance: leewaySeconds,
        currentDate: now(),
      });
      const { sub, exp, iat } = payload;
      const isFromTheFuture = (iat ?? Infinity) > now().getTime() / 1000 + leewaySeconds;
      const isNamed = typeof sub === "string" && sub !== "";
      return isNamed && exp !== undefined && !isFromTheFuture ? { ...payload, sub, exp } : undefined;
    } catch (error) {
      if (isOfTheToken(error)) return undefined;
      throw error;
    }
  }

  return read;
}

/** Whether a text is worth asking the provider for its keys. */
export function looksLikeToken(text: string): boolean {
  if (text.length > maxTokenLength) return false;
  try {
    return decodeProtectedHeader(text).alg !== undefined && decodeJwt(text).iss !== undefined;
  } catch {
    return false;
  }
}

/** Google writes its name without the scheme in some of its tokens. Source: its "Verify the ID token" page. */
function issuersOf(issuer: string): string[] {
  return issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer];
}

/** As opposed to keys that could not be fetched, or that are no keys. */
function isOfTheToken(error: unknown): boolean {
  const isOfTheKeys =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");
  return error instanceof errors.JOSEError && !isOfTheKeys;
}

/**
 * Whether the access token that came along is the one the ID token was made with; nothing to compare says yes.
 *
 * Source: OpenID Connect Core, section 3.1.3.6: the left half of the hash whose size the algorithm names.
 */
function isOfAccessToken(claims: JWTPayload, idToken: string, accessToken: string | undefined): boolean {
  const { at_hash: expected } = claims;
  if (accessToken === undefined || expected === undefined) return true;
  const { alg = "" } = decodeProtectedHeader(idToken);
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url") === expected;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
