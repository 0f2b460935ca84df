/** Outside what is promised: an OAuth server of our own, its clients, and SAML. */
export const outside: readonly RegExp[] = [/ > OAuth Admin > /, /^SSO Authentication > /];

/** Cases that fail against our service, by their full name, and why. */
export const differences: Record<string, string> = {
  "GoTrueClient > signInWithOtp > signInWithOtp() with PKCE flow should return error":
    "asks for a code without an account to be made: whether there is one is not told (S-11)",
  "Docker: Phone OTP Auth > signInWithOtp() with phone":
    "asks for WhatsApp of a provider that cannot send: the channel is the hook's affair, and a message waits its turn",
  "Docker: Phone Resend > resend with phone with empty options":
    "the same telephone a moment after: a number waits whether or not an account has it (S-11)",
};

/** Of the cases that ask a server. Source: issue 12. */
export const leastShare = 0.95;
