/** How a session began, as the client knows it. */
export type SignInMethod =
  | "password"
  | "oauth"
  | "otp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "phone_change"
  | "anonymous"
  | "web3"
  | "passkey";
