import type { ContentfulStatusCode } from "hono/utils/http-status";

import { passwordLengths, type PasswordRules, usualPasswordRules } from "#kit/new-password.ts";

/**
 * What the auth service refuses, and how: the codes, statuses and sentences the published client expects. Sentences are
 * for developers; the site has its own for each code.
 */
const knownProblems = {
  validation_failed: [400, "The request is not valid"],
  bad_json: [400, "Could not read the body: JSON is expected"],
  request_entity_too_large: [413, "The body is too large"],
  unsupported_media_type: [415, "Content-Type application/json is expected"],
  not_found: [404, "Nothing here"],
  method_not_allowed: [405, "Method not allowed"],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  invalid_api_key: [401, "Invalid API key"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature, or it is expired"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  user_banned: [400, "User is banned"],
  not_admin: [403, "User not allowed"],
  invalid_credentials: [400, "Invalid login credentials"],
  email_not_confirmed: [400, "Email not confirmed"],
  conflict: [409, "The account is needed as it is"],
  user_already_exists: [422, "User already registered"],
  email_exists: [422, "A user with this email address has already been registered"],
  weak_password: [422, "Password is too weak"],
  current_password_invalid: [400, "Current password is not right"],
  same_password: [422, "New password should be different from the old password."],
  insufficient_aal: [401, "AAL2 session is required to update email or password when MFA is enabled."],
  otp_expired: [403, "Token has expired or is invalid"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  bad_oauth_state: [400, "OAuth state is invalid, already used, or belongs to another browser"],
  bad_oauth_callback: [400, "OAuth callback is not what the provider should have sent"],
  provider_email_needs_verification: [403, "The provider has not verified this e-mail address"],
  unexpected_failure: [500, "Unexpected failure, please try again later"],
  service_unavailable: [503, "Service unavailable, please try again later"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  over_email_send_rate_limit: [429, "For security purposes, you can only request this after a while."],
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  phone_provider_disabled: [422, "Phone logins are disabled"],
  email_provider_disabled: [422, "Email logins are disabled"],
  signup_disabled: [422, "Signups not allowed for this instance"],
  phone_not_confirmed: [400, "Phone not confirmed"],
  phone_exists: [422, "A user with this phone number has already been registered"],
  over_sms_send_rate_limit: [429, "For security purposes, you can only request this after a while."],
  sms_send_failed: [422, "The code could not be sent to this phone number"],
  otp_disabled: [422, "Signups not allowed for otp"],
  provider_disabled: [400, "Sign-in with an ID token is not enabled"],
  web3_provider_disabled: [422, "Web3 provider is disabled"],
  web3_unsupported_chain: [400, "Unsupported chain"],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  unexpected_audience: [400, "Unacceptable audience in id_token"],
  identity_not_found: [404, "Identity doesn't exist"],
  identity_already_exists: [422, "Identity is already linked to another user"],
  single_identity_not_deletable: [422, "User must have at least 1 identity after unlinking"],
  email_conflict_identity_not_deletable: [422, "Unable to unlink identity due to email conflict"],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  reauthentication_needed: [400, "Password update requires the current password or a recent sign-in"],
  reauthentication_not_valid: [422, "Reauthentication is not needed here"],
  mfa_totp_enroll_not_enabled: [422, "MFA enroll is disabled for TOTP"],
  mfa_totp_verify_not_enabled: [422, "MFA verification is disabled for TOTP"],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  mfa_phone_verify_not_enabled: [422, "MFA verification is disabled for Phone"],
  mfa_webauthn_enroll_not_enabled: [422, "MFA enroll is disabled for WebAuthn"],
  mfa_webauthn_verify_not_enabled: [422, "MFA verification is disabled for WebAuthn"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_factor_name_conflict: [422, "A factor with this friendly name already exists for this user"],
  mfa_verified_factor_exists: [422, "A verified phone factor already exists, unenroll the existing factor to continue"],
  too_many_enrolled_mfa_factors: [422, "Maximum number of verified factors reached, unenroll to continue"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_verification_failed: [422, "Invalid code entered"],
  mfa_ip_address_mismatch: [422, "Challenge and verify IP addresses mismatch."],
  mfa_verification_rejected: [403, "Too many wrong codes: wait before trying again"],
  passkey_disabled: [404, "Passkeys are disabled"],
  too_many_passkeys: [422, "Maximum number of passkeys reached, delete one to continue"],
  webauthn_challenge_not_found: [400, "Challenge not found or already used"],
  webauthn_challenge_expired: [400, "Challenge has expired"],
  webauthn_credential_exists: [422, "This credential is already registered"],
  webauthn_credential_not_found: [404, "Credential not found"],
  webauthn_verification_failed: [400, "Credential verification failed"],
  feature_disabled: [404, "This feature is disabled"],
} satisfies Record<string, [ContentfulStatusCode, string]>;

export type AuthProblemCode = keyof typeof knownProblems;

export type PasswordWeakness = "length" | "characters" | "pwned";

export type AuthProblem = {
  code: AuthProblemCode;
  status: ContentfulStatusCode;
  message: string;
  weakPassword?: PasswordWeakness[];
  retryAfterSeconds?: number;
};

export function authProblem(code: AuthProblemCode, details: Partial<Omit<AuthProblem, "code">> = {}): AuthProblem {
  const [status, message] = knownProblems[code];
  return { code, status, message, ...details };
}

export function weakPassword(
  reasons: PasswordWeakness[],
  { leastLength, requirements }: PasswordRules = usualPasswordRules,
): AuthProblem {
  const { longest, administrator } = passwordLengths;
  const sentences: Record<PasswordWeakness, string> = {
    length:
      `Password should be at least ${leastLength} characters long, ` +
      `${Math.max(administrator, leastLength)} for an administrator, and at most ${longest}.`,
    characters: `Password should hold what is configured: ${requirements}.`,
    pwned: "Password is known to be weak and easy to guess, please choose a different one.",
  };
  return authProblem("weak_password", { message: sentences[reasons[0] ?? "pwned"], weakPassword: reasons });
}
