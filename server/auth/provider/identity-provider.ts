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
import { readEmail } from "#server/auth/accounts/users.ts";
import type { ServerContext } from "#server/context.ts";
import { deriveSecret } from "#server/settings/derived-secrets.ts";

/** What the site calls it; in a demonstration another provider stands behind. */
export const providerName = "google";

const requestTimeoutSeconds = 8;

export type ProviderAccount = {
  id: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
};

export type ProviderRefusal =
  /** The provider said so: the visitor refused, or it has its own reasons. */
  | { kind: "refused"; error: string; description: string | undefined }
  /** What came back does not hold: a false code, a changed issuer, a wrong nonce. */
  | { kind: "not believed"; cause: unknown };

const configurations = new WeakMap<ServerContext, Promise<Configuration>>();

/** @throws when the provider cannot be reached */
export async function providerAddress(
  context: ServerContext,
  flowId: string,
  passedOn: Record<string, string>,
): Promise<string> {
  const configuration = await configurationOf(context);
  const { verifier, nonce } = secretsOf(context, flowId);
  return buildAuthorizationUrl(configuration, {
    ...passedOn,
    redirect_uri: callbackAddress(context),
    scope: "openid email profile",
    state: flowId,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).href;
}

/**
 * Who the provider says came back, checked: state, nonce, issuer, signature, PKCE. Calls the provider, so never inside a
 * transaction.
 */
export async function readReturn(
  context: ServerContext,
  flowId: string,
  query: string,
): Promise<Result<ProviderAccount, ProviderRefusal>> {
  const { verifier, nonce } = secretsOf(context, flowId);
  try {
    const address = new URL(callbackAddress(context));
    address.search = query;
    const tokens = await authorizationCodeGrant(await configurationOf(context), address, {
      pkceCodeVerifier: verifier,
      expectedState: flowId,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) return failed({ kind: "not believed", cause: "no ID token" });
    return ok({
      id: claims.sub,
      email: readEmail(claims.email),
      isEmailVerified: claims.email_verified === true,
      name: shortText(claims.name),
      picture: shortText(claims.picture),
    });
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      return failed({ kind: "refused", error: error.error, description: error.error_description });
    }
    return failed({ kind: "not believed", cause: error });
  }
}

function callbackAddress({ settings }: ServerContext): string {
  return `${settings.site.origin}/auth/v1/callback`;
}

/** Discovered at first use, when the provider of a demonstration, which is this server, listens; tried again after a failure. */
function configurationOf(context: ServerContext): Promise<Configuration> {
  const known = configurations.get(context);
  if (known) return known;
  const discovered = discover(context);
  configurations.set(context, discovered);
  discovered.catch(() => configurations.delete(context));
  return discovered;
}

async function discover({ settings }: ServerContext): Promise<Configuration> {
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
function secretsOf({ settings }: ServerContext, flowId: string): { verifier: string; nonce: string } {
  const key = deriveSecret(settings.authSecret, "identity provider flows");
  const derive = (purpose: string) => createHmac("sha256", key).update(`${purpose}\n${flowId}`).digest("base64url");
  return { verifier: derive("verifier"), nonce: derive("nonce") };
}

function shortText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.replaceAll("\u0000", "").slice(0, 500) : undefined;
}
