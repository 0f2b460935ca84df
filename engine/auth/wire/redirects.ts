import type { AuthProblem } from "./problems.ts";
import { withFragment, withQuery } from "./return-address.ts";

/** The word of OAuth 2 for a refusal, beside our own code. */
export function oauthError({ status, code }: AuthProblem): string {
  if (code === "service_unavailable") return "temporarily_unavailable";
  if (status >= 500) return "server_error";
  if (status === 403) return "access_denied";
  return status === 401 ? "unauthorized_client" : "invalid_request";
}

/**
 * The address a browser is sent to when a sign-in by link or provider failed: what went wrong stands in the query,
 * where clients that expect a code look, and in the fragment, where the others do. A link that ends in no code leaves
 * it in the fragment alone: a query stays in the address when the page has read it.
 */
export function errorAddress(
  redirectTo: string,
  problem: AuthProblem,
  { error = oauthError(problem), hasFragmentOnly = false } = {},
): string {
  const { sb, ...values } = errorValues(problem, error);
  return withFragment(hasFragmentOnly ? redirectTo : withQuery(redirectTo, values), { ...values, sb });
}

/** What went wrong, as clients read it in an address. */
export function errorValues(problem: AuthProblem, error = oauthError(problem)) {
  return { error, error_code: problem.code, error_description: problem.message, sb: "" };
}
