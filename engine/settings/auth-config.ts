import { passwordLengths, type PasswordRequirements, type PasswordRules } from "#kit/new-password.ts";

/**
 * How the auth service behaves: section `[auth]` of `supabase/config.toml`, in whole seconds and plain numbers, under
 * the names of the Supabase CLI in camel case.
 */
export type AuthConfig = {
  jwtExpirySeconds: number;
  enableSignup: boolean;
  enableAnonymousSignIns: boolean;
  enableManualLinking: boolean;
  minimumPasswordLength: number;
  passwordRequirements: PasswordRequirements;
  refreshTokenReuseIntervalSeconds: number;
  /** A file with a set of private JSON Web Keys; keys of the database's own without it. */
  signingKeysPath: string | undefined;
  email: {
    enableSignup: boolean;
    enableConfirmations: boolean;
    doubleConfirmChanges: boolean;
    securePasswordChange: boolean;
    maxFrequencySeconds: number;
    otpLength: number;
    otpExpirySeconds: number;
  };
  sms: {
    enableSignup: boolean;
    enableConfirmations: boolean;
    maxFrequencySeconds: number;
    /** Codes that are always good for these phone numbers, digits only, and are never sent. */
    testOtp: Record<string, string>;
  };
  /** Where codes for phones are handed over; without it none can be sent. */
  sendSms: { uri: string; secrets: string[] } | undefined;
  mfa: {
    maxEnrolledFactors: number;
    totp: FactorConfig;
    phone: FactorConfig;
    webAuthn: FactorConfig;
  };
  passkey: { enabled: boolean };
  webauthn: { rpId: string; rpOrigins: string[]; rpDisplayName: string };
  google: { skipNonceCheck: boolean };
  web3: { solana: { enabled: boolean } };
  /** How many of each an address may ask for, in five minutes unless the name says otherwise. */
  rateLimit: { [Name in RateLimitName]?: number | undefined };
};

export type FactorConfig = { enrollEnabled: boolean; verifyEnabled: boolean };

export type RateLimitName =
  | "anonymous_users"
  | "email_sent"
  | "sms_sent"
  | "token_refresh"
  | "sign_in_sign_ups"
  | "token_verifications"
  | "web3";

type Site = { isDemo: boolean; isProject?: boolean; origin: string; brand: string };

/**
 * What holds without a file: a demonstration confirms at once and lets everybody in by every door. Of a hosted
 * project's doors the pages offer those that a new project has: keys and phones are off there unless switched on.
 */
export function defaultAuthConfig({ isDemo, isProject = false, origin, brand }: Site): AuthConfig {
  const always = { enrollEnabled: true, verifyEnabled: true };
  const ofOurs = { enrollEnabled: !isProject, verifyEnabled: !isProject };
  const inDemo = { enrollEnabled: isDemo, verifyEnabled: isDemo };
  return {
    jwtExpirySeconds: 3600,
    enableSignup: true,
    enableAnonymousSignIns: isDemo,
    enableManualLinking: true,
    minimumPasswordLength: passwordLengths.customer,
    passwordRequirements: "",
    refreshTokenReuseIntervalSeconds: 10,
    signingKeysPath: undefined,
    email: {
      enableSignup: true,
      enableConfirmations: !isDemo,
      doubleConfirmChanges: true,
      securePasswordChange: true,
      // A mailbox gets five mails in an hour, at once or not: who deleted the first asks again. See server/mail.
      maxFrequencySeconds: 0,
      otpLength: 8,
      otpExpirySeconds: 3600,
    },
    sms: { enableSignup: isDemo, enableConfirmations: true, maxFrequencySeconds: isDemo ? 0 : 60, testOtp: {} },
    sendSms: undefined,
    mfa: { maxEnrolledFactors: 10, totp: always, phone: isProject ? ofOurs : inDemo, webAuthn: ofOurs },
    passkey: { enabled: !isProject },
    webauthn: { rpId: new URL(origin).hostname, rpOrigins: [origin], rpDisplayName: brand },
    google: { skipNonceCheck: false },
    web3: { solana: { enabled: isDemo } },
    rateLimit: {},
  };
}

export function passwordRulesOf(auth: AuthConfig): PasswordRules {
  return { leastLength: auth.minimumPasswordLength, requirements: auth.passwordRequirements };
}
