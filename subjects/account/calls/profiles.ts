import type { Session } from "@supabase/auth-js";

import { call, type CallProblem } from "#app/api/transport/call.ts";
import { type ApiSettings, requestApi } from "#app/api/transport/rest-client.ts";
import { createProfileIfNotExistsCall as createProfile } from "#domain/wire/access.ts";

/** A profile or lead that could not be created; what the server said is in `problem`. */
class ProfileError extends Error {
  readonly problem: CallProblem | undefined;

  constructor(message: string, problem?: CallProblem) {
    super(message);
    this.name = "ProfileError";
    this.problem = problem;
  }
}

type Owner = Pick<Session, "access_token"> & { user: { id: string } | null };

/**
 * Ensures the profile of a signed-in customer and its lead for the funnel of that page.
 *
 * @param registrationPath the path of the page, such as `/inscription-secretariat`
 * @throws ProfileError, logged: specification, section 8
 */
export async function createProfileIfNotExists(
  api: ApiSettings,
  { access_token, user }: Owner,
  registrationPath: string,
): Promise<void> {
  // Source: specification, section 5; the sentence is its own.
  if (!user?.id) throw new ProfileError("Cannot create profile: User ID is missing");

  const created = await call({ api, accessToken: async () => access_token }, createProfile, {
    user_id_param: user.id,
    registration_path_param: registrationPath,
  });
  if (created.ok) return;
  console.error("The profile was not created.", created.problem);
  throw new ProfileError("The profile was not created.", created.problem);
}

/** The customer's own row, unread; null without one. Errors are logged: specification, section 8. */
export async function fetchProfile(api: ApiSettings, { access_token, user }: Owner): Promise<unknown> {
  if (!user?.id) return null;
  const path = `/rest/v1/user_profiles?select=*&user_id=eq.${encodeURIComponent(user.id)}`;
  const fetched = await requestApi(api, path, { method: "GET", accessToken: access_token });
  if (!fetched.ok) {
    console.error("The profile was not read.", fetched.problem);
    return null;
  }
  return Array.isArray(fetched.value) ? (fetched.value[0] ?? null) : null;
}
