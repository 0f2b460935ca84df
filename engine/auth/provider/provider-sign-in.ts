import { randomBytes } from "node:crypto";

import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { isBanned, type User } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { describeSession, startSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import { sendProblem, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { errorAddress } from "#engine/auth/wire/redirects.ts";
import { findReturnAddress, withFragment, withQuery } from "#engine/auth/wire/return-address.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import {
  providerName,
  type AskedOfProvider,
  type ProviderRefusal,
  type ProviderTokens,
} from "#engine/identity/provider-client.ts";

import {
  isFromSameBrowser,
  isReturnLate,
  issueAuthCode,
  readCodeChallenge,
  startFlow,
  takeReturn,
  type Flow,
} from "#engine/auth/codes/flow-state.ts";
import { findWayAdder, linkIdentity, readLinkingCaller } from "./link-identity.ts";
import { findOrCreateUser, readProviderAccount, type OutsideAccount } from "./provider-accounts.ts";
import { describeProviderTokens, sealProviderTokens } from "./provider-tokens.ts";

/** What a client may ask of the provider's own screen. */
const passedOnNames = ["prompt", "login_hint", "hd", "access_type"];

/**
 * `GET /authorize`: sends the browser to the provider. It comes back to `/callback`, and from there to `redirect_to`
 * with a code for who kept the verifier (PKCE), or with tokens for the very browser that started.
 */
export async function startProviderSignIn(context: EngineContext, c: AuthRequest): Promise<Response> {
  const started = await startAtProvider(context, c, undefined);
  if (!started.ok) return sendProblem(c, started.problem);
  const { url, redirectTo } = started.value;
  return c.redirect(url ?? errorAddress(redirectTo, unreachableProvider()), 302);
}

/**
 * `GET /user/identities/authorize`: the same way, and back to the account that asked, which this identity then opens
 * too. With `skip_http_redirect=true` the address is answered, for who follows it without the token.
 */
export async function startLinking(context: EngineContext, c: AuthRequest): Promise<Response> {
  const caller = await readLinkingCaller(context, c);
  if (!caller.ok) return sendProblem(c, caller.problem);
  const allowed = await context.db.asServer((tx) => findWayAdder(context, tx, caller.value));
  if (!allowed.ok) return sendProblem(c, allowed.problem);
  const started = await startAtProvider(context, c, caller.value.sessionId);
  if (!started.ok) return sendProblem(c, started.problem);
  const { url } = started.value;
  if (url === undefined) return sendProblem(c, unreachableProvider());
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

type Started = { redirectTo: string; /** Absent while the provider does not answer. */ url: string | undefined };

async function startAtProvider(
  context: EngineContext,
  c: AuthRequest,
  linkingSessionId: string | undefined,
): Promise<Result<Started, AuthProblem>> {
  const limited = await limitAddress(context, "provider", deviceOf(c).address);
  if (!limited.ok) return limited;
  const { provider = "" } = c.req.query();
  if (provider !== providerName || !context.settings.identityProvider) {
    const message = "Unsupported provider: provider is not enabled";
    return failed(authProblem("validation_failed", { message }));
  }
  const codeChallenge = readCodeChallenge(c.req.query());
  if (!codeChallenge.ok) return codeChallenge;

  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  // A code goes to who kept the verifier, but an identity is linked before it: only ever by the browser that asked.
  const needsCookie = codeChallenge.value === undefined || linkingSessionId !== undefined;
  const browser = needsCookie ? randomBytes(32).toString("base64url") : undefined;
  const flowId = await context.db.asServer((tx) => {
    const kept = { codeChallenge: codeChallenge.value, browser, redirectTo, linkingSessionId };
    return startFlow(tx, { provider, method: "oauth", ...kept }, context.now());
  });
  if (browser) rememberBrowser(context, c, flowId, browser);

  try {
    return ok({ redirectTo, url: await context.identity.provider.authorizationUrl(flowId, askedOf(c)) });
  } catch (error) {
    context.log.warn({ err: error, requestId: c.get("requestId") }, "the identity provider does not answer");
    return ok({ redirectTo, url: undefined });
  }
}

/** `GET /callback`: always goes on to the site, with a code, tokens, or what went wrong. */
export async function finishProviderSignIn(context: EngineContext, c: AuthRequest): Promise<Response> {
  const device = deviceOf(c);
  const site = `${context.settings.site.origin}/`;
  const limited = await limitAddress(context, "provider", device.address);
  if (!limited.ok) return c.redirect(errorAddress(site, limited.problem), 303);

  const state = z.uuid().safeParse(c.req.query("state"));
  const flow = state.success ? await context.db.asServer((tx) => takeReturn(tx, state.data, context.now())) : undefined;
  if (!flow) return c.redirect(errorAddress(site, authProblem("bad_oauth_state")), 303);

  const returned = await readFlowReturn(context, c, flow);
  if (!returned.ok) {
    const { problem, oauthError } = returned.problem;
    return c.redirect(errorAddress(flow.redirect_to, problem, { error: oauthError }), 303);
  }
  const entered = await context.db.asServer((tx) => enter(context, tx, flow, returned.value, device));
  if (!entered.ok) return c.redirect(errorAddress(flow.redirect_to, entered.problem), 303);
  return c.redirect(await addressAfter(context, flow, entered.value), 303);
}

type ReturnProblem = { problem: AuthProblem; oauthError?: string };
type Returned = { account: OutsideAccount; tokens: ProviderTokens };

async function readFlowReturn(
  context: EngineContext,
  c: AuthRequest,
  flow: Flow,
): Promise<Result<Returned, ReturnProblem>> {
  if (isReturnLate(flow, context.now())) return failed({ problem: authProblem("flow_state_expired") });
  if (!isFromSameBrowser(flow, getCookie(c, cookieName(flow.id)))) {
    return failed({ problem: authProblem("bad_oauth_state") });
  }
  const returned = await context.identity.provider.readReturn(flow.id, new URL(c.req.url).search);
  if (!returned.ok) return failed(describeRefusal(context, c, returned.problem));

  const account = readProviderAccount(returned.value.account);
  if (!account.ok) return failed({ problem: account.problem });
  return ok({ account: account.value, tokens: returned.value.tokens });
}

function describeRefusal(context: EngineContext, c: AuthRequest, refusal: ProviderRefusal): ReturnProblem {
  if (refusal.kind === "not believed") {
    context.log.warn({ err: refusal.cause, requestId: c.get("requestId") }, "a provider's answer was not believed");
    return { problem: authProblem("bad_oauth_callback"), oauthError: "server_error" };
  }
  // The words of OAuth 2 only: what else comes in an address may be anybody's text.
  const isKnown = /^[a-z_]{3,40}$/.test(refusal.error);
  const message = isKnown ? `The provider answered ${refusal.error}` : "The provider refused";
  return {
    problem: authProblem("bad_oauth_callback", { message }),
    oauthError: isKnown ? refusal.error : "server_error",
  };
}

type SignInResult = { code: string } | { session: OpenSession; tokens: ProviderTokens };

/** Finds or makes the account, or links the identity to the one that asked, and opens the way to its session. */
async function enter(
  context: EngineContext,
  tx: Tx,
  flow: Flow,
  { account, tokens }: Returned,
  device: Device,
): Promise<Result<SignInResult, AuthProblem>> {
  const now = context.now();
  const found = await findOrLink(context, tx, flow, account);
  if (!found.ok) return found;
  const user = found.value;
  if (isBanned(user, now)) {
    await auditRefusal(tx, user.id, { method: "oauth", code: "user_banned" });
    return failed(authProblem("user_banned", { status: 403 }));
  }
  if (!flow.code_challenge) return ok({ session: await startSession(context, tx, user, "oauth", device), tokens });
  const sealTokens = (code: string) => sealProviderTokens(context, code, tokens);
  return ok({ code: await issueAuthCode(tx, flow.id, user.id, now, sealTokens) });
}

async function findOrLink(
  context: EngineContext,
  tx: Tx,
  { linking_session_id: sessionId, linking_user_id: userId }: Flow,
  account: OutsideAccount,
): Promise<Result<User, AuthProblem>> {
  if (sessionId === null) return findOrCreateUser(context, tx, account);
  if (userId === null) return failed(authProblem("session_not_found"));
  if (!context.settings.auth.enableManualLinking) return failed(authProblem("manual_linking_disabled"));
  return linkIdentity(context, tx, account, { userId, sessionId });
}

async function addressAfter(context: EngineContext, flow: Flow, entered: SignInResult): Promise<string> {
  if ("code" in entered) return withQuery(flow.redirect_to, { code: entered.code });
  const session = await describeSession(context, entered.session);
  return withFragment(flow.redirect_to, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...describeProviderTokens(entered.tokens),
    sb: "",
  });
}

/** Tokens in an address, and a link between two accounts, are for the browser that asked for them. */
function rememberBrowser({ settings }: EngineContext, c: AuthRequest, flowId: string, browser: string): void {
  setCookie(c, cookieName(flowId), browser, {
    path: "/auth/v1/callback",
    httpOnly: true,
    sameSite: "Lax",
    secure: settings.site.origin.startsWith("https:"),
    maxAge: 600,
  });
}

function cookieName(flowId: string): string {
  return `sign-in-${flowId}`;
}

function askedOf(c: AuthRequest): AskedOfProvider {
  const asked = c.req.query();
  const passedOn = Object.fromEntries(passedOnNames.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])));
  const { scopes = "" } = asked;
  // The characters of a scope in OAuth 2 (RFC 6749, 3.3), and no more of them than an address bears.
  return { passedOn, scopes: /^[\x21\x23-\x5b\x5d-\x7e ]{0,1000}$/.test(scopes) ? scopes : "" };
}

function unreachableProvider(): AuthProblem {
  return authProblem("service_unavailable", { message: "The identity provider does not answer" });
}
