import { expect, test } from "vitest";

import siteConfig from "../../site.config.ts";
import type { Environment } from "#engine/settings/environment.ts";
import { readSettings, SettingsError } from "./settings.ts";

function read(text: string, environment: Environment = {}) {
  return readSettings({
    environment: { AUTH_SECRET: "a-secret-for-tests-only-0123456789abcdef", ...environment },
    config: siteConfig,
    authFile: { name: "supabase/config.toml", text },
    demoSecret: () => "a-secret-for-tests-only-0123456789abcdef",
  });
}

function problemsOf(text: string, environment?: Environment): string[] {
  try {
    read(text, environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test("An empty file changes nothing, and the CLI's other sections are its own", () => {
  const usual = read("");
  expect(read('project_id = "x"\n[db]\nport = "wrong"\n[auth]\n')).toEqual({
    ...usual,
    readWith: expect.any(Function),
  });
  expect(usual.notices).toEqual([]);
});

test("Pages are told of phones and passkeys what the service offers, and of phones only what it also verifies", () => {
  const offersOf = (text: string) => read(text).site.accountOffers;
  expect(offersOf("")).toEqual({ phoneFactors: true, keyFactors: true, passkeys: true });
  expect(offersOf("[auth.passkey]\nenabled = false\n")).toEqual({
    phoneFactors: true,
    keyFactors: true,
    passkeys: false,
  });
  for (const key of ["enroll_enabled", "verify_enabled"]) {
    expect(offersOf(`[auth.mfa.phone]\n${key} = false\n`)).toEqual({
      phoneFactors: false,
      keyFactors: true,
      passkeys: true,
    });
  }
});

test("Of a hosted project, pages offer phones and keys only where the file says that it has them", () => {
  const project = {
    SUPABASE_URL: "https://p.supabase.example",
    DATABASE_URL: "postgres://postgres@localhost/postgres",
    PUBLISHABLE_KEY: "sb_publishable_of_the_project",
    SECRET_KEY: "sb_secret_of_the_project",
  };
  expect(read("", project).site.accountOffers).toEqual({ phoneFactors: false, keyFactors: false, passkeys: false });
  const file = "[auth.passkey]\nenabled = true\n[auth.mfa.web_authn]\nenroll_enabled = true\nverify_enabled = true\n";
  expect(read(file, project).site.accountOffers).toEqual({ phoneFactors: false, keyFactors: true, passkeys: true });
});

test("Every key of the contract is read, under the CLI's names and units", () => {
  const whsec = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const { auth, identityProvider, notices } = read(
    `
[auth]
jwt_expiry = 900
enable_signup = false
enable_anonymous_sign_ins = false
enable_manual_linking = false
minimum_password_length = 10
password_requirements = "letters_digits"
refresh_token_reuse_interval = 0
[auth.email]
enable_signup = false
enable_confirmations = true
double_confirm_changes = false
secure_password_change = false
max_frequency = "1m30s"
otp_length = 6
otp_expiry = 600
[auth.sms]
enable_signup = false
enable_confirmations = false
max_frequency = "1500ms"
[auth.sms.test_otp]
33612345678 = "012345"
[auth.hook.send_sms]
enabled = true
uri = "https://sms.example/hook"
secrets = "v1,${whsec}|v1,${whsec}"
[auth.mfa]
max_enrolled_factors = 3
[auth.mfa.totp]
enroll_enabled = false
[auth.mfa.phone]
verify_enabled = false
[auth.mfa.web_authn]
enroll_enabled = false
verify_enabled = false
[auth.passkey]
enabled = false
[auth.webauthn]
rp_id = "site.example"
rp_origins = ["https://site.example"]
rp_display_name = "Zeta"
[auth.external.google]
enabled = true
client_id = "client"
secret = "env(GOOGLE_SECRET)"
url = "https://idp.example"
skip_nonce_check = true
[auth.web3.solana]
enabled = false
[auth.rate_limit]
email_sent = 2
sms_sent = 30
anonymous_users = 31
token_refresh = 150
sign_in_sign_ups = 32
token_verifications = 33
web3 = 34
`,
    { GOOGLE_SECRET: "12345" },
  );
  expect(notices).toEqual([]);
  expect(identityProvider).toEqual({
    issuer: "https://idp.example",
    clientId: "client",
    clientSecret: "12345",
    otherClientIds: [],
  });
  expect(auth).toEqual({
    jwtExpirySeconds: 900,
    enableSignup: false,
    enableAnonymousSignIns: false,
    enableManualLinking: false,
    minimumPasswordLength: 10,
    passwordRequirements: "letters_digits",
    refreshTokenReuseIntervalSeconds: 0,
    signingKeysPath: undefined,
    email: {
      enableSignup: false,
      enableConfirmations: true,
      doubleConfirmChanges: false,
      securePasswordChange: false,
      maxFrequencySeconds: 90,
      otpLength: 6,
      otpExpirySeconds: 600,
    },
    sms: {
      enableSignup: false,
      enableConfirmations: false,
      maxFrequencySeconds: 1.5,
      testOtp: { "33612345678": "012345" },
    },
    sendSms: { uri: "https://sms.example/hook", secrets: [whsec, whsec] },
    mfa: {
      maxEnrolledFactors: 3,
      totp: { enrollEnabled: false, verifyEnabled: true },
      phone: { enrollEnabled: true, verifyEnabled: false },
      webAuthn: { enrollEnabled: false, verifyEnabled: false },
    },
    passkey: { enabled: false },
    webauthn: { rpId: "site.example", rpOrigins: ["https://site.example"], rpDisplayName: "Zeta" },
    google: { skipNonceCheck: true },
    web3: { solana: { enabled: false } },
    rateLimit: {
      email_sent: 2,
      sms_sent: 30,
      anonymous_users: 31,
      token_refresh: 150,
      sign_in_sign_ups: 32,
      token_verifications: 33,
      web3: 34,
    },
  });
});

test.each([
  ["[auth]\njwt_expiry = 0", "auth.jwt_expiry"],
  ["[auth]\njwt_expiry = 604801", "auth.jwt_expiry"],
  ["[auth]\njwt_expiry = 1.5", "auth.jwt_expiry"],
  ['[auth]\njwt_expiry = "3600"', "auth.jwt_expiry"],
  ["[auth]\njwt_expiry = nan", "auth.jwt_expiry"],
  ['[auth]\nenable_signup = "yes"', "auth.enable_signup"],
  ["[auth]\nminimum_password_length = 5", "auth.minimum_password_length"],
  ["[auth]\nminimum_password_length = 129", "auth.minimum_password_length"],
  ['[auth]\npassword_requirements = "strong"', "auth.password_requirements"],
  ["[auth]\nrefresh_token_reuse_interval = -1", "auth.refresh_token_reuse_interval"],
  ['[auth]\nsigning_keys_path = ""', "auth.signing_keys_path"],
  ["[auth]\nemail = 3", "auth.email"],
  ["auth = 3", "auth"],
  ["[[auth]]\njwt_expiry = 60", "auth"],
  ["[auth.email]\nmax_frequency = 60", "auth.email.max_frequency"],
  ['[auth.email]\nmax_frequency = "soon"', "auth.email.max_frequency"],
  ['[auth.email]\nmax_frequency = ""', "auth.email.max_frequency"],
  ['[auth.email]\nmax_frequency = "25h"', "auth.email.max_frequency"],
  ["[auth.email]\notp_length = 5", "auth.email.otp_length"],
  ["[auth.email]\notp_length = 11", "auth.email.otp_length"],
  ["[auth.email]\notp_expiry = 86401", "auth.email.otp_expiry"],
  ["[auth.email]\notp_expiry = 1979-05-27", "auth.email.otp_expiry"],
  ['[auth.sms.test_otp]\n"+33612345678" = "123456"', "auth.sms.test_otp.+33612345678"],
  ['[auth.hook.send_sms]\nuri = "pg-functions://x"', "auth.hook.send_sms.uri"],
  ['[auth.hook.send_sms]\nsecrets = "whsec_short"', "auth.hook.send_sms.secrets"],
  ["[auth.hook.send_sms]\nenabled = true", "auth.hook.send_sms"],
  ["[auth.mfa]\nmax_enrolled_factors = -1", "auth.mfa.max_enrolled_factors"],
  ["[auth.mfa.totp]\nenroll_enabled = 1", "auth.mfa.totp.enroll_enabled"],
  ["[auth.webauthn]\nrp_origins = []", "auth.webauthn.rp_origins"],
  ['[auth.webauthn]\nrp_origins = ["site.example"]', "auth.webauthn.rp_origins.0"],
  ['[auth.external.google]\nurl = "idp.example"', "auth.external.google.url"],
  ['[auth.external.google]\nenabled = true\nsecret = "env(NOBODY)"', "auth.external.google.secret"],
  ["[auth.rate_limit]\nemail_sent = 0", "auth.rate_limit.email_sent"],
])("%j is refused in one sentence that names its key", (text, key) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`supabase/config.toml, ${key}: `);
  expect(problems[0]).toMatch(/\.$/);
});

test("All mistakes are told at once, beside those of the environment", () => {
  const problems = problemsOf('[auth]\njwt_expiry = 0\nenable_signup = "yes"', { PORT: "ninety" });
  expect(problems).toHaveLength(3);
});

test("A file that is no TOML is refused with its line", () => {
  expect(problemsOf("[auth]\njwt_expiry = = 1")).toEqual([
    "supabase/config.toml cannot be read: line 2, invalid value.",
  ]);
  expect(problemsOf("[auth]\njwt_expiry = 1\njwt_expiry = 2")).toHaveLength(1);
});

test("What this server does not know is one sentence each, and stops nothing", () => {
  const { notices } = read(`
[auth]
site_url = "http://127.0.0.1:3000"
[auth.email]
otp_lenght = 6
[auth.external.apple]
enabled = false
client_id = ""
[auth.mfa.totp]
issuer = "x"
`);
  const keys = ["site_url", "email.otp_lenght", "external.apple", "mfa.totp.issuer"];
  expect(notices.map((notice) => /auth\.([\w.]+): /.exec(notice)?.[1])).toEqual(keys);
});

test("The environment stands above the file, and the file above the stand-in", () => {
  const google =
    '[auth.external.google]\nenabled = true\nclient_id = "file"\nsecret = "file"\nurl = "https://file.example"';
  const named = { GOOGLE_CLIENT_ID: "environment", GOOGLE_CLIENT_SECRET: "environment" };
  expect(read(google, named).identityProvider?.clientId).toBe("environment");
  expect(read(google, { OIDC_ISSUER: "https://environment.example" }).identityProvider).toEqual({
    issuer: "https://environment.example",
    clientId: "file",
    clientSecret: "file",
    otherClientIds: [],
  });
  expect(read("[auth.external.google]\nenabled = false").identityProvider).toBeUndefined();
  expect(read("").identityProvider?.clientId).toBe("demo-site");
});

test("env(NAME) stands for numbers and switches too, as the CLI has it", () => {
  const text = '[auth]\njwt_expiry = "env(EXPIRY)"\nenable_signup = "env(OPEN)"';
  const { auth } = read(text, { EXPIRY: "120", OPEN: "false" });
  expect([auth.jwtExpirySeconds, auth.enableSignup]).toEqual([120, false]);
  expect(problemsOf(text)).toHaveLength(2);
});
