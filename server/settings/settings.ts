import { consentPurposes } from "#domain/consent/cookie-consent.ts";
import type { ProcessorRole } from "#domain/contracts/legal-identity.ts";
import type { SiteConfig } from "#domain/contracts/site-config.ts";
import type { PaymentLinks, SiteSettings } from "#domain/contracts/site-settings.ts";
import type { CivilDate } from "#domain/kernel/civil-date.ts";
import { ok } from "#domain/kernel/result.ts";

import { type AuthConfig, defaultAuthConfig } from "./auth-config.ts";
import { demoPaymentLinks } from "./demo-payment-links.ts";
import { deriveSecret } from "./derived-secrets.ts";
import { legalProblems } from "./legal-fields.ts";
import { readPaymentLinks } from "./payment-links.ts";
import { consentVersion, readTrackers, trackerRoles, type Trackers } from "./trackers.ts";
import { type Environment, readVariables, type Variables } from "./variables.ts";

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
  /** What the auth service lets people do. */
  auth: AuthConfig;
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

export type SettingsSource = {
  environment: Environment;
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
export function readSettings({ environment: given, config, paymentLinksText, demoSecret }: SettingsSource): Settings {
  const environment = withoutEmptyValues(given);
  const isDemo = environment.NODE_ENV !== "production";
  const variables = readVariables(environment, { isDemo, demoSecret });
  const links = paymentLinksText === undefined ? ok(undefined) : readPaymentLinks(paymentLinksText);
  const trackers = readTrackers(config, { isDemo });

  const problems = [
    ...(variables.error?.issues ?? []).map(({ message }) => message),
    ...(links.ok ? [] : links.problem),
    ...trackers.problems,
    ...(isDemo ? [] : legalProblems(config, rolesInUse(environment, paymentLinksText, trackers.value))),
  ];
  if (!variables.success || !links.ok || problems.length > 0) throw new SettingsError(problems);
  return compose(variables.data, { isDemo, config, trackers: trackers.value, paymentLinks: links.value });
}

function withoutEmptyValues(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

/** Who receives personal data with these settings. */
function rolesInUse(
  environment: Environment,
  paymentLinksText: string | undefined,
  trackers: Trackers,
): ProcessorRole[] {
  const { WEBHOOK_LEAD_URL: lead, WEBHOOK_SIGNIN_URL: signIn, GOOGLE_CLIENT_ID: clientId } = environment;
  return [
    "mail",
    ...(lead || signIn ? (["automation"] as const) : []),
    ...(paymentLinksText === undefined ? [] : (["payment"] as const)),
    ...(clientId ? (["signIn"] as const) : []),
    ...consentPurposes.filter((purpose) => trackers[purpose]).map((purpose) => trackerRoles[purpose]),
  ];
}

type Composition = {
  isDemo: boolean;
  config: SiteConfig;
  trackers: Trackers;
  paymentLinks: PaymentLinks | undefined;
};

/**
 * What is not configured follows from the rest: secrets from `AUTH_SECRET`, a demonstration's stand-ins from its
 * address.
 */
function compose(variables: Variables, composition: Composition): Settings {
  const { isDemo, config } = composition;
  const { network, secrets, data, display, mail, payments } = variables;
  const origin = new URL(network.SITE_URL ?? `http://localhost:${network.PORT}`).origin;
  const authSecret = secrets.AUTH_SECRET;
  const publishableKey = secrets.PUBLISHABLE_KEY ?? `sb_publishable_${deriveText(authSecret, "publishable key")}`;
  const identityProvider = identityProviderOf(variables, origin, isDemo);
  const demoStripeSecret = isDemo ? `whsec_${deriveText(authSecret, "payment events")}` : undefined;
  return {
    mode: isDemo ? "demo" : "production",
    host: network.HOST,
    port: network.PORT,
    allowedOrigins: isDemo ? withLoopbackTwin(origin) : [origin],
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    supabaseUrl: data.SUPABASE_URL,
    publishableKey,
    secretKey: secrets.SECRET_KEY ?? `sb_secret_${deriveText(authSecret, "secret key")}`,
    authSecret,
    firstAdmin: firstAdminOf(variables, isDemo),
    auth: defaultAuthConfig({ isDemo, origin, brand: display.BRAND_NAME }),
    identityProvider,
    mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM ?? `${display.BRAND_NAME} <${config.contact.email}>` },
    webhooks: webhooksOf(variables, origin, isDemo),
    stripeWebhookSecret: payments.STRIPE_WEBHOOK_SECRET ?? demoStripeSecret,
    previewDate: display.PREVIEW_DATE,
    trustedProxies: network.TRUSTED_PROXY,
    logLevel: display.LOG_LEVEL,
    site: {
      ...siteOf(variables, origin, composition),
      api: { url: data.SUPABASE_URL ?? "", publishableKey },
      hasGoogleSignIn: identityProvider !== undefined,
    },
  };
}

type PublicSite = Omit<SiteSettings, "api" | "hasGoogleSignIn">;

function siteOf({ display }: Variables, origin: string, composition: Composition): PublicSite {
  const { isDemo, config, trackers, paymentLinks } = composition;
  const { BRAND_NAME: brand, PREVIEW_DATE: previewDate } = display;
  return {
    brand,
    slug: slugOf(brand),
    origin,
    demo: isDemo && previewDate ? { asOf: previewDate } : undefined,
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
    payments: paymentLinks ?? (isDemo ? demoPaymentLinks(origin) : { secretariat: {} }),
  };
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
  const letters = brand.normalize("NFD").replace(/\p{Mark}/gu, "");
  const ascii = letters.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return ascii.replace(/^-|-$/g, "") || "ariane";
}

/** A demonstration's receivers are its own. */
function webhooksOf(
  { webhooks, secrets: { AUTH_SECRET } }: Variables,
  origin: string,
  isDemo: boolean,
): Settings["webhooks"] {
  const { WEBHOOK_LEAD_URL: leadUrls, WEBHOOK_SIGNIN_URL: signInUrls, WEBHOOK_SECRET: secrets } = webhooks;
  if (!isDemo || leadUrls.length + signInUrls.length > 0) return { leadUrls, signInUrls, secrets };
  const derived = `whsec_${deriveSecret(AUTH_SECRET, "webhook secret").toString("base64")}`;
  return {
    leadUrls: [`${origin}/demo/webhooks/lead`],
    signInUrls: [`${origin}/demo/webhooks/sign-in`],
    secrets: secrets.length > 0 ? secrets : [derived],
  };
}

function firstAdminOf({ firstAdmin, secrets }: Variables, isDemo: boolean): Settings["firstAdmin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = firstAdmin;
  if (!isDemo) return email === undefined ? undefined : { email, password: password ?? "" };
  return {
    email: email ?? "admin@ariane.example",
    password: password ?? deriveText(secrets.AUTH_SECRET, "first administrator"),
  };
}

function identityProviderOf(
  { identityProvider, secrets }: Variables,
  origin: string,
  isDemo: boolean,
): IdentityProviderSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer } = identityProvider;
  if (clientId && clientSecret) return { issuer, clientId, clientSecret };
  if (!isDemo) return undefined;
  return {
    issuer: `${origin}/demo/idp`,
    clientId: "demo-site",
    clientSecret: deriveText(secrets.AUTH_SECRET, "demo identity provider"),
  };
}
