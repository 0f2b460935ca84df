/** What the auth service lets people add to their accounts, beside what every account has. */
export type AccountOffers = {
  /** Codes by SMS as a second factor. */
  phoneFactors: boolean;
  /** Keys that the browser knows, as a second factor. */
  keyFactors: boolean;
  /** Keys that sign in without a password. */
  passkeys: boolean;
};
