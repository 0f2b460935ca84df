import { createHmac } from "node:crypto";

import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  type Configuration,
} from "openid-client";

import { failed, ok, type Result } from "#kit/result.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import {
  createIdTokenReader,
  looksLikeToken,
  type IdTokenProblem,
  type IdTokenProof,
  type IdTokenReader,
} from "./id-tokens.ts";

/** What the site calls it; in a demonstration another provider stands behind. */
export const providerName = "google";

const requestTimeoutSeconds = 8;

export type ProviderAccount = {
  id: string;
  /** As the provider wrote it. */
  email: unknown;
  isEmailVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
};

/** What the provider lets the client do in the person's name. Passed on, never kept in clear. */
export type ProviderTokens = { accessToken: string; refreshToken: string | undefined };

export type ProviderReturn = { account: ProviderAccount; tokens: ProviderTokens };

export type ProviderRefusal =
  /** The provider said so: the visitor refused, or it has its own reasons. */
  | { kind: "refused"; error: string; description: string | undefined }
  /** What came back does not hold: a false code, a changed issuer, a wrong nonce. */
  | { kind: "not believed"; cause: unknown };

/** The OpenID Connect client. Calls the provider, so never inside a transaction. */
export type ProviderClient = {
  /**
   * The authorization request: where the browser is sent.
   *
   * @throws when the provider cannot be reached
   */
  authorizationUrl(flowId: string, asked: AskedOfProvider): Promise<string>;
  /** Who the provider says came back, checked: state, nonce, issuer, signature, PKCE. */
  readReturn(flowId: string, query: string): Promise<Result<ProviderReturn, ProviderRefusal>>;
  /**
   * Who an ID token names that the client got by itself, checked: signature, issuer, audience, times, nonce, `at_hash`.
   *
   * @throws when the provider or its keys cannot be reached
   */
  readIdToken(token: string, proof: IdTokenProof): Promise<Result<IdTokenAccount, IdTokenProblem>>;
};

/** `scopes`: those beyond identity, as the client asked. */
export type AskedOfProvider = { scopes: string; passedOn: Record<string, string> };

export type IdTokenAccount = { account: ProviderAccount; expiresAt: Date };

type ProviderSettings = Pick<EngineSettings, "auth" | "authSecret" | "identityProvider" | "mode" | "site">;

export function createProviderClient(settings: ProviderSettings, now: () => Date): ProviderClient {
  const callbackUrl = `${settings.site.origin}/auth/v1/callback`;
  let discovered: Promise<Configuration> | undefined;
  let idTokenReader: IdTokenReader | undefined;

  /**
   * Discovered at first use: the provider of a demonstration is this server, which must listen. Again after a failure.
   */
  function configuration(): Promise<Configuration> {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  async function findIdTokenReader(): Promise<IdTokenReader> {
    const { issuer, jwks_uri: keysUrl } = (await configuration()).serverMetadata();
    if (!settings.identityProvider || keysUrl === undefined) throw new Error("The provider publishes no keys.");
    const { clientId, otherClientIds = [] } = settings.identityProvider;
    const { skipNonceCheck } = settings.auth.google;
    idTokenReader ??= createIdTokenReader(
      { issuer, keysUrl },
      { clientIds: [clientId, ...otherClientIds], skipNonceCheck, now },
    );
    return idTokenReader;
  }

  async function grant(flowId: string, query: string): Promise<Result<ProviderReturn, ProviderRefusal>> {
    const { verifier, nonce } = secretsOf(settings, flowId);
    const address = new URL(callbackUrl);
    address.search = query;
    const tokens = await authorizationCodeGrant(await configuration(), address, {
      pkceCodeVerifier: verifier,
      expectedState: flowId,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) return failed({ kind: "not believed", cause: "no ID token" });
    if (!isStorableId(claims.sub)) return failed({ kind: "not believed", cause: "an id that is no text" });
    return ok({
      account: readAccount(claims),
      tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token },
    });
  }

  return {
    async authorizationUrl(flowId, { scopes, passedOn }) {
      const { verifier, nonce } = secretsOf(settings, flowId);
      return buildAuthorizationUrl(await configuration(), {
        ...passedOn,
        redirect_uri: callbackUrl,
        scope: `openid email profile ${scopes}`.trim(),
        state: flowId,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href;
    },

    readReturn: (flowId, query) =>
      grant(flowId, query).catch((error: unknown) => {
        if (!(error instanceof AuthorizationResponseError)) return failed({ kind: "not believed", cause: error });
        return failed({ kind: "refused", error: error.error, description: error.error_description });
      }),

    async readIdToken(token, proof) {
      if (!looksLikeToken(token)) return failed("bad token");
      const claims = await (await findIdTokenReader())(token, proof);
      if (!claims.ok) return claims;
      if (!isStorableId(claims.value.sub)) return failed("bad token");
      return ok({ account: readAccount(claims.value), expiresAt: new Date(claims.value.exp * 1000) });
    },
  };
}

function readAccount(claims: { sub: string; [claim: string]: unknown }): ProviderAccount {
  return {
    id: claims.sub,
    email: claims.email,
    // Several providers write it as text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: shortText(claims.name),
    picture: shortText(claims.picture),
  };
}

async function discover(settings: ProviderSettings): Promise<Configuration> {
  if (!settings.identityProvider) throw new Error("No identity provider is configured.");
  const { issuer, clientId, clientSecret } = settings.identityProvider;
  const url = new URL(issuer);
  const isOurs = settings.mode === "demo" && url.origin === settings.site.origin;
  const isOnThisMachine = isOurs || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return discovery(url, clientId, clientSecret, undefined, {
    timeout: requestTimeoutSeconds,
    execute: isOnThisMachine ? [allowInsecureRequests] : [],
  });
}

/** Follow from the flow and AUTH_SECRET: a flow's row alone completes no sign-in. */
function secretsOf(settings: ProviderSettings, flowId: string): { verifier: string; nonce: string } {
  const key = deriveSecret(settings.authSecret, "identity provider flows");
  const derive = (purpose: string) => createHmac("sha256", key).update(`${purpose}\n${flowId}`).digest("base64url");
  return { verifier: derive("verifier"), nonce: derive("nonce") };
}

/** Refused rather than mended: two ids must not become one. The length is that of OpenID Connect Core, section 2. */
function isStorableId(id: string): boolean {
  return id.length <= 255 && id.isWellFormed() && !id.includes("\u0000");
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  // Half a character, or one that the cut leaves in half, is none that the database takes.
  return value.replaceAll("\u0000", "").slice(0, 500).toWellFormed();
}
