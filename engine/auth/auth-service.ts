import { Hono } from "hono";

import { failed } from "#kit/result.ts";
import { problemOfLostRace } from "./wire/lost-race.ts";
import { changeOwnAccount, readOwnAccount } from "./own-account/own-account.ts";
import { reauthenticate } from "./own-account/reauthenticate.ts";
import { signUp } from "./own-account/sign-up.ts";
import { changeFactor, deleteFactor, listAccountFactors } from "#engine/auth/administration/account-factors.ts";
import {
  changeAccount,
  createAccount,
  deleteAccount,
  answerAccount,
} from "#engine/auth/administration/change-accounts.ts";
import { deletePasskeyOf, listPasskeysOf } from "#engine/auth/administration/account-passkeys.ts";
import { listAccounts } from "#engine/auth/administration/list-accounts.ts";
import { generateLink, inviteAccount } from "#engine/auth/administration/mailed-accounts.ts";
import { requireSecretKey } from "#engine/auth/administration/trusted-caller.ts";
import { challengeFactor } from "#engine/auth/factors/challenge.ts";
import { enrollFactor } from "#engine/auth/factors/enroll.ts";
import { unenrollFactor } from "#engine/auth/factors/unenroll.ts";
import { verifyFactor } from "#engine/auth/factors/verify.ts";
import { limitAddress } from "./wire/limits.ts";
import { recover, resend } from "#engine/auth/mailed-links/mail-requests.ts";
import { startOneTimeSignIn } from "#engine/auth/mailed-links/one-time-sign-in.ts";
import { verifyByLink, verifyByPost } from "#engine/auth/mailed-links/verify.ts";
import { deletePasskey, readOwnPasskeys, renamePasskey } from "#engine/auth/passkeys/manage-passkeys.ts";
import { finishPasskeySignIn, startPasskeySignIn } from "#engine/auth/passkeys/passkey-sign-in.ts";
import { finishPasskeyRegistration, startPasskeyRegistration } from "#engine/auth/passkeys/register-passkey.ts";
import { finishProviderSignIn, startLinking, startProviderSignIn } from "#engine/auth/provider/provider-sign-in.ts";
import { unlinkIdentity } from "#engine/auth/provider/unlink-identity.ts";
import { answerSignOut } from "#engine/auth/sessions/sign-out.ts";
import { issuerOf } from "#engine/auth/sessions/tokens.ts";
import type { AppEnv, EngineContext } from "#engine/context.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { providerName } from "#engine/identity/provider-client.ts";
import { HashingOverloaded } from "#engine/passwords/password-hasher.ts";

import { handled, prepareAnswers, sendProblem, type Answer, type AuthRequest } from "./wire/answers.ts";
import { authProblem, type AuthProblemCode } from "./wire/problems.ts";
import { deviceOf, readSignedInCaller, requireApiKey } from "./sessions/signed-in-caller.ts";
import { grantToken } from "./token-grants.ts";

type Flow = (context: EngineContext, c: AuthRequest) => Promise<Answer>;
type Handler = (c: AuthRequest) => Promise<Response> | Response;

/** `/auth/v1`: what the published client asks of an auth service. Every answer is JSON or a redirect, never a page. */
export function createAuthService(context: EngineContext): Hono<AppEnv> {
  const auth = new Hono<AppEnv>();
  auth.use(prepareAnswers());

  /** One address, its methods, and 405 for the others. HEAD is not GET here: following a link uses it up. */
  const on = (path: string, methods: Record<string, Handler>) => {
    const handle: Handler = (c) => {
      const handler = methods[c.req.method];
      if (handler && Object.hasOwn(methods, c.req.method)) return handler(c);
      c.header("allow", Object.keys(methods).join(", "));
      return sendProblem(c, authProblem("method_not_allowed"));
    };
    auth.all(path, handle);
    // Older clients, and links that were edited by hand.
    if (!path.endsWith("*")) auth.all(`${path}/`, handle);
  };
  const withKey = (flow: Flow): Handler =>
    handled(async (c) => {
      const allowed = await requireApiKey(context, c);
      return allowed.ok ? flow(context, c) : allowed;
    });
  const withSecretKey = (flow: Flow): Handler =>
    handled(async (c) => {
      const allowed = await requireSecretKey(context, c);
      return allowed.ok ? flow(context, c) : allowed;
    });
  /** Of who is signed in, which the flow looks at, or of who shows the token of a mail. */
  const withUser = (flow: Flow): Handler => handled((c) => flow(context, c));
  /** Offered by the wire, not by us: the code that tells a client so. */
  const refused = (code: AuthProblemCode): Handler =>
    handled(async (c) => {
      const limited = await limitAddress(context, "refused", deviceOf(c).address);
      return failed(limited.ok ? authProblem(code) : limited.problem);
    });
  const refusedToUser = (code: AuthProblemCode): Handler =>
    handled(async (c) => {
      const caller = await readSignedInCaller(context, c);
      return failed(caller.ok ? authProblem(code) : caller.problem);
    });

  on("/signup", { POST: withKey(signUp) });
  on("/token", { POST: withKey(grantToken) });
  on("/otp", { POST: withKey(startOneTimeSignIn) });
  on("/magiclink", { POST: withKey(startOneTimeSignIn) });
  on("/reauthenticate", { GET: withUser(reauthenticate) });
  on("/recover", { POST: withKey(recover) });
  on("/resend", { POST: withKey(resend) });
  on("/verify", { GET: (c) => verifyByLink(context, c), POST: withUser(verifyByPost) });
  on("/authorize", { GET: (c) => startProviderSignIn(context, c) });
  on("/callback", { GET: (c) => finishProviderSignIn(context, c) });
  on("/user", { GET: withUser(readOwnAccount), PUT: withUser(changeOwnAccount) });
  on("/logout", { POST: (c) => answerSignOut(context, c) });

  on("/.well-known/jwks.json", { GET: (c) => publishKeys(context, c) });
  on("/.well-known/openid-configuration", { GET: (c) => describeIssuer(context, c) });
  on("/settings", { GET: (c) => c.json(describeSettings(context)) });
  on("/health", { GET: (c) => c.json({ name: "auth", description: "Accounts and sessions" }) });

  on("/sso", { POST: refused("saml_provider_disabled") });
  on("/sso/*", { GET: refused("saml_provider_disabled"), POST: refused("saml_provider_disabled") });
  on("/user/identities/authorize", { GET: (c) => startLinking(context, c) });
  on("/user/identities/:id", { DELETE: withUser(unlinkIdentity) });
  // Clients of 2.119 know recovery codes; supabase/auth itself has none.
  on("/factors/recovery-codes", {
    DELETE: refusedToUser("feature_disabled"),
    GET: refusedToUser("feature_disabled"),
    POST: refusedToUser("feature_disabled"),
  });
  on("/factors/recovery-codes/:step", { POST: refusedToUser("feature_disabled") });
  on("/factors", { POST: withUser(enrollFactor) });
  on("/factors/:id", { DELETE: withUser(unenrollFactor) });
  on("/factors/:id/challenge", { POST: withUser(challengeFactor) });
  on("/factors/:id/verify", { POST: withUser(verifyFactor) });

  on("/passkeys/authentication/options", { POST: withKey(startPasskeySignIn) });
  on("/passkeys/authentication/verify", { POST: withKey(finishPasskeySignIn) });
  on("/passkeys/registration/options", { POST: withUser(startPasskeyRegistration) });
  on("/passkeys/registration/verify", { POST: withUser(finishPasskeyRegistration) });
  on("/passkeys", { GET: withUser(readOwnPasskeys) });
  on("/passkeys/:id", { DELETE: (c) => deletePasskey(context, c), PATCH: withUser(renamePasskey) });
  on("/invite", { POST: withSecretKey(inviteAccount) });
  on("/admin/generate_link", { POST: withSecretKey(generateLink) });
  on("/admin/users", { GET: withSecretKey(listAccounts), POST: withSecretKey(createAccount) });
  on("/admin/users/:id", {
    GET: withSecretKey(answerAccount),
    PUT: withSecretKey(changeAccount),
    DELETE: withSecretKey(deleteAccount),
  });
  on("/admin/users/:id/factors", { GET: withSecretKey(listAccountFactors) });
  on("/admin/users/:id/factors/:factor", { PUT: withSecretKey(changeFactor), DELETE: withSecretKey(deleteFactor) });
  on("/admin/users/:id/passkeys", { GET: withSecretKey(listPasskeysOf) });
  on("/admin/users/:id/passkeys/:passkey", { DELETE: (c) => deletePasskeyOf(context, c) });
  for (const path of absentAdministration) auth.all(path, withSecretKey(refuseWith("feature_disabled")));
  for (const path of ["/generate_link", "/admin", "/admin/*"]) auth.all(path, withSecretKey(refuseWith("not_found")));
  for (const path of absentFeatures) auth.all(path, refused("feature_disabled"));

  // A route, since the not-found handler of a mounted service is never asked.
  auth.all("*", (c) => sendProblem(c, authProblem("not_found")));
  auth.onError((error, c) => {
    const lost = problemOfLostRace(error);
    if (lost) return sendProblem(c, lost);
    if (error instanceof DatabaseUnavailable || error instanceof HashingOverloaded) {
      context.log.warn({ err: error, requestId: c.get("requestId") }, "the auth service cannot serve now");
      return sendProblem(c, authProblem("service_unavailable", { retryAfterSeconds: 1 }));
    }
    context.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path }, "the auth service failed");
    return sendProblem(c, authProblem("unexpected_failure"));
  });
  return auth;
}

/** An OAuth server and accounts kept by another system stay outside, and so does what administers them. */
const absentFeatures = ["/oauth/*", "/scim/*", "/.well-known/oauth-authorization-server"];

/** The audit log is read in the desk, and by the secret key in the data service. */
const absentAdministration = ["/admin/audit", "/admin/sso/*", "/admin/oauth/*", "/admin/custom-providers/*"];

function refuseWith(code: AuthProblemCode): Flow {
  return async () => failed(authProblem(code));
}

async function publishKeys({ identity }: EngineContext, c: AuthRequest): Promise<Response> {
  c.header("cache-control", "public, max-age=600");
  return c.json({ keys: await identity.signingKeys.publicKeys() });
}

/** For verifiers that look for keys by the issuer. There is no OAuth server: its endpoints are those of the wire. */
async function describeIssuer(context: EngineContext, c: AuthRequest): Promise<Response> {
  const issuer = issuerOf(context);
  const keys = await context.identity.signingKeys.publicKeys();
  c.header("cache-control", "public, max-age=600");
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/user`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ alg }) => alg))],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    claims_supported: ["sub", "aud", "iss", "exp", "iat", "email", "phone", "role", "aal", "amr", "session_id"],
  });
}

/** Of supabase/auth: what lists them reads false, not nothing. */
const knownProviders = (
  "apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc " +
  "notion slack slack_oidc snapchat spotify twitch twitter workos x zoom"
).split(" ");

function describeSettings({ settings: { auth, identityProvider } }: EngineContext): Record<string, unknown> {
  return {
    external: {
      ...Object.fromEntries(knownProviders.map((name) => [name, false])),
      anonymous_users: auth.enableAnonymousSignIns,
      email: auth.email.enableSignup,
      phone: auth.sms.enableSignup,
      [providerName]: identityProvider !== undefined,
    },
    disable_signup: !auth.enableSignup,
    mailer_autoconfirm: !auth.email.enableConfirmations,
    phone_autoconfirm: !auth.sms.enableConfirmations,
    sms_provider: auth.sendSms ? "hook" : "",
    saml_enabled: false,
    passkeys_enabled: auth.passkey.enabled,
  };
}
