/** In the fragment of `/compte/mot-de-passe`: the link of a payer who has no password yet. */
export const firstPasswordName = "acces";

/**
 * What a link of the sign-in service left in the address: `#access_token=…` or `#error_code=…`, from `/auth/v1/verify`.
 * Any other fragment belongs to the page.
 *
 * @param fragment without its number sign
 */
export function isMailedFragment(fragment: string): boolean {
  const values = new URLSearchParams(fragment);
  return values.has("access_token") || values.has("error_code");
}

/** What the mail about a payment left in the address; undefined for any other fragment. */
export function readFirstPasswordToken(fragment: string): string | undefined {
  return new URLSearchParams(fragment).get(firstPasswordName) ?? undefined;
}
