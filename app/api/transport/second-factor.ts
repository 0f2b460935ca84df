import type { AuthError, Factor, GoTrueClient } from "@supabase/auth-js";

import { failed, ok, type Result } from "#kit/result.ts";

/** A verified one. @property addedAt instant, ISO 8601 */
export type SecondFactor = { id: string; name: string; kind: Factor["factor_type"]; addedAt: string };

export async function listSecondFactors({ mfa }: GoTrueClient): Promise<Result<SecondFactor[], AuthError>> {
  const { data, error } = await mfa.listFactors();
  if (error) return failed(error);
  const verified = data.all.filter(({ status }) => status === "verified");
  return ok(
    verified.map(({ id, friendly_name: name, factor_type: kind, created_at: addedAt }) => {
      return { id, name: name ?? "", kind, addedAt };
    }),
  );
}

/** Whether the account has a second factor that this session has not shown yet. */
export async function asksSecondFactor({ mfa }: GoTrueClient): Promise<boolean> {
  const { data } = await mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}

/**
 * The first code of an application or a phone enrols it; a later one lifts the session to the second level.
 *
 * @param challengeId of the code that was sent; an application shows one without being asked
 */
export async function proveByCode(
  { mfa }: GoTrueClient,
  factorId: string,
  { code, challengeId }: ProofCode,
): Promise<Error | null> {
  if (challengeId === undefined) return (await mfa.challengeAndVerify({ factorId, code })).error;
  return (await mfa.verify({ factorId, challengeId, code })).error;
}

export type ProofCode = { code: string; challengeId?: string | undefined };

/** Sends a code to a phone. @returns what the code belongs to */
export async function sendFactorCode({ mfa }: GoTrueClient, factorId: string): Promise<Result<string, AuthError>> {
  const { data, error } = await mfa.challenge({ factorId, channel: "sms" });
  return error ? failed(error) : ok(data.id);
}

/** The browser makes the key: in the machine itself, on a telephone, or on a stick. */
export async function enrolKey({ mfa }: GoTrueClient, name: string): Promise<Error | null> {
  return (await mfa.webauthn.register({ friendlyName: name, webauthn: {} }, anyKey)).error;
}

/** The browser asks for the key. */
export async function proveByKey({ mfa }: GoTrueClient, factorId: string): Promise<Error | null> {
  return (await mfa.webauthn.authenticate({ factorId, webauthn: {} })).error;
}

/** The client asks for a stick only, unless told otherwise; browsers take a word they do not know for none. */
const anyKey = {
  hints: [],
  authenticatorSelection: { authenticatorAttachment: "" as AuthenticatorAttachment },
};

/** The service's code, or ours for what the browser itself says. */
export function factorProblemCode(error: Error & { code?: string | undefined; status?: number | undefined }): string {
  if (error.name === "AuthRetryableFetchError") return "unreachable";
  if (/does not support WebAuthn/i.test(error.message)) return "key_unsupported";
  return isBrowserRefusal(error) ? "key_cancelled" : (error.code ?? String(error.status ?? ""));
}

/** What `navigator.credentials` throws when its window is closed or waited on too long. */
function isBrowserRefusal(error: Error): boolean {
  const { name, cause } = error;
  return [name, cause instanceof Error ? cause.name : ""].some((each) => /^(NotAllowed|Abort|WebAuthn)/.test(each));
}
