import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider from "oidc-provider";
import { afterAll } from "vitest";

import { origin } from "./support.ts";

/** A person at the provider: what it says of them. */
export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type TestProvider = {
  issuer: string;
  /** What a site that trusts it is set with. */
  settings: { issuer: string; clientId: string; clientSecret: string };
  /** Who sits before its screen. */
  signIn: Person | { error: string };
  /** With the provider's own key, whatever they say. */
  signIdToken(claims: Record<string, unknown>): Promise<string>;
  stop(): void;
};

/** A provider for the tests of the file that asks, until the last of them has run. */
export async function startProviderForFile(): Promise<TestProvider> {
  const provider = await startProvider();
  afterAll(() => provider.stop());
  return provider;
}

/** A real provider; its own screen is replaced by the person that the test names. */
export async function startProvider(): Promise<TestProvider> {
  const state = { signIn: { sub: "nobody" } as Person | { error: string }, people: new Map<string, Person>() };
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  let handle: ReturnType<Provider["callback"]> | undefined;
  let oidc: Provider | undefined;
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void handle?.(request, response);
    const person = state.signIn;
    if ("sub" in person) state.people.set(person.sub, person);
    const result = "error" in person ? { error: person.error } : { login: { accountId: person.sub }, consent: {} };
    oidc!
      .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: "site", clientSecret: "site-secret" };
  oidc = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${origin}/auth/v1/callback`],
        id_token_signed_response_alg: "ES256",
        grant_types: ["authorization_code", "refresh_token"],
      },
      {
        // Does by itself what One Tap does: ends with an ID token in the visitor's hands.
        client_id: "one-tap",
        token_endpoint_auth_method: "none",
        redirect_uris: [`${origin}/one-tap`],
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "test" }] },
    cookies: { keys: ["only for tests"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...state.people.get(id), sub: id }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile offline_access");
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.body = JSON.stringify(out);
    },
  });
  handle = oidc.callback();
  return Object.assign(state, {
    issuer,
    settings,
    signIdToken: (claims: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "test" }).sign(privateKey),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** What a browser does from the provider's door to our callback. @returns the callback's path and query */
export async function visitProvider(address: string, end = `${origin}/auth/v1/callback`): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let hops = 0; hops < 10 && !url.startsWith(end); hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return url.replace(`${origin}/auth/v1`, "");
}

/** Tokens of the provider as an application of ours gets them by itself. @param nonce as it is in the token */
export async function askForTokens(
  { issuer }: TestProvider,
  nonce?: string,
): Promise<{ id_token: string; access_token: string }> {
  const verifier = "t".repeat(64);
  const hash = await crypto.subtle.digest("SHA-256", Buffer.from(verifier));
  const redirectUri = `${origin}/one-tap`;
  const query = new URLSearchParams({
    client_id: "one-tap",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    code_challenge: Buffer.from(hash).toString("base64url"),
    code_challenge_method: "S256",
    ...(nonce !== undefined && { nonce }),
  });
  const returned = new URL(await visitProvider(`${issuer}/auth?${query}`, redirectUri), origin);
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "one-tap",
      redirect_uri: redirectUri,
      code: returned.searchParams.get("code") ?? "",
      code_verifier: verifier,
    }),
  });
  return (await response.json()) as { id_token: string; access_token: string };
}
