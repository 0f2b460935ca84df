import { createProfileIfNotExists, fetchProfile } from "#subjects/account/calls/profiles.ts";
import { type ProviderAnswer, returnFromGoogle, signInWithPassword } from "#subjects/account/calls/sign-in.ts";
import { currentSession } from "#app/api/transport/auth-client.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { AccountFailure } from "#subjects/funnel/words/funnel.ts";
import type { Credentials } from "#subjects/funnel/rules/account.ts";
import type { FunnelAnswers } from "#subjects/funnel/rules/answers.ts";
import { answersOfProfile } from "#subjects/funnel/rules/profile-answers.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** Someone signed in, with what their profile already answers. */
export type Customer = { userId: string; email: string; profile: Partial<FunnelAnswers> };

type Session = NonNullable<Awaited<ReturnType<typeof currentSession>>>;

export async function signInCustomer(
  api: ApiSettings,
  credentials: Credentials,
  registrationPath: string,
): Promise<Result<Customer, AccountFailure>> {
  const signedIn = await signInWithPassword(api, credentials);
  return signedIn.ok ? ok(await welcome(api, signedIn.value, registrationPath)) : signedIn;
}

/**
 * Back from the identity provider: the signed-in customer, what went wrong, or undefined without a session.
 *
 * A used code, as after a reload, is no failure for a customer with a session.
 */
export async function welcomeFromGoogle(
  api: ApiSettings,
  answer: ProviderAnswer,
  registrationPath: string,
): Promise<Result<Customer | undefined, AccountFailure>> {
  const failure = await returnFromGoogle(api, answer);
  if (failure !== undefined && answer.error !== undefined) return failed(failure);
  try {
    const session = await currentSession(api);
    if (session) return ok(await welcome(api, session, registrationPath));
    return failure === undefined ? ok(undefined) : failed(failure);
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

/** Ensures profile and lead; step 3 creates missing ones, so a failure here is logged and the customer goes on. */
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
