import { randomUUID } from "node:crypto";

import { goodPassword, nextEmail, nextPhone } from "./support.ts";

/** Ids of what is there, and tokens: made before the tests, by the wire. */
export type Known = {
  userId: string;
  otherUserId: string;
  factorId: string;
  otherFactorId: string;
  challengeId: string;
  passkeyId: string;
  refresh: string;
};

export type Request = {
  /** As the service lists it; what follows a colon is filled in by `ids`. */
  route: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Whom it is asked as: with the public key alone, with an access token, with the secret key. */
  as?: "visitor" | "user" | "server";
  query?: string;
  ids?: (known: Known) => Record<string, string>;
  /** A body that is good, or as good as a stranger can make it. */
  good: (known: Known) => Record<string, unknown>;
  /** The codes with which a body like it may be refused, beside those of any body. */
  codes?: string[];
};

export const pkce = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };
const assertion = (response: object) => ({
  id: "AA",
  rawId: "AA",
  type: "public-key",
  clientExtensionResults: {},
  response,
});
const created = assertion({ clientDataJSON: "e30", attestationObject: "oA" });
const shown = assertion({ clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: "AA" });
const someone = (known: Known) => ({ id: known.otherUserId });
const factor = (known: Known) => ({ id: known.factorId });

/** Each request with a body that the service reads, by what it asks for. */
export const requests: Record<string, Request> = {
  "a one-time mail": { route: "/otp", good: () => ({ email: nextEmail(), create_user: false, data: {}, ...pkce }) },
  "a magic link": { route: "/magiclink", good: () => ({ email: nextEmail(), create_user: false, data: {}, ...pkce }) },
  "a one-time text message": {
    route: "/otp",
    good: () => ({ phone: nextPhone(), create_user: false, channel: "sms" }),
  },
  "a sign-up by mail": {
    route: "/signup",
    good: () => ({ email: nextEmail(), password: goodPassword, data: {}, ...pkce }),
    codes: ["user_already_exists", "weak_password"],
  },
  "a sign-up by phone": {
    route: "/signup",
    good: () => ({ phone: nextPhone(), password: goodPassword, channel: "sms", data: {} }),
    codes: ["user_already_exists", "weak_password"],
  },
  "an anonymous sign-in": { route: "/signup", good: () => ({ data: {}, gotrue_meta_security: {} }) },
  "a sign-in by mail": {
    route: "/token",
    query: "?grant_type=password",
    good: () => ({ email: nextEmail(), password: goodPassword, gotrue_meta_security: {} }),
    codes: ["invalid_credentials"],
  },
  "a sign-in by phone": {
    route: "/token",
    query: "?grant_type=password",
    good: () => ({ phone: nextPhone(), password: goodPassword }),
    codes: ["invalid_credentials"],
  },
  "a refresh": {
    route: "/token",
    query: "?grant_type=refresh_token",
    good: ({ refresh }) => ({ refresh_token: refresh }),
    codes: ["refresh_token_not_found", "refresh_token_already_used"],
  },
  "an exchange of a code": {
    route: "/token",
    query: "?grant_type=pkce",
    good: () => ({ auth_code: randomUUID(), code_verifier: "x".repeat(43) }),
    codes: ["flow_state_not_found"],
  },
  "a sign-in by an ID token": {
    route: "/token",
    query: "?grant_type=id_token",
    good: () => ({ provider: "google", id_token: "a.b.c", access_token: "x", nonce: "x" }),
    codes: ["bad_jwt", "provider_disabled", "unexpected_audience", "invalid_credentials"],
  },
  "a sign-in by a wallet": {
    route: "/token",
    query: "?grant_type=web3",
    good: () => ({ chain: "solana", message: "localhost:3000 wants you to sign in", signature: "x" }),
    codes: ["web3_unsupported_chain", "invalid_credentials"],
  },
  "digits of a mail": {
    route: "/verify",
    good: () => ({ type: "email", email: nextEmail(), token: "12345678" }),
    codes: ["otp_expired"],
  },
  "digits of a phone": {
    route: "/verify",
    good: () => ({ type: "sms", phone: nextPhone(), token: "123456" }),
    codes: ["otp_expired"],
  },
  "a link's hash": {
    route: "/verify",
    good: () => ({ type: "magiclink", token_hash: "x" }),
    codes: ["otp_expired"],
  },
  "a mail again": { route: "/resend", good: () => ({ type: "signup", email: nextEmail(), ...pkce }) },
  "a text message again": { route: "/resend", good: () => ({ type: "phone_change", phone: nextPhone() }) },
  "a new password": { route: "/recover", good: () => ({ email: nextEmail(), gotrue_meta_security: {}, ...pkce }) },
  "a company's provider": {
    route: "/sso",
    good: () => ({ domain: "exemple.example", skip_http_redirect: true, ...pkce }),
    codes: ["saml_provider_disabled"],
  },
  "a company's answer": {
    route: "/sso/*",
    good: () => ({ SAMLResponse: "x", RelayState: "x" }),
    codes: ["saml_provider_disabled"],
  },
  "a change of account": {
    route: "/user",
    method: "PUT",
    as: "user",
    good: () => ({ phone: nextPhone(), channel: "sms", nonce: "12345678", data: {} }),
    codes: ["reauthentication_needed", "reauthentication_not_valid"],
  },
  "a change of address": {
    route: "/user",
    method: "PUT",
    as: "user",
    good: () => ({ email: nextEmail(), ...pkce }),
    codes: ["email_exists"],
  },
  "a change of password": {
    route: "/user",
    method: "PUT",
    as: "user",
    good: () => ({ password: `${goodPassword}-${randomUUID()}`, current_password: goodPassword }),
    codes: ["weak_password", "same_password", "reauthentication_needed", "current_password_invalid"],
  },
  "a way in to remove": {
    route: "/user/identities/:id",
    method: "DELETE",
    as: "user",
    ids: () => ({ id: randomUUID() }),
    good: () => ({ reason: "x" }),
    codes: ["single_identity_not_deletable", "identity_not_found"],
  },
  "the end of a session": {
    route: "/logout",
    query: "?scope=others",
    as: "user",
    good: () => ({ scope: "others" }),
  },
  "an application as factor": {
    route: "/factors",
    as: "user",
    good: () => ({ factor_type: "totp", friendly_name: randomUUID(), issuer: "Ariane" }),
    codes: ["too_many_enrolled_mfa_factors", "mfa_factor_name_conflict"],
  },
  "a phone as factor": {
    route: "/factors",
    as: "user",
    good: () => ({ factor_type: "phone", friendly_name: randomUUID(), phone: nextPhone() }),
    codes: ["too_many_enrolled_mfa_factors", "mfa_factor_name_conflict", "mfa_phone_enroll_not_enabled"],
  },
  "a security key as factor": {
    route: "/factors",
    as: "user",
    good: () => ({ factor_type: "webauthn", friendly_name: randomUUID() }),
    codes: ["too_many_enrolled_mfa_factors", "mfa_factor_name_conflict"],
  },
  "a factor to remove": {
    route: "/factors/:id",
    method: "DELETE",
    as: "user",
    ids: () => ({ id: randomUUID() }),
    good: () => ({ code: "123456" }),
    codes: ["mfa_factor_not_found"],
  },
  "a challenge": {
    route: "/factors/:id/challenge",
    as: "user",
    ids: factor,
    good: () => ({ channel: "sms", webauthn: { rpId: "localhost", rpOrigins: ["http://localhost:3000"] } }),
  },
  "a factor's code": {
    route: "/factors/:id/verify",
    as: "user",
    ids: factor,
    good: ({ challengeId }) => ({ challenge_id: challengeId, code: "000000" }),
    codes: ["mfa_verification_failed", "mfa_challenge_expired", "mfa_factor_not_found", "mfa_verification_rejected"],
  },
  "a factor's key": {
    route: "/factors/:id/verify",
    as: "user",
    ids: factor,
    good: ({ challengeId }) => ({
      challenge_id: challengeId,
      webauthn: { type: "create", rpId: "localhost", rpOrigins: [], credential_response: created },
    }),
    codes: ["mfa_verification_failed", "mfa_challenge_expired", "mfa_factor_not_found", "mfa_verification_rejected"],
  },
  "recovery codes": {
    route: "/factors/recovery-codes",
    as: "user",
    good: () => ({ code: "x" }),
    codes: ["feature_disabled"],
  },
  "a step with recovery codes": {
    route: "/factors/recovery-codes/:step",
    as: "user",
    ids: () => ({ step: "verify" }),
    good: () => ({ code: "x" }),
    codes: ["feature_disabled"],
  },
  "a passkey to sign in with": {
    route: "/passkeys/authentication/options",
    good: () => ({ gotrue_meta_security: { captcha_token: "x" } }),
  },
  "a passkey that is shown": {
    route: "/passkeys/authentication/verify",
    good: () => ({ challenge_id: randomUUID(), credential: shown }),
    codes: ["webauthn_challenge_not_found", "webauthn_credential_not_found", "webauthn_verification_failed"],
  },
  "a passkey to make": { route: "/passkeys/registration/options", as: "user", good: () => ({ friendly_name: "x" }) },
  "a passkey that was made": {
    route: "/passkeys/registration/verify",
    as: "user",
    good: () => ({ challenge_id: randomUUID(), credential: created }),
    codes: ["webauthn_challenge_not_found", "webauthn_verification_failed"],
  },
  "a passkey's name": {
    route: "/passkeys/:id",
    method: "PATCH",
    as: "user",
    ids: ({ passkeyId }) => ({ id: passkeyId }),
    good: () => ({ friendly_name: "Mon téléphone" }),
  },
  "an invitation": {
    route: "/invite",
    as: "server",
    good: () => ({ email: nextEmail(), data: {} }),
    codes: ["email_exists"],
  },
  "a link to hand over": {
    route: "/admin/generate_link",
    as: "server",
    good: () => ({ type: "signup", email: nextEmail(), password: goodPassword, data: {}, redirect_to: "/" }),
    codes: ["email_exists", "weak_password", "user_not_found"],
  },
  "a link to a new address": {
    route: "/admin/generate_link",
    as: "server",
    good: () => ({ type: "email_change_new", email: nextEmail(), new_email: nextEmail() }),
    codes: ["email_exists", "user_not_found"],
  },
  "an account to make": {
    route: "/admin/users",
    as: "server",
    good: () => ({
      id: randomUUID(),
      email: nextEmail(),
      phone: nextPhone(),
      password: goodPassword,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: {},
      app_metadata: {},
      ban_duration: "24h",
      role: "authenticated",
      aud: "authenticated",
    }),
    codes: ["email_exists", "phone_exists", "weak_password"],
  },
  "an account with a hash": {
    route: "/admin/users",
    as: "server",
    good: () => ({ email: nextEmail(), password_hash: `$2b$10$${"a".repeat(53)}` }),
    codes: ["email_exists"],
  },
  "an account to change": {
    route: "/admin/users/:id",
    method: "PUT",
    as: "server",
    ids: someone,
    good: () => ({
      email: nextEmail(),
      phone: nextPhone(),
      password: goodPassword,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: {},
      app_metadata: {},
      ban_duration: "none",
      role: "authenticated",
    }),
    codes: ["email_exists", "phone_exists", "weak_password"],
  },
  "an account to delete": {
    route: "/admin/users/:id",
    method: "DELETE",
    as: "server",
    ids: () => ({ id: randomUUID() }),
    good: () => ({ should_soft_delete: false }),
    codes: ["user_not_found"],
  },
  "a factor to change": {
    route: "/admin/users/:id/factors/:factor",
    method: "PUT",
    as: "server",
    ids: ({ otherUserId, otherFactorId }) => ({ id: otherUserId, factor: otherFactorId }),
    good: () => ({ friendly_name: randomUUID(), phone: nextPhone() }),
  },
  "another account's passkey to remove": {
    route: "/admin/users/:id/passkeys/:passkey",
    method: "DELETE",
    as: "server",
    ids: ({ otherUserId }) => ({ id: otherUserId, passkey: randomUUID() }),
    good: () => ({ reason: "x" }),
  },
  "an administration we have not": {
    route: "/admin/custom-providers/*",
    as: "server",
    good: () => ({ identifier: "x", client_id: "x" }),
    codes: ["feature_disabled"],
  },
};

export type Question = {
  route: string;
  as?: "visitor" | "user" | "server";
  ids?: (known: Known) => Record<string, string>;
  parameters?: Record<string, string>;
};

/** Each request without a body: what its address says. */
export const questions: Record<string, Question> = {
  "the end of a link": {
    route: "/verify",
    parameters: { token: "x", token_hash: "x", type: "signup", redirect_to: "http://localhost:3000/dashboard" },
  },
  "the way to the provider": {
    route: "/authorize",
    parameters: {
      provider: "google",
      redirect_to: "http://localhost:3000/dashboard",
      scopes: "email",
      prompt: "consent",
      skip_http_redirect: "true",
      ...pkce,
    },
  },
  "the way back from the provider": {
    route: "/callback",
    parameters: { code: "x", state: "x", error: "access_denied", error_description: "x", iss: "x" },
  },
  "a way in to add": {
    route: "/user/identities/authorize",
    as: "user",
    parameters: { provider: "google", redirect_to: "/", skip_http_redirect: "true", ...pkce },
  },
  "a nonce": { route: "/reauthenticate", as: "user", parameters: { type: "x" } },
  "one's own account": { route: "/user", as: "user", parameters: { select: "*" } },
  "one's own passkeys": { route: "/passkeys", as: "user", parameters: { page: "1" } },
  "recovery codes": { route: "/factors/recovery-codes", as: "user", parameters: { page: "1" } },
  "a company's page": { route: "/sso/*", parameters: { RelayState: "x" } },
  "a page of accounts": {
    route: "/admin/users",
    as: "server",
    parameters: { page: "1", per_page: "2", filter: "x", sort: "created_at desc" },
  },
  "an account": { route: "/admin/users/:id", as: "server", ids: someone, parameters: { select: "*" } },
  "another account's factors": { route: "/admin/users/:id/factors", as: "server", ids: someone },
  "another account's passkeys": { route: "/admin/users/:id/passkeys", as: "server", ids: someone },
  "our keys": { route: "/.well-known/jwks.json", parameters: { kid: "x" } },
  "what we say of ourselves": { route: "/.well-known/openid-configuration", parameters: { issuer: "x" } },
  "what is on": { route: "/settings", parameters: { select: "*" } },
  "whether we are well": { route: "/health", parameters: { deep: "true" } },
};

/** Routes that answer alike whatever they are sent. */
export const alikeRoutes = [
  "/generate_link",
  "/admin",
  "/admin/*",
  "/admin/audit",
  "/admin/sso/*",
  "/admin/oauth/*",
  "/oauth/*",
  "/scim/*",
  "/.well-known/oauth-authorization-server",
  "*",
];

export function addressOf(route: string, ids: Record<string, string> = {}): string {
  return route.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name).replace("*", ids["*"] ?? "x");
}
