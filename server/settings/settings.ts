import { consentPurposes } from "#domain/consent/cookie-consent.ts";
import type { ProcessorRole } from "#domain/contracts/legal-identity.ts";
import type { SiteConfig } from "#domain/contracts/site-config.ts";
import type { PaymentLinks, SiteSettings } from "#domain/contracts/site-settings.ts";
import { type CivilDate, readCivilDate } from "#domain/kernel/civil-date.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { secretariatTiers } from "#domain/offers/secretariat.ts";
import { isAddressOrRange } from "#server/network/client-address.ts";

import { deriveSecret } from "./derived-secrets.ts";
import { exampleIdentityProblems, missingLegalFields, processorProblems } from "./legal-fields.ts";
import { readPaymentLinks } from "./payment-links.ts";
import { publicDemoProblems } from "./public-demo.ts";
import { consentVersion, readTrackers, trackerRoles } from "./trackers.ts";

export type Settings = {
  mode: "demo" | "production";
  host: string;
  port: number;
  /** Origins a return address may have: the site's own, and in demo both names of the loopback. */
  allowedOrigins: string[];
  dataDir: string;
  /** PostgreSQL 15 or newer; the embedded database without it. */
  databaseUrl: string | undefined;
  /** A hosted Supabase project that answers for auth and data; our own services without it. */
  supabaseUrl: string | undefined;
  publishableKey: string;
  secretKey: string;
  /** Protects signing keys; secrets that are not configured are derived from it. */
  authSecret: string;
  firstAdmin: { email: string; password: string } | undefined;
  /** Behind the Google button, which is not shown without it. */
  identityProvider: IdentityProviderSettings | undefined;
  mail: { smtpUrl: string | undefined; from: string };
  webhooks: { leadUrls: string[]; signInUrls: string[]; secrets: string[] };
  stripeWebhookSecret: string | undefined;
  previewDate: CivilDate | undefined;
  /** Addresses or ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  logLevel: string;
  /** What pages may show; `site.origin` is the public origin of the site. */
  site: SiteSettings;
};

export type IdentityProviderSettings = { issuer: string; clientId: string; clientSecret: string };

/** One sentence per mistake, all of them at once. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
    this.problems = problems;
  }
}

const defaultDemoDay = "2025-10-15";
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

export type SettingsSource = {
  environment: Record<string, string | undefined>;
  config: SiteConfig;
  /** The text of `PAYMENT_LINKS_FILE`, when that variable is set. */
  paymentLinksText?: string | undefined;
  /** The master secret of a demonstration without `AUTH_SECRET`. */
  demoSecret: () => string;
};

/**
 * Reads the whole environment table of `docs/configuration.md`, once.
 *
 * @throws SettingsError naming every missing, malformed or contradictory value
 */
export function readSettings(source: SettingsSource): Settings {
  const { config, paymentLinksText, demoSecret } = source;
  const environment = withoutEmptyValues(source.environment);
  const problems: string[] = [];
  const mode = environment.NODE_ENV === "production" ? "production" : "demo";
  const isDemo = mode === "demo";

  const complain = (sentence: string) => void problems.push(sentence);
  const read = (name: string) => environment[name];
  const required = (name: string, demoDefault: () => string) => {
    const value = read(name);
    if (value !== undefined) return value;
    if (!isDemo) complain(`${name} is missing: production needs it.`);
    return demoDefault();
  };
  const url = (name: string, text: string, protocols: string[]) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (!parsed || !protocols.includes(parsed.protocol)) {
      complain(`${name} is not an address starting with ${protocols.map((each) => `${each}//`).join(" or ")}.`);
    }
    return parsed;
  };
  const host = read("HOST") ?? "127.0.0.1";
  const list = (name: string) => (read(name) ?? "").split(",").map((each) => each.trim()).filter(Boolean); // prettier-ignore

  const port = Number(read("PORT") ?? "3000");
  if (!Number.isInteger(port) || port < 0 || port > 65535) complain(`PORT is not a port number: ${read("PORT")}.`);

  const authSecret = required("AUTH_SECRET", demoSecret);
  if (authSecret.length < 32) complain("AUTH_SECRET is too short: 32 characters at least.");

  const origin = url("SITE_URL", required("SITE_URL", () => `http://localhost:${port}`), ["http:", "https:"])?.origin ?? ""; // prettier-ignore
  if (isDemo) for (const problem of publicDemoProblems(host, origin, read("DEMO_IN_PUBLIC"))) complain(problem);
  const brand = read("BRAND_NAME") ?? "Ariane";
  if (brand.length > 40) complain("BRAND_NAME is too long: 40 characters at most.");

  const databaseUrl = read("DATABASE_URL");
  if (databaseUrl) url("DATABASE_URL", databaseUrl, ["postgres:", "postgresql:"]);
  const supabaseUrl = read("SUPABASE_URL");
  if (supabaseUrl) {
    url("SUPABASE_URL", supabaseUrl, ["http:", "https:"]);
    for (const name of ["PUBLISHABLE_KEY", "SECRET_KEY", "DATABASE_URL"]) {
      if (!read(name)) complain(`${name} is missing: SUPABASE_URL needs the project's own.`);
    }
  }

  const previewText = read("PREVIEW_DATE") ?? (isDemo ? defaultDemoDay : undefined);
  const previewDate = previewText === undefined ? undefined : readCivilDate(previewText);
  if (previewText !== undefined && !previewDate) complain(`PREVIEW_DATE is not a day such as ${defaultDemoDay}.`);
  if (read("PREVIEW_DATE") && !isDemo) complain("PREVIEW_DATE is set: production shows the real day.");

  const logLevel = read("LOG_LEVEL") ?? "info";
  if (!logLevels.includes(logLevel)) complain(`LOG_LEVEL is not one of ${logLevels.join(", ")}.`);

  const smtpUrl = isDemo ? read("SMTP_URL") : required("SMTP_URL", () => "");
  if (smtpUrl) url("SMTP_URL", smtpUrl, ["smtp:", "smtps:"]);
  const mailFrom = required("MAIL_FROM", () => `${brand} <${config.contact.email}>`);
  if (/[\r\n]/.test(mailFrom)) complain("MAIL_FROM holds a line break.");

  const webhooks = {
    leadUrls: list("WEBHOOK_LEAD_URL"),
    signInUrls: list("WEBHOOK_SIGNIN_URL"),
    secrets: list("WEBHOOK_SECRET"),
  };
  for (const target of [...webhooks.leadUrls, ...webhooks.signInUrls]) {
    url("WEBHOOK_LEAD_URL or WEBHOOK_SIGNIN_URL", target, ["http:", "https:"]);
  }
  const hasReceivers = webhooks.leadUrls.length + webhooks.signInUrls.length > 0;
  if (hasReceivers && webhooks.secrets.length === 0) complain("WEBHOOK_SECRET is missing: receivers are configured.");
  if (webhooks.secrets.some((secret) => !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))) {
    complain("WEBHOOK_SECRET is not in Standard Webhooks form: whsec_ and at least 24 bytes in base64.");
  }
  if (!hasReceivers && isDemo) {
    webhooks.leadUrls = [`${origin}/demo/webhooks/lead`];
    webhooks.signInUrls = [`${origin}/demo/webhooks/sign-in`];
    if (webhooks.secrets.length === 0) {
      webhooks.secrets = [`whsec_${deriveSecret(authSecret, "webhook secret").toString("base64")}`];
    }
  }

  const paymentLinks = paymentLinksText === undefined ? undefined : readPaymentLinks(paymentLinksText);
  if (paymentLinks && !paymentLinks.ok) for (const problem of paymentLinks.problem) complain(problem);

  const trackers = readTrackers(config, { isDemo, complain });

  if (!isDemo) {
    for (const field of missingLegalFields(config)) {
      complain(`${field} is empty in the site's configuration: the law wants it on the site.`);
    }
    const rolesInUse: ProcessorRole[] = [
      "mail",
      ...(hasReceivers ? (["automation"] as const) : []),
      ...(paymentLinks ? (["payment"] as const) : []),
      ...(read("GOOGLE_CLIENT_ID") ? (["signIn"] as const) : []),
      ...consentPurposes.filter((purpose) => trackers[purpose]).map((purpose) => trackerRoles[purpose]),
    ];
    for (const problem of processorProblems(config.legal.processors, rolesInUse)) complain(problem);
    for (const problem of exampleIdentityProblems(config)) complain(problem);
  }

  const settings: Settings = {
    mode,
    host,
    port,
    allowedOrigins: isDemo ? withLoopbackTwin(origin) : [origin],
    dataDir: read("DATA_DIR") ?? "./data",
    databaseUrl,
    supabaseUrl,
    publishableKey: read("PUBLISHABLE_KEY") ?? `sb_publishable_${deriveText(authSecret, "publishable key")}`,
    secretKey: read("SECRET_KEY") ?? `sb_secret_${deriveText(authSecret, "secret key")}`,
    authSecret,
    firstAdmin: readFirstAdmin(environment, isDemo, authSecret, complain),
    identityProvider: readIdentityProvider(environment, isDemo, origin, authSecret, complain),
    mail: { smtpUrl, from: mailFrom },
    webhooks,
    stripeWebhookSecret: read("STRIPE_WEBHOOK_SECRET") ?? (isDemo ? `whsec_${deriveText(authSecret, "payment events")}` : undefined), // prettier-ignore
    previewDate,
    trustedProxies: readTrustedProxies(read("TRUSTED_PROXY"), complain),
    logLevel,
    site: {
      brand,
      slug: slugOf(brand),
      origin,
      demo: isDemo && previewDate ? { asOf: previewDate } : undefined,
      api: { url: supabaseUrl ?? "", publishableKey: "" },
      hasGoogleSignIn: false,
      contact: config.contact,
      company: { name: config.legal.company },
      legal: config.legal,
      paymentProvider: config.paymentProvider,
      consent: { version: consentVersion(trackers), trackers },
      offers: config.offers,
      claims: {
        companies: config.claims.companies.figure,
        trainingOrganisations: config.claims.trainingOrganisations.figure,
      },
      payments: paymentLinks?.ok ? paymentLinks.value : isDemo ? demoPaymentLinks(origin) : { secretariat: {} },
    },
  };
  settings.site.api.publishableKey = settings.publishableKey;
  settings.site.hasGoogleSignIn = settings.identityProvider !== undefined;

  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function withoutEmptyValues(environment: SettingsSource["environment"]): SettingsSource["environment"] {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

function deriveText(authSecret: string, purpose: string): string {
  return deriveSecret(authSecret, purpose, 24).toString("base64url");
}

/** In demo, a site opened as 127.0.0.1 is the one configured as localhost. */
function withLoopbackTwin(origin: string): string[] {
  const twin = origin.includes("//localhost")
    ? origin.replace("//localhost", "//127.0.0.1")
    : origin.replace("//127.0.0.1", "//localhost");
  return [...new Set([origin, twin])];
}

function slugOf(brand: string): string {
  const ascii = brand.normalize("NFD").replace(/\p{Mark}/gu, "").toLowerCase(); // prettier-ignore
  return ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "ariane";
}

function readTrustedProxies(text: string | undefined, complain: (sentence: string) => void): string[] {
  const proxies = text?.split(",").map((each) => each.trim()) ?? [];
  for (const proxy of proxies.filter((each) => !isAddressOrRange(each))) {
    complain(`TRUSTED_PROXY holds "${proxy}", which is no address or range such as 127.0.0.1, ::1 or 10.0.0.0/8.`);
  }
  return proxies;
}

function readFirstAdmin(
  environment: SettingsSource["environment"],
  isDemo: boolean,
  authSecret: string,
  complain: (sentence: string) => void,
): Settings["firstAdmin"] {
  const email = environment.ADMIN_EMAIL ?? (isDemo ? "admin@ariane.example" : undefined);
  if (email === undefined) return undefined;
  if (!email.includes("@")) complain("ADMIN_EMAIL is not an e-mail address.");
  const password = environment.ADMIN_PASSWORD ?? (isDemo ? deriveText(authSecret, "first administrator") : undefined);
  if (password === undefined) complain("ADMIN_PASSWORD is missing: ADMIN_EMAIL is set.");
  if (password !== undefined && password.length < 12) complain("ADMIN_PASSWORD is too short: 12 characters at least.");
  return { email, password: password ?? "" };
}

function readIdentityProvider(
  environment: SettingsSource["environment"],
  isDemo: boolean,
  origin: string,
  authSecret: string,
  complain: (sentence: string) => void,
): IdentityProviderSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer } = environment;
  if (clientId && clientSecret) return { issuer: issuer ?? "https://accounts.google.com", clientId, clientSecret };
  if (clientId || clientSecret) complain("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: one is missing.");
  if (!isDemo) return undefined;
  return {
    issuer: `${origin}/demo/idp`,
    clientId: "demo-site",
    clientSecret: deriveText(authSecret, "demo identity provider"),
  };
}

/** Every offer but the largest secretariat volume, so that "not yet available" can be seen too. */
function demoPaymentLinks(origin: string): PaymentLinks {
  const page = (offer: string) => `${origin}/demo/paiement/${offer}`;
  const volumes = secretariatTiers.map((tier) => tier.callsPerDay).filter((calls) => calls !== 1000);
  return {
    secretariat: Object.fromEntries(volumes.map((calls) => [calls, page(`secretariat/${calls}`)])),
    marketing: page("marketing"),
    suiviclient: Object.fromEntries(
      followUpTiers.map(({ activeClientsPerMonth: clients }) => [clients, page(`suiviclient/${clients}`)]),
    ),
    closing: page("closing"),
    conferences: page("conferences"),
    custom: page("custom"),
  };
}
