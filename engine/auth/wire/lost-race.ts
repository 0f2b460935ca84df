import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { isSqlError } from "#engine/db/database-errors.ts";

/**
 * What is answered to who was a moment slower: each flow looks first whether an address, a phone or an identity is
 * free, and of two at once the unique index has the last word. Their transaction is undone, so a code that proved
 * something is still there.
 *
 * @returns undefined for any other error
 */
export function problemOfLostRace(error: unknown): AuthProblem | undefined {
  if (!isSqlError(error) || error.code !== "23505") return undefined;
  switch (error.constraint) {
    case "users_email_key":
      return authProblem("email_exists");
    case "users_phone_key":
      return authProblem("phone_exists");
    case "identities_provider_provider_id_key":
      return authProblem("identity_already_exists");
    default:
      return undefined;
  }
}
