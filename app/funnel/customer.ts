import { currentSession, loadAuthClient } from "#app/api/auth-client.ts";
import { createProfileIfNotExists, fetchProfile } from "#app/api/profiles.ts";
import type { ApiSettings } from "#app/api/rest-client.ts";
import type { AccountFailure } from "#content/funnel.ts";
import type { FunnelAnswers } from "#domain/funnel/answers.ts";
import type { Credentials } from "#domain/funnel/account.ts";
import { answersOfProfile } from "#domain/funnel/profile-answers.ts";
import { failed, ok, type Result } from "#domain/result.ts";

/** Someone signed in, with what their profile already answers. */
export type Customer = { userId: string; email: string; profile: Partial<FunnelAnswers> };

type Session = NonNullable<Awaited<ReturnType<typeof currentSession>>>;

/** Source: specification, section 8. A network cut, 429 and 5xx all read as unexpected. */
export async function signInWithPassword(
  api: ApiSettings,
  credentials: Credentials,
  registrationPath: string,
): Promise<Result<Customer, AccountFailure>> {
  try {
    const client = await loadAuthClient(api);
    const { data, error } = await client.signInWithPassword(credentials);
    if (error) return failed(error.code === "invalid_credentials" ? "wrongCredentials" : "unexpected");
    return ok(await welcome(api, data.session, registrationPath));
  } catch (cause) {
    console.warn("The sign-in failed.", cause);
    return failed("unexpected");
  }
}

/** Leaves for the identity provider, which comes back to the same path with `step=2`. */
export async function leaveForGoogle(api: ApiSettings, returnAddress: string): Promise<AccountFailure | undefined> {
  try {
    const client = await loadAuthClient(api);
    const { error } = await client.signInWithOAuth({ provider: "google", options: { redirectTo: returnAddress } });
    return error ? "googleRefused" : undefined;
  } catch (cause) {
    console.warn("The Google sign-in failed.", cause);
    return "googleUnexpected";
  }
}

/**
 * Back from the identity provider: the signed-in customer, what went wrong, or undefined when nobody is signed in.
 *
 * @param answer the code to exchange, or the provider's error: a refusal is expected, the rest is not
 */
export async function returnFromGoogle(
  api: ApiSettings,
  answer: { code?: string; error?: string },
  registrationPath: string,
): Promise<Result<Customer | undefined, AccountFailure>> {
  if (answer.error !== undefined) {
    return failed(answer.error === "access_denied" ? "googleRefused" : "googleUnexpected");
  }
  try {
    if (answer.code !== undefined) {
      const client = await loadAuthClient(api);
      const { error } = await client.exchangeCodeForSession(answer.code);
      if (error) console.warn("The Google sign-in failed.", error.code);
      if (error && !(await currentSession(api))) return failed("googleRefused");
    }
    const session = await currentSession(api);
    return ok(session && (await welcome(api, session, registrationPath)));
  } catch (cause) {
    console.warn("The Google sign-in failed.", cause);
    return failed("googleUnexpected");
  }
}

/** The customer whose session this browser kept, if it is still good. */
export async function recogniseCustomer(api: ApiSettings): Promise<Customer | undefined> {
  try {
    const session = await currentSession(api);
    return session && (await readCustomer(api, session));
  } catch (cause) {
    console.warn("The session was not read.", cause);
    return undefined;
  }
}

/** Profile and lead are ensured; step 3 creates what is missing, so a failure here stops nobody. It is logged. */
async function welcome(api: ApiSettings, session: Session, registrationPath: string): Promise<Customer> {
  try {
    await createProfileIfNotExists(api, session, registrationPath);
  } catch (cause) {
    console.warn("The customer goes on without a profile.", cause);
  }
  return await readCustomer(api, session);
}

async function readCustomer(api: ApiSettings, session: Session): Promise<Customer> {
  const row = await fetchProfile(api, session);
  const profile = row === null ? {} : answersOfProfile(row);
  return { userId: session.user.id, email: session.user.email ?? "", profile };
}
