import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { exportJWK, generateKeyPair } from "jose";
import Provider, {
  errors,
  interactionPolicy,
  type Account,
  type Configuration,
  type InteractionResults,
} from "oidc-provider";

import type { DemoAccount } from "#domain/site/demo-page.ts";
import type { ServerContext } from "#server/context/context.ts";

import type { DemoState } from "./demo-state.ts";
import type { RenderDemoPage } from "./render-demo-page.ts";
import { createProviderMemory } from "./provider-memory.ts";

const mountPath = "/demo/idp";
const interactionPath = `${mountPath}/interaction/`;

export const demoAccounts: DemoAccount[] = [
  { email: "yann@menuiserie-kerbrat.example", name: "Yann Kerbrat", isEmailVerified: true },
  { email: "c.delmas@orsay.example", name: "Claire Delmas", isEmailVerified: true },
  { email: "adresse-non-verifiee@exemple.example", name: "Adresse non vérifiée", isEmailVerified: false },
];

export type IdentityProvider = {
  /** Answers everything under `/demo/idp`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/**
 * A real OpenID Connect provider behind the Google button of a demonstration. Its sign-in takes any address without a
 * proof; protocol, keys and checks are the real ones.
 *
 * @returns undefined when sign-in with Google is switched off
 */
export async function createIdentityProvider(
  context: ServerContext,
  state: DemoState,
  render: RenderDemoPage,
): Promise<IdentityProvider | undefined> {
  const { settings } = context;
  if (!settings.identityProvider) return undefined;
  const { clientId, clientSecret } = settings.identityProvider;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });

  const configuration: Configuration = {
    adapter: createProviderMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: settings.allowedOrigins.map((origin) => `${origin}/auth/v1/callback`),
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "demo" }] },
    cookies: {
      keys: [randomBytes(32).toString("base64url")],
      names: { session: "demo_idp", interaction: "demo_idp_i", resume: "demo_idp_r" },
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    interactions: {
      url: (_, interaction) => `${interactionPath}${interaction.uid}`,
      policy: askAgainWhenSwitched(state),
    },
    findAccount: (_, id) => findAccount(id),
    // Grants what was asked: the demonstration has no second, consent page.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError(ctx) {
      ctx.type = "html";
      ctx.body = render({ name: "sign-in-expired" });
    },
  };
  const provider = new Provider(`${settings.site.origin}${mountPath}`, configuration);
  // The address is the public one, whatever the socket: it may sit behind a proxy.
  provider.proxy = true;
  // Its framework writes to standard error what a visitor sent wrong; what goes wrong here is in our log.
  provider.silent = true;
  provider.on("server_error", (_, error) =>
    context.log.error({ err: error }, "the demonstration's identity provider failed"),
  );
  const callback = provider.callback();

  return {
    async handle(request, response) {
      if (request.url?.startsWith(interactionPath)) return answerInteraction(request, response);
      const providerRequest = request as IncomingMessage & { originalUrl?: string };
      providerRequest.originalUrl = request.url ?? "/";
      request.url = (request.url ?? "").slice(mountPath.length) || "/";
      await callback(request, response);
    },
  };

  async function answerInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let uid: string;
    try {
      ({ uid } = await provider.interactionDetails(request, response));
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendHtml(response, 400, render({ name: "sign-in-expired" }));
    }

    if (state.switches.identity === "error") return finish(request, response, { error: "server_error" });
    if (state.switches.identity === "refuse") return finish(request, response, { error: "access_denied" });
    if (request.method !== "POST")
      return sendHtml(response, 200, render({ name: "sign-in", uid, accounts: demoAccounts }));

    const email = (await readForm(request)).get("email")?.trim().toLowerCase() ?? "";
    const account = await findAccount(email);
    await finish(request, response, account ? { login: { accountId: email } } : { error: "access_denied" });
  }

  function finish(request: IncomingMessage, response: ServerResponse, result: InteractionResults): Promise<void> {
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}

/** With the switch on refuse or error, a user who is signed in here has to pass its screen again. */
function askAgainWhenSwitched({ switches }: DemoState): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const isSwitched = () => switches.identity !== "ok";
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check("switched", "the demonstration's switch says so", "login_required", isSwitched),
    );
  return policy;
}

async function findAccount(email: string): Promise<Account | undefined> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return undefined;
  const known = demoAccounts.find((account) => account.email === email);
  return {
    accountId: email,
    claims: () => ({
      sub: email,
      email,
      email_verified: known?.isEmailVerified ?? true,
      name: known?.name ?? email.slice(0, email.indexOf("@")),
    }),
  };
}

const maxFormBytes = 4096;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxFormBytes) break;
  }
  return new URLSearchParams(text);
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(html);
}
