import { randomBytes } from "node:crypto";

import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";

import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { insertAccount, insertIdentity } from "#server/auth/accounts/accounts.ts";
import { auditRefusal } from "#server/auth/accounts/administrator-audit.ts";
import { findUserByEmail, isBanned, lockUser, readEmail, type User } from "#server/auth/accounts/users.ts";
import { limitAddress } from "#server/auth/limits.ts";
import { revokeOneTimeTokens } from "#server/auth/mailed-links/one-time-tokens.ts";
import { describeSession, startSession, type Device, type OpenSession } from "#server/auth/sessions/sessions.ts";
import { sendProblem, type AuthRequest } from "#server/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import { errorAddress } from "#server/auth/wire/redirects.ts";
import { findReturnAddress, withFragment, withQuery } from "#server/auth/wire/return-address.ts";
import { deviceOf } from "#server/auth/wire/signed-in-caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { providerName, type ProviderAccount, type ProviderRefusal } from "#server/identity/provider-client.ts";

import {
  isFromSameBrowser,
  isReturnLate,
  issueAuthCode,
  readCodeChallenge,
  startFlow,
  takeReturn,
  type Flow,
} from "./flow-state.ts";

/** What a client may ask of the provider's own screen. */
const passedOnNames = ["prompt", "login_hint", "hd", "access_type"];

/**
 * `GET /authorize`: sends the browser to the provider. It comes back to `/callback`, and from there to `redirect_to`
 * with a code for who kept the verifier (PKCE), or with tokens for the very browser that started.
 */
export async function startProviderSignIn(context: ServerContext, c: AuthRequest): Promise<Response> {
  const limited = await limitAddress(context, "provider", deviceOf(c).address);
  if (!limited.ok) return sendProblem(c, limited.problem);
  const { provider = "" } = c.req.query();
  if (provider !== providerName || !context.settings.identityProvider) {
    const message = "Unsupported provider: provider is not enabled";
    return sendProblem(c, authProblem("validation_failed", { message }));
  }
  const codeChallenge = readCodeChallenge(c.req.query());
  if (!codeChallenge.ok) return sendProblem(c, codeChallenge.problem);

  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  const browser = codeChallenge.value ? undefined : randomBytes(32).toString("base64url");
  const flowId = await context.db.asServer((tx) => {
    const flow = { provider, method: "oauth" as const, codeChallenge: codeChallenge.value, browser, redirectTo };
    return startFlow(tx, flow, context.now());
  });
  if (browser) rememberBrowser(context, c, flowId, browser);

  try {
    return c.redirect(await context.identity.provider.authorizationUrl(flowId, passedOn(c)), 302);
  } catch (error) {
    context.log.warn({ err: error, requestId: c.get("requestId") }, "the identity provider does not answer");
    return c.redirect(errorAddress(redirectTo, unreachableProvider()), 302);
  }
}

/** `GET /callback`: always goes on to the site, with a code, tokens, or what went wrong. */
export async function finishProviderSignIn(context: ServerContext, c: AuthRequest): Promise<Response> {
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
    return c.redirect(errorAddress(flow.redirect_to, problem, oauthError), 303);
  }
  const entered = await context.db.asServer((tx) => enter(context, tx, flow, returned.value, device));
  if (!entered.ok) return c.redirect(errorAddress(flow.redirect_to, entered.problem), 303);
  return c.redirect(await addressAfter(context, flow, entered.value), 303);
}

type ReturnProblem = { problem: AuthProblem; oauthError?: string };
type VerifiedAccount = Omit<ProviderAccount, "email"> & { email: string };

async function readFlowReturn(
  context: ServerContext,
  c: AuthRequest,
  flow: Flow,
): Promise<Result<VerifiedAccount, ReturnProblem>> {
  if (isReturnLate(flow, context.now())) return failed({ problem: authProblem("flow_state_expired") });
  if (!isFromSameBrowser(flow, getCookie(c, cookieName(flow.id)))) {
    return failed({ problem: authProblem("bad_oauth_state") });
  }
  const returned = await context.identity.provider.readReturn(flow.id, new URL(c.req.url).search);
  if (!returned.ok) return failed(describeRefusal(context, c, returned.problem));

  const email = readEmail(returned.value.email);
  if (!email || !returned.value.isEmailVerified)
    return failed({ problem: authProblem("provider_email_needs_verification") });
  return ok({ ...returned.value, email });
}

function describeRefusal(context: ServerContext, c: AuthRequest, refusal: ProviderRefusal): ReturnProblem {
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

type SignInResult = { code: string } | { session: OpenSession };

/** Finds or makes the account, and opens the way to its session. */
async function enter(
  context: ServerContext,
  tx: Tx,
  flow: Flow,
  account: VerifiedAccount,
  device: Device,
): Promise<Result<SignInResult, AuthProblem>> {
  const now = context.now();
  const user = await findOrCreateUser(tx, account, now);
  if (isBanned(user, now)) {
    await auditRefusal(tx, user.id, { method: "oauth", code: "user_banned" });
    return failed(authProblem("user_banned", { status: 403 }));
  }
  if (flow.code_challenge) return ok({ code: await issueAuthCode(tx, flow.id, user.id, now) });
  return ok({ session: await startSession(context, tx, user, "oauth", device) });
}

/**
 * The account of this provider's identity; else the one with the address, which the provider vouches for; else a new
 * one. Two returns of one person take turns, so that the second finds what the first made.
 */
async function findOrCreateUser(tx: Tx, account: VerifiedAccount, now: Date): Promise<User> {
  const data = describeIdentity(account);
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${providerName} identity ${account.id}`]);
  const { rows } = await tx.query<{ user_id: string }>(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2 returning user_id`,
    [providerName, account.id, JSON.stringify(data), now],
  );
  const existingId = rows[0]?.user_id;
  if (existingId) return locked(tx, existingId);

  const provider = { name: providerName, id: account.id, data };
  const created = await insertAccount(
    tx,
    { email: account.email, isEmailConfirmed: true, metadata: data, provider },
    now,
  );
  if (created) return locked(tx, created);
  return joinAccount(tx, account, data, now);
}

/**
 * Joins the account that has the address. If nobody had proved that address, whoever chose its password may not be who
 * came now: the password, sessions and mailed tokens go.
 */
async function joinAccount(tx: Tx, account: VerifiedAccount, data: Record<string, unknown>, now: Date): Promise<User> {
  const found = await findUserByEmail(tx, account.email);
  if (!found) throw new Error("An account disappeared while a provider's identity joined it.");
  const user = await locked(tx, found.id);
  await insertIdentity(tx, { userId: user.id, name: providerName, id: account.id, data }, now);
  if (!user.email_confirmed_at) {
    await tx.query("update auth.users set email_confirmed_at = $2, encrypted_password = null where id = $1", [
      user.id,
      now,
    ]);
    await tx.query("delete from auth.sessions where user_id = $1", [user.id]);
    await revokeOneTimeTokens(tx, user.id, ["confirmation_token", "invite_token", "recovery_token"]);
  }
  await tx.query(
    `update auth.users set updated_at = $2, raw_user_meta_data = $3::jsonb || raw_user_meta_data,
       raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers', (
         select jsonb_agg(distinct provider) from auth.identities where user_id = $1))
     where id = $1`,
    [user.id, now, JSON.stringify(data)],
  );
  return locked(tx, user.id);
}

async function locked(tx: Tx, userId: string): Promise<User> {
  const user = await lockUser(tx, userId);
  if (!user) throw new Error("An account disappeared during a sign-in.");
  return user;
}

function describeIdentity({ id, email, name, picture }: VerifiedAccount): Record<string, unknown> {
  return {
    sub: id,
    provider_id: id,
    email,
    email_verified: true,
    phone_verified: false,
    ...(name && { name, full_name: name }),
    ...(picture && { picture, avatar_url: picture }),
  };
}

async function addressAfter(context: ServerContext, flow: Flow, entered: SignInResult): Promise<string> {
  if ("code" in entered) return withQuery(flow.redirect_to, { code: entered.code });
  const session = await describeSession(context, entered.session);
  return withFragment(flow.redirect_to, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    sb: "",
  });
}

/** Only for clients without PKCE: tokens in an address are given to the browser that asked for them. */
function rememberBrowser({ settings }: ServerContext, c: AuthRequest, flowId: string, browser: string): void {
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

function passedOn(c: AuthRequest): Record<string, string> {
  const asked = c.req.query();
  return Object.fromEntries(passedOnNames.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])));
}

function unreachableProvider(): AuthProblem {
  return authProblem("service_unavailable", { message: "The identity provider does not answer" });
}
