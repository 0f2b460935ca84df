import type { GoTrueClient, Session } from "@supabase/auth-js";

import { loadAuthClient } from "#app/api/transport/auth-client.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { accountCopy, type AccountFailure } from "#subjects/funnel/words/funnel.ts";
import type { Credentials } from "#subjects/funnel/rules/account.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** What the identity provider left in the address it came back to. */
export type ProviderAnswer = { code?: string; error?: string };

/** Of the right password of an account that is closed, who typed it is told why. */
const failuresOfCodes: Readonly<Record<string, AccountFailure>> = {
  invalid_credentials: "wrongCredentials",
  email_not_confirmed: "notConfirmed",
  user_banned: "suspended",
};

/** Source: specification, section 8. A network cut, 429 and 5xx all read as unexpected. */
export function signInWithPassword(
  api: ApiSettings,
  credentials: Credentials,
): Promise<Result<Session, AccountFailure>> {
  return withClient(api, "unexpected", async (client) => {
    const { data, error } = await client.signInWithPassword(credentials);
    if (!error) return ok(data.session);
    return failed(failuresOfCodes[error.code ?? ""] ?? "unexpected");
  });
}

/** Leaves for the identity provider, which comes back to this address. @returns why it could not */
export async function leaveForGoogle(api: ApiSettings, returnAddress: string): Promise<AccountFailure | undefined> {
  const left = await withClient(api, "googleUnexpected", async (client) => {
    const { error } = await client.signInWithOAuth({ provider: "google", options: { redirectTo: returnAddress } });
    return error ? failed("googleRefused") : ok(undefined);
  });
  return left.ok ? undefined : left.problem;
}

/**
 * Exchanges the provider's code for a session. A refusal is expected, any other error is not.
 *
 * @returns what went wrong; who was signed in before still is
 */
export async function returnFromGoogle(
  api: ApiSettings,
  { code, error: refusal }: ProviderAnswer,
): Promise<AccountFailure | undefined> {
  if (refusal !== undefined || code === undefined) {
    return refusal === "access_denied" ? "googleRefused" : "googleUnexpected";
  }
  const exchanged = await withClient(api, "googleUnexpected", async (client) => {
    const { error } = await client.exchangeCodeForSession(code);
    if (error) console.warn("The Google sign-in failed.", error.code);
    return error ? failed("googleRefused") : ok(undefined);
  });
  return exchanged.ok ? undefined : exchanged.problem;
}

/** Wrong credentials are said by the password, any other failure above the form. */
export function describeSignIn(
  failure: AccountFailure | undefined,
): { field?: "password"; sentence: string } | undefined {
  if (failure === undefined) return undefined;
  const sentence = accountCopy.failures[failure];
  return failure === "wrongCredentials" ? { field: "password", sentence } : { sentence };
}

/** The client throws nothing but a failed download of itself. */
async function withClient<Value>(
  api: ApiSettings,
  otherwise: AccountFailure,
  act: (client: GoTrueClient) => Promise<Result<Value, AccountFailure>>,
): Promise<Result<Value, AccountFailure>> {
  try {
    return await act(await loadAuthClient(api));
  } catch (cause) {
    console.warn("The sign-in failed.", cause);
    return failed(otherwise);
  }
}
