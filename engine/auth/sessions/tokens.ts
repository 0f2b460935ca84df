import { errors, jwtVerify } from "jose";
import { z } from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import type { EngineContext } from "#engine/context.ts";
import { leewaySeconds, type SigningKey } from "#engine/identity/signing-keys.ts";

/** An access token of ours holds at most `maxClaimBytes` of what its owner wrote. */
const maxTokenLength = 12 * 1024;

const accessClaims = z.object({
  iss: z.string(),
  sub: z.uuid(),
  aud: z.literal("authenticated"),
  exp: z.int(),
  iat: z.int(),
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  role: z.literal("authenticated"),
  aal: z.enum(["aal1", "aal2"]),
  amr: z.array(z.object({ method: z.string(), timestamp: z.int() })),
  session_id: z.uuid(),
  is_anonymous: z.boolean(),
});

export type AccessClaims = z.infer<typeof accessClaims>;

/** What a session says about its owner; the rest of the claims follows from the clock and the settings. */
export type AccessTokenSubject = Omit<AccessClaims, "iss" | "aud" | "exp" | "iat" | "role">;

/** Of a hosted project's tokens, the project. */
export function issuerOf({ settings: { supabaseUrl, site } }: Pick<EngineContext, "settings">): string {
  return `${supabaseUrl?.replace(/\/+$/, "") ?? site.origin}/auth/v1`;
}

export async function signAccessToken(
  context: EngineContext,
  subject: AccessTokenSubject,
): Promise<{ token: string; expiresAtSeconds: number }> {
  const issuedAtSeconds = Math.floor(context.now().getTime() / 1000);
  const expiresAtSeconds = issuedAtSeconds + context.settings.auth.jwtExpirySeconds;
  const key = await context.identity.signingKeys.current();
  const claims: AccessClaims = {
    iss: issuerOf(context),
    aud: "authenticated",
    exp: expiresAtSeconds,
    iat: issuedAtSeconds,
    role: "authenticated",
    ...subject,
  };
  return { token: await writeToken(key, claims), expiresAtSeconds };
}

/** In the compact form of RFC 7515. `jose` would copy the claims and ask what the key is for, each time. */
async function writeToken({ kid, alg, privateKey }: SigningKey, claims: AccessClaims): Promise<string> {
  const content = `${encode({ alg, kid, typ: "JWT" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(signatures[alg], privateKey, Buffer.from(content));
  return `${content}.${Buffer.from(signature).toString("base64url")}`;
}

const signatures = { ES256: { name: "ECDSA", hash: "SHA-256" }, RS256: { name: "RSASSA-PKCS1-v1_5" } };

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/**
 * The claims of a token that we signed (or the project, where there is one), for us, and that is valid now. Whether its
 * session still exists is another question, which the database answers.
 */
export async function verifyAccessToken(
  context: EngineContext,
  token: string,
): Promise<Result<AccessClaims, "bad_jwt">> {
  const claims = (await recallClaims(context, token)) ?? (await checkSignature(context, token));
  return claims && isValidAt(claims, context.now()) ? ok(claims) : failed("bad_jwt");
}

/** Of a token that was checked before, by a key that is believed now. */
async function recallClaims({ identity }: EngineContext, token: string): Promise<AccessClaims | undefined> {
  const verified = identity.verifiedTokens.find(token);
  if (!verified) return undefined;
  const known = await identity.signingKeys.findPublicKey(verified.kid);
  if (known?.key === verified.key) return verified.claims as AccessClaims;
  identity.verifiedTokens.forget(token);
  return undefined;
}

async function checkSignature(context: EngineContext, token: string): Promise<AccessClaims | undefined> {
  const { signingKeys, verifiedTokens } = context.identity;
  const header = readHeader(token, { isOurs: context.settings.supabaseUrl === undefined });
  const known = header && (await signingKeys.findPublicKey(header.kid));
  if (!known || known.alg !== header.alg) return undefined;
  try {
    const { payload } = await jwtVerify(token, known.key, {
      algorithms: [known.alg],
      typ: "JWT",
      issuer: issuerOf(context),
      clockTolerance: leewaySeconds,
      currentDate: context.now(),
    });
    const claims = accessClaims.safeParse(payload);
    if (!claims.success) return undefined;
    verifiedTokens.remember(token, { kid: header.kid, key: known.key, claims: claims.data });
    return claims.data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const headerShape = z.strictObject({
  alg: z.enum(["ES256", "RS256"]),
  kid: z.string().min(1).max(200),
  typ: z.literal("JWT"),
});

/**
 * What a token says of its signature, when it is written exactly as we write them: anything else is not worth a
 * signature check. A project writes its claims in its own way.
 */
function readHeader(token: string, { isOurs }: { isOurs: boolean }): z.infer<typeof headerShape> | undefined {
  if (token.length > maxTokenLength) return undefined;
  const [header, payload, signature, ...rest] = token.split(".");
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  if (![header, payload, signature].every(isCanonicalBase64Url) || (isOurs && !isWrittenOnce(payload))) {
    return undefined;
  }

  const fields = headerShape.safeParse(isWrittenOnce(header) ? readJson(header) : undefined);
  return fields.success ? fields.data : undefined;
}

function isCanonicalBase64Url(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}

/** False when a name occurs twice: readers differ on which of the two counts. */
function isWrittenOnce(part: string): boolean {
  const value = readJson(part);
  return value !== undefined && JSON.stringify(value) === Buffer.from(part, "base64url").toString("utf8");
}

function readJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Clocks may differ by the leeway, either way. */
function isValidAt({ iat, exp }: AccessClaims, now: Date): boolean {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  return iat <= nowSeconds + leewaySeconds && exp > nowSeconds - leewaySeconds;
}
