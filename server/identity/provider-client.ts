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

import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { deriveSecret } from "#server/settings/derived-secrets.ts";
import type { Settings } from "#server/settings/settings.ts";

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
  authorizationUrl(flowId: string, passedOn: Record<string, string>): Promise<string>;
  /** Who the provider says came back, checked: state, nonce, issuer, signature, PKCE. */
  readReturn(flowId: string, query: string): Promise<Result<ProviderAccount, ProviderRefusal>>;
};

type ProviderSettings = Pick<Settings, "authSecret" | "identityProvider" | "mode" | "site">;

export function createProviderClient(settings: ProviderSettings): ProviderClient {
  const callbackUrl = `${settings.site.origin}/auth/v1/callback`;
  let discovered: Promise<Configuration> | undefined;

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

  async function grant(flowId: string, query: string): Promise<Result<ProviderAccount, ProviderRefusal>> {
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
    return ok({
      id: claims.sub,
      email: claims.email,
      isEmailVerified: claims.email_verified === true,
      name: shortText(claims.name),
      picture: shortText(claims.picture),
    });
  }

  return {
    async authorizationUrl(flowId, passedOn) {
      const { verifier, nonce } = secretsOf(settings, flowId);
      return buildAuthorizationUrl(await configuration(), {
        ...passedOn,
        redirect_uri: callbackUrl,
        scope: "openid email profile",
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

function shortText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.replaceAll("\u0000", "").slice(0, 500) : undefined;
}
