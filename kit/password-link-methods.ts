/**
 * How sessions begin whose owner has just opened a link mailed to them, and may choose a password with it. The words
 * are the service's (`amr` of the access token); a hosted project says `otp` of any link.
 */
export const passwordLinkMethods = ["recovery", "invite", "email/signup", "magiclink", "otp"] as const;
