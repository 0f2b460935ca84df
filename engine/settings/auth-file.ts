import { parse, TomlError } from "smol-toml";
import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";

import type { AuthConfig, FactorConfig, RateLimitName } from "./auth-config.ts";
import { readDuration } from "./duration.ts";
import { type ConfiguredKey, readSigningKeyFile } from "./signing-key-file.ts";
import type { Environment } from "./environment.ts";

export type AuthFile = {
  /** As the operator knows it: `supabase/config.toml`. */
  name: string;
  text: string;
  /** The text of a file, by its path from this one; undefined when it cannot be read. */
  readBeside?: (path: string) => string | undefined;
};

/** What the file says, over what holds without it. */
export type AuthFileContents = {
  auth: AuthConfig;
  google: GoogleOfFile;
  /** Of `signing_keys_path`. */
  signingKeys?: ConfiguredKey[] | undefined;
  /** What the file says and this server does not do, one sentence each. */
  notices: string[];
};

/** `[auth.external.google]`; each is undefined where the file is silent. */
export type GoogleOfFile = {
  enabled?: boolean | undefined;
  client_id?: string | undefined;
  secret?: string | undefined;
  url?: string | undefined;
};

const weekSeconds = 7 * 24 * 3600;
const daySeconds = 24 * 3600;

const yesOrNo = z.boolean("true or false is expected");
const someText = z
  .union([z.string(), z.int().transform(String)], "a text in quotes is expected")
  .refine((text) => text.trim() !== "", "it is empty");

function wholeNumber(least: number, most: number) {
  const sentence = `a whole number from ${least} to ${most} is expected`;
  return z.int(sentence).min(least, sentence).max(most, sentence);
}

/** In seconds, a day at most. */
const duration = z.string('a duration such as "1m0s" is expected').transform((text, context) => {
  const seconds = readDuration(text);
  if (seconds !== undefined && seconds <= daySeconds) return seconds;
  context.addIssue('a duration such as "1m0s" is expected, a day at most');
  return z.NEVER;
});

const httpAddress = someText.refine(
  (text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? ""),
  "an address starting with http:// or https:// is expected",
);

/** `v1,whsec_…`, several with a bar between them while one is changed. Kept without the `v1,`. */
const hookSecrets = someText
  .refine(
    (text) => text.split("|").every((each) => /^v1,whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(each)),
    "v1,whsec_ and at least 24 bytes in base64 are expected, a bar between two",
  )
  .transform((text) => text.split("|").map((each) => each.slice("v1,".length)));

function table<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, "a table is expected").partial();
}

const factor = table({ enroll_enabled: yesOrNo, verify_enabled: yesOrNo });
const rateLimitNames = [
  "anonymous_users",
  "email_sent",
  "sms_sent",
  "token_refresh",
  "sign_in_sign_ups",
  "token_verifications",
  "web3",
] as const satisfies readonly RateLimitName[];
const requirements = [
  "",
  "letters_digits",
  "lower_upper_letters_digits",
  "lower_upper_letters_digits_symbols",
] as const;

/** The keys that this server obeys, under the names of the Supabase CLI. */
const authShape = table({
  jwt_expiry: wholeNumber(1, weekSeconds),
  enable_signup: yesOrNo,
  enable_anonymous_sign_ins: yesOrNo,
  enable_manual_linking: yesOrNo,
  minimum_password_length: wholeNumber(6, 128),
  password_requirements: z.enum(
    requirements,
    `one of ${requirements.map((each) => `"${each}"`).join(", ")} is expected`,
  ),
  refresh_token_reuse_interval: wholeNumber(0, 3600),
  signing_keys_path: someText,
  email: table({
    enable_signup: yesOrNo,
    enable_confirmations: yesOrNo,
    double_confirm_changes: yesOrNo,
    secure_password_change: yesOrNo,
    max_frequency: duration,
    otp_length: wholeNumber(6, 10),
    otp_expiry: wholeNumber(1, daySeconds),
  }),
  sms: table({
    enable_signup: yesOrNo,
    enable_confirmations: yesOrNo,
    max_frequency: duration,
    test_otp: z.record(
      z.string().regex(/^[1-9]\d{6,14}$/, "phone numbers are digits alone, the country's first"),
      someText,
      "a table is expected",
    ),
  }),
  hook: table({ send_sms: table({ enabled: yesOrNo, uri: httpAddress, secrets: hookSecrets }) }),
  mfa: table({ max_enrolled_factors: wholeNumber(0, 100), totp: factor, phone: factor, web_authn: factor }),
  passkey: table({ enabled: yesOrNo }),
  webauthn: table({
    rp_id: someText,
    rp_origins: z
      .array(
        someText.refine(
          (text) => URL.parse(text)?.origin === text,
          "an origin such as https://site.example is expected",
        ),
        "a list is expected",
      )
      .min(1, "it is empty"),
    rp_display_name: someText,
  }),
  external: table({
    google: table({
      enabled: yesOrNo,
      client_id: someText,
      secret: someText,
      url: httpAddress.or(z.literal("").transform(() => undefined)),
      skip_nonce_check: yesOrNo,
    }),
  }),
  web3: table({ solana: table({ enabled: yesOrNo }) }),
  rate_limit: table(
    Object.fromEntries(rateLimitNames.map((name) => [name, wholeNumber(1, 1_000_000)])) as Record<
      RateLimitName,
      ReturnType<typeof wholeNumber>
    >,
  ),
});

type Section = z.infer<typeof authShape>;

/**
 * Reads section `[auth]` of the CLI's file. Its other sections are the CLI's own.
 *
 * Source: `supabase init`; contract, "Accounts".
 *
 * @returns one sentence per mistake, or what the file says
 */
export function readAuthFile(
  { name, text, readBeside }: AuthFile,
  base: AuthConfig,
  environment: Environment,
): Result<AuthFileContents, string[]> {
  const document = readToml(text);
  if (!document.ok) return failed([`${name} cannot be read: ${document.problem}`]);
  const section = substitute(document.value.auth ?? {}, environment);
  const read = authShape.safeParse(section);
  const problems = (read.error?.issues ?? []).map((issue) => sentenceOf(name, issue));
  if (!read.success) return failed([...new Set(problems)]);

  const contradictions = contradictionsOf(name, read.data);
  if (contradictions.length > 0) return failed(contradictions);
  const signingKeys = readKeys(read.data.signing_keys_path, readBeside);
  if (!signingKeys.ok) return failed([`${name}, auth.signing_keys_path: ${signingKeys.problem}.`]);
  return ok({
    signingKeys: signingKeys.value,
    auth: merge(base, read.data),
    google: read.data.external?.google ?? {},
    notices: unknownKeys(authShape, section).map(
      (key) => `${name}, auth.${key}: this server does not know this setting, which changes nothing.`,
    ),
  });
}

function readKeys(
  path: string | undefined,
  readBeside: AuthFile["readBeside"],
): Result<ConfiguredKey[] | undefined, string> {
  if (path === undefined) return ok(undefined);
  const text = readBeside?.(path);
  return text === undefined ? failed(`there is no file ${path} that can be read`) : readSigningKeyFile(text);
}

function readToml(text: string): Result<Record<string, unknown>, string> {
  try {
    return ok(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.split("\n");
    return failed(`line ${error.line}, ${reason.replace(/^Invalid TOML document: /, "")}.`);
  }
}

/** `env(NAME)` stands for a variable, as the CLI has it; a variable that is not set leaves the text as it is. */
function substitute(value: unknown, environment: Environment): unknown {
  if (typeof value === "string") {
    const given = environment[/^env\((.*)\)$/.exec(value)?.[1] ?? ""];
    if (given === undefined) return value;
    return /^(true|false|0|[1-9]\d{0,8})$/.test(given) ? JSON.parse(given) : given;
  }
  if (Array.isArray(value)) return value.map((each) => substitute(each, environment));
  if (!isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, substitute(each, environment)]));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function sentenceOf(name: string, issue: z.core.$ZodIssue): string {
  // Of a name that is wrong itself, zod tells why one level deeper.
  const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? "") : issue.message;
  return `${name}, ${["auth", ...issue.path].join(".")}: ${message}.`;
}

function contradictionsOf(name: string, { hook, external }: Section): string[] {
  const sms = hook?.send_sms;
  const google = external?.google;
  const isUnset = (text: string | undefined) => text !== undefined && /^env\(.*\)$/.test(text);
  const unset = ([key, text]: [string, string | undefined]) =>
    `${name}, auth.external.google.${key}: the environment has no variable for ${text}.`;
  return [
    ...(sms?.enabled && (sms.uri === undefined || sms.secrets === undefined)
      ? [`${name}, auth.hook.send_sms: uri and secrets are needed when it is enabled.`]
      : []),
    ...(google?.enabled
      ? Object.entries({ client_id: google.client_id, secret: google.secret })
          .filter(([, text]) => isUnset(text))
          .map(unset)
      : []),
  ];
}

/** The paths of what the shape does not name; of a whole table, its own. */
function unknownKeys(shape: z.ZodType, value: unknown): string[] {
  const known = shape instanceof z.ZodObject ? (shape.shape as Record<string, z.ZodType>) : undefined;
  if (!known || !isTable(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (!Object.hasOwn(known, key)) return [key];
    const inner = known[key];
    const below = inner instanceof z.ZodOptional ? (inner.unwrap() as z.ZodType) : inner;
    return below ? unknownKeys(below, each).map((path) => `${key}.${path}`) : [];
  });
}

function merge(base: AuthConfig, file: Section): AuthConfig {
  const { email = {}, sms = {}, mfa = {}, webauthn = {}, hook, external } = file;
  return {
    jwtExpirySeconds: file.jwt_expiry ?? base.jwtExpirySeconds,
    enableSignup: file.enable_signup ?? base.enableSignup,
    enableAnonymousSignIns: file.enable_anonymous_sign_ins ?? base.enableAnonymousSignIns,
    enableManualLinking: file.enable_manual_linking ?? base.enableManualLinking,
    minimumPasswordLength: file.minimum_password_length ?? base.minimumPasswordLength,
    passwordRequirements: file.password_requirements ?? base.passwordRequirements,
    refreshTokenReuseIntervalSeconds: file.refresh_token_reuse_interval ?? base.refreshTokenReuseIntervalSeconds,
    signingKeysPath: file.signing_keys_path ?? base.signingKeysPath,
    email: {
      enableSignup: email.enable_signup ?? base.email.enableSignup,
      enableConfirmations: email.enable_confirmations ?? base.email.enableConfirmations,
      doubleConfirmChanges: email.double_confirm_changes ?? base.email.doubleConfirmChanges,
      securePasswordChange: email.secure_password_change ?? base.email.securePasswordChange,
      maxFrequencySeconds: email.max_frequency ?? base.email.maxFrequencySeconds,
      otpLength: email.otp_length ?? base.email.otpLength,
      otpExpirySeconds: email.otp_expiry ?? base.email.otpExpirySeconds,
    },
    sms: {
      enableSignup: sms.enable_signup ?? base.sms.enableSignup,
      enableConfirmations: sms.enable_confirmations ?? base.sms.enableConfirmations,
      maxFrequencySeconds: sms.max_frequency ?? base.sms.maxFrequencySeconds,
      testOtp: sms.test_otp ?? base.sms.testOtp,
    },
    sendSms: sendSmsOf(hook?.send_sms, base.sendSms),
    mfa: {
      maxEnrolledFactors: mfa.max_enrolled_factors ?? base.mfa.maxEnrolledFactors,
      totp: factorOf(mfa.totp, base.mfa.totp),
      phone: factorOf(mfa.phone, base.mfa.phone),
      webAuthn: factorOf(mfa.web_authn, base.mfa.webAuthn),
    },
    passkey: { enabled: file.passkey?.enabled ?? base.passkey.enabled },
    webauthn: {
      rpId: webauthn.rp_id ?? base.webauthn.rpId,
      rpOrigins: webauthn.rp_origins ?? base.webauthn.rpOrigins,
      rpDisplayName: webauthn.rp_display_name ?? base.webauthn.rpDisplayName,
    },
    google: { skipNonceCheck: external?.google?.skip_nonce_check ?? base.google.skipNonceCheck },
    web3: { solana: { enabled: file.web3?.solana?.enabled ?? base.web3.solana.enabled } },
    rateLimit: { ...base.rateLimit, ...file.rate_limit },
  };
}

function factorOf(file: z.infer<typeof factor> | undefined, base: FactorConfig): FactorConfig {
  return {
    enrollEnabled: file?.enroll_enabled ?? base.enrollEnabled,
    verifyEnabled: file?.verify_enabled ?? base.verifyEnabled,
  };
}

type SendSms = NonNullable<NonNullable<Section["hook"]>["send_sms"]>;

function sendSmsOf(file: SendSms | undefined, base: AuthConfig["sendSms"]): AuthConfig["sendSms"] {
  if (file?.enabled === undefined) return base;
  const { enabled, uri, secrets } = file;
  return enabled && uri !== undefined && secrets ? { uri, secrets } : undefined;
}
