import type { Environment } from "#engine/settings/environment.ts";
import { Cron } from "croner";
import * as z from "zod";

import { readCivilDate } from "#kit/civil-date.ts";
import { mailableAddress } from "#kit/email-address.ts";
import { isAddressOrRange } from "#engine/network/client-address.ts";

import { publicDemoProblems } from "#engine/settings/public-demo.ts";
import { addressOfSender } from "./sender.ts";
import { unsafeAddressProblems } from "./unsafe-addresses.ts";
import { weakKeyProblems } from "./weak-keys.ts";

type Mode = { isDemo: boolean; demoSecret: () => string };

export type Variables = z.infer<ReturnType<typeof variablesShape>>;

const defaultHost = "127.0.0.1";
const defaultDemoDay = "2025-10-15";
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * The environment table of `docs/configuration.md`, one shape for each concern. Every shape is given the whole
 * environment and is read by itself, so that all mistakes are told at once.
 */
function variablesShape(mode: Mode) {
  return z.object({
    network: networkShape(mode),
    exposure: exposureShape(mode),
    addresses: addressesShape(mode),
    secrets: secretsShape(mode),
    keys: keysShape(mode),
    data: dataShape,
    hostedProject: hostedProjectShape,
    display: displayShape(mode),
    mail: mailShape(mode),
    webhooks: webhooksShape,
    signing: signingShape,
    firstAdmin: firstAdminShape(mode),
    secondFactor: secondFactorShape(mode),
    identityProvider: identityProviderShape,
    backup: backupShape,
    payments: paymentsShape(mode),
  });
}

export function readVariables(environment: Environment, mode: Mode) {
  const shape = variablesShape(mode);
  return shape.safeParse(Object.fromEntries(Object.keys(shape.shape).map((concern) => [concern, environment])));
}

/** Production needs it; a demonstration goes without. */
function needed<Shape extends z.ZodType<string, string>>(name: string, shape: Shape, { isDemo }: Mode) {
  return isDemo ? shape.optional() : z.string(`${name} is missing: production needs it.`).pipe(shape);
}

function address(name: string, ...protocols: string[]) {
  const isOne = (text: string) => protocols.includes(URL.parse(text)?.protocol ?? "");
  const beginnings = protocols.map((protocol) => `${protocol}//`).join(" or ");
  return z.string().refine(isOne, `${name} is not an address starting with ${beginnings}.`);
}

const list = z.string().transform((text) => text.split(",").map((each) => each.trim()));
const listOfAny = list.transform((texts) => texts.filter(Boolean)).default([]);

const networkShape = (mode: Mode) =>
  z.object({
    HOST: z.string().default(defaultHost),
    PORT: z
      .string()
      .refine(isPort, { error: ({ input }) => `PORT is not a port number: ${String(input)}.` })
      .transform(Number)
      .default(3000),
    SITE_URL: needed("SITE_URL", address("SITE_URL", "http:", "https:"), mode),
    DRAIN_SECONDS: z
      .string()
      .regex(/^(?:[0-9]|[1-5][0-9]|60)$/, "DRAIN_SECONDS is not a whole number of seconds, 60 at most.")
      .transform(Number)
      .default(0),
    LEAD_SILENCE_HOURS: z
      .string()
      .regex(/^(?:0|[1-9][0-9]{0,2})$/, "LEAD_SILENCE_HOURS is not a whole number of hours, 999 at most.")
      .transform(Number)
      .default(48),
    TRUSTED_PROXY: list.pipe(z.array(proxy)).default([]),
  });

function isPort(text: string): boolean {
  const port = Number(text);
  return Number.isInteger(port) && port >= 0 && port <= 65535;
}

const proxy = z.string().refine(isAddressOrRange, {
  error: ({ input }) =>
    `TRUSTED_PROXY holds "${String(input)}", which is no address or range such as 127.0.0.1, ::1 or 10.0.0.0/8.`,
});

/** Every visitor of a demonstration can administer it. */
const exposureShape = ({ isDemo }: Mode) =>
  z
    .object({
      HOST: z.string().default(defaultHost),
      SITE_URL: z.string().default(""),
      DEMO_IN_PUBLIC: z.string().optional(),
    })
    .superRefine(({ HOST, SITE_URL, DEMO_IN_PUBLIC }, context) => {
      if (!isDemo) return;
      for (const problem of publicDemoProblems(HOST, URL.parse(SITE_URL)?.origin ?? "", DEMO_IN_PUBLIC))
        context.addIssue(problem);
    });

const addressesShape = ({ isDemo }: Mode) =>
  z
    .object({
      SITE_URL: z.string().optional(),
      SUPABASE_URL: z.string().optional(),
      OIDC_ISSUER: z.string().optional(),
      WEBHOOK_LEAD_URL: z.string().optional(),
      WEBHOOK_SIGNIN_URL: z.string().optional(),
    })
    .superRefine((addresses, context) => {
      if (isDemo) return;
      for (const problem of unsafeAddressProblems(addresses)) context.addIssue(problem);
    });

const secretsShape = ({ isDemo, demoSecret }: Mode) => {
  const secret = z.string("AUTH_SECRET is missing: production needs it.");
  const long = secret.min(32, "AUTH_SECRET is too short: 32 characters at least.");
  return z.object({
    // Production's is judged with the other keys, below.
    AUTH_SECRET: isDemo ? long.default(demoSecret) : secret,
    PUBLISHABLE_KEY: z.string().optional(),
    SECRET_KEY: z.string().optional(),
  });
};

/** All keys beside each other. A missing one has a sentence of its own. */
const keysShape = ({ isDemo }: Mode) =>
  z
    .object({
      AUTH_SECRET: z.string().optional(),
      SECRET_KEY: z.string().optional(),
      PUBLISHABLE_KEY: z.string().optional(),
      STRIPE_WEBHOOK_SECRET: z.string().optional(),
      BACKUP_KEY: z.string().optional(),
    })
    .superRefine((keys, context) => {
      if (isDemo) return;
      for (const problem of weakKeyProblems(keys)) context.addIssue(problem);
    });

const dataShape = z
  .object({
    DATA_DIR: z.string().default("./data"),
    LOG_DIR: z.string().optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: address("OTEL_EXPORTER_OTLP_ENDPOINT", "http:", "https:").optional(),
    DATABASE_URL: address("DATABASE_URL", "postgres:", "postgresql:").optional(),
    DATABASE_DIRECT_URL: address("DATABASE_DIRECT_URL", "postgres:", "postgresql:").optional(),
    SUPABASE_URL: address("SUPABASE_URL", "http:", "https:").optional(),
  })
  .refine(
    ({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }) => direct === undefined || pooler !== undefined,
    "DATABASE_DIRECT_URL is set without DATABASE_URL, the address of the pooler: without one, set DATABASE_URL alone.",
  );

const ofProject = ["PUBLISHABLE_KEY", "SECRET_KEY", "DATABASE_URL"] as const;

/** A hosted project answers with its own keys, over its own database. */
const hostedProjectShape = z
  .object({
    SUPABASE_URL: z.string().optional(),
    PUBLISHABLE_KEY: z.string().optional(),
    SECRET_KEY: z.string().optional(),
    DATABASE_URL: z.string().optional(),
  })
  .superRefine((project, context) => {
    if (project.SUPABASE_URL === undefined) return;
    const missing = ofProject.filter((name) => project[name] === undefined);
    for (const name of missing) context.addIssue(`${name} is missing: SUPABASE_URL needs the project's own.`);
  });

export const defaultBrand = "Ariane";

const displayShape = ({ isDemo }: Mode) =>
  z.object({
    BRAND_NAME: z.string().max(40, "BRAND_NAME is too long: 40 characters at most.").default(defaultBrand),
    LOG_LEVEL: z.enum(logLevels, `LOG_LEVEL is not one of ${logLevels.join(", ")}.`).default("info"),
    PREVIEW_DATE: z
      .string()
      .refine((text) => readCivilDate(text) !== undefined, `PREVIEW_DATE is not a day such as ${defaultDemoDay}.`)
      .refine(() => isDemo, "PREVIEW_DATE is set: production shows the real day.")
      .optional()
      .transform((text) => readCivilDate(text ?? (isDemo ? defaultDemoDay : ""))),
  });

const mailShape = (mode: Mode) =>
  z.object({
    SMTP_URL: needed(
      "SMTP_URL",
      address("SMTP_URL", "smtp:", "smtps:").refine(hasHost, "SMTP_URL names no host."),
      mode,
    ),
    MAIL_FROM: needed("MAIL_FROM", sender, mode),
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i, "DKIM_SELECTOR is not a selector such as s1 or mail2026.")
      .optional(),
  });

function hasHost(text: string): boolean {
  return URL.parse(text)?.hostname !== "";
}

/** An address, alone or behind a name: `Ariane <bonjour@exemple.fr>`. */
const sender = z
  .string()
  .regex(/^[^\r\n]*$/, "MAIL_FROM holds a line break.")
  .refine(
    (text) => mailableAddress(addressOfSender(text)) !== undefined,
    "MAIL_FROM holds no e-mail address: write bonjour@exemple.fr, or Ariane <bonjour@exemple.fr>.",
  );

/** A demonstration's stand-in signs with whatever it is given. */
const paymentsShape = ({ isDemo }: Mode) =>
  z.object({
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .refine(
        (secret) => isDemo || secret.startsWith("whsec_"),
        "STRIPE_WEBHOOK_SECRET does not begin with whsec_: copy the endpoint's signing secret from the provider.",
      )
      .optional(),
  });

const receiver = address("WEBHOOK_LEAD_URL or WEBHOOK_SIGNIN_URL", "http:", "https:");
const standardSecret = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

const webhooksShape = z.object({
  WEBHOOK_LEAD_URL: listOfAny.pipe(z.array(receiver)),
  WEBHOOK_SIGNIN_URL: listOfAny.pipe(z.array(receiver)),
  WEBHOOK_SECRET: listOfAny.refine(
    (secrets) => secrets.every((secret) => standardSecret.test(secret)),
    "WEBHOOK_SECRET is not in Standard Webhooks form: whsec_ and at least 24 bytes in base64.",
  ),
});

/** What is sent to a receiver is signed. */
const signingShape = z
  .object({ WEBHOOK_LEAD_URL: listOfAny, WEBHOOK_SIGNIN_URL: listOfAny, WEBHOOK_SECRET: listOfAny })
  .refine(
    ({ WEBHOOK_LEAD_URL: lead, WEBHOOK_SIGNIN_URL: signIn, WEBHOOK_SECRET: secrets }) =>
      lead.length + signIn.length === 0 || secrets.length > 0,
    "WEBHOOK_SECRET is missing: receivers are configured.",
  );

const firstAdminShape = ({ isDemo }: Mode) =>
  z
    .object({ ADMIN_EMAIL: z.string().optional(), ADMIN_PASSWORD: z.string().optional() })
    .superRefine(({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }, context) => {
      if (email === undefined && !isDemo) return;
      if (email !== undefined && mailableAddress(email) === undefined)
        context.addIssue("ADMIN_EMAIL is not an e-mail address.");
      if (password === undefined && !isDemo) context.addIssue("ADMIN_PASSWORD is missing: ADMIN_EMAIL is set.");
      if (password !== undefined && password.length < 12) {
        context.addIssue("ADMIN_PASSWORD is too short: 12 characters at least.");
      }
    });

const secondFactorRules = ["required", "optional"] as const;

/** Visitors of a demonstration administer it without a telephone at hand. */
const secondFactorShape = ({ isDemo }: Mode) =>
  z.object({
    ADMIN_SECOND_FACTOR: z
      .enum(secondFactorRules, `ADMIN_SECOND_FACTOR is not one of ${secondFactorRules.join(", ")}.`)
      .default(isDemo ? "optional" : "required"),
  });

const nightly = "17 3 * * *";
const ageBeginning = /^(age1|AGE-SECRET-KEY-)/;
/** Bech32: what is left of a key that was not copied whole does not look like this. */
const ageKey = /^(age1[02-9a-z]{50,}|AGE-SECRET-KEY-(PQ-)?1[02-9A-Z]{50,})$/;

const backupShape = z
  .object({
    SUPABASE_URL: z.string().optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_AT: z.string().refine(isCronPattern, "BACKUP_AT is not a cron pattern such as 17 3 * * *.").optional(),
    BACKUP_KEEP: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "BACKUP_KEEP is not a whole number from 1 to 9999.")
      .default("14")
      .transform(Number),
    BACKUP_KEY: z
      .string()
      .refine(
        (key) => !ageBeginning.test(key) || ageKey.test(key),
        "BACKUP_KEY begins like an age recipient or identity and is none: copy it again, whole.",
      )
      .optional(),
  })
  .refine(
    ({ BACKUP_DIR, SUPABASE_URL }) => BACKUP_DIR === undefined || SUPABASE_URL === undefined,
    "BACKUP_DIR is set beside SUPABASE_URL: the project makes its own backups.",
  )
  .refine(
    ({ BACKUP_DIR, BACKUP_AT }) => BACKUP_AT === undefined || BACKUP_DIR !== undefined,
    "BACKUP_DIR is missing: BACKUP_AT says when backups are made, and nothing says where.",
  )
  .transform(({ BACKUP_AT = nightly, ...rest }) => ({ BACKUP_AT, ...rest }));

function isCronPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

const identityProviderShape = z
  .object({
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    OIDC_ISSUER: z.string().optional(),
  })
  .refine(
    ({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) => (id === undefined) === (secret === undefined),
    "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: one is missing.",
  );
