import { paymentLinksOf } from "#subjects/offers/rules/site-on-day.ts";
import { companySearchCopy } from "#subjects/companies/words/company-search.ts";
import { consentPurposes } from "#domain/site/cookie-consent.ts";
import type { ProcessorRole } from "#domain/site/legal-identity.ts";
import { readSiteDocument, type SiteConfig, type SiteDocument } from "#domain/site/site-config.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { AccountOffers } from "#domain/kernel/account-offers.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { slugOf } from "#kit/fold-accents.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import type { Environment } from "#engine/settings/environment.ts";
import type { EngineSettings, IdentityProviderSettings } from "#engine/settings/engine-settings.ts";
import type { MediaProblem } from "#server/media/own-media.ts";

import { readCompanyRegister } from "./company-register.ts";
import {
  type AuthConfig,
  defaultAuthConfig,
  type FactorConfig,
  passwordRulesOf,
} from "#engine/settings/auth-config.ts";
import { type AuthFile, type AuthFileContents, type GoogleOfFile, readAuthFile } from "#engine/settings/auth-file.ts";
import { demoPaymentLinks } from "./demo-payment-links.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";
import { dataProblems } from "#content/shared/data-problems.ts";
import { refusalProblems } from "#content/shared/refusal-problems.ts";
import { accountTerms } from "./account-terms.ts";
import { addressPage, passwordPage } from "./mailed-pages.ts";
import { legalProblems } from "./legal-fields.ts";
import { readPaymentLinks } from "./payment-links.ts";
import { readSecurityContact } from "./security-contact.ts";
import { readShownPeople } from "./shown-people.ts";
import { sayMistake } from "./site-mistakes.ts";
import { consentVersion, readTrackers, trackerRoles, type Trackers } from "./trackers.ts";
import { typesetConfig } from "./typeset-config.ts";
import { defaultBrand, readVariables, type Variables } from "./variables.ts";

/** What the site's owner and operator have written, and what follows from it. */
export type Settings = EngineSettings & {
  host: string;
  port: number;
  /** A demonstration that answers no other name than this machine's and its own: see `isOwnHost`. */
  isDemoForThisMachine: boolean;
  /** How long a stop still answers, for a proxy to notice that it is not ready. */
  drainSeconds: number;
  /** Without a lead for so long the team is told; 0 never tells. */
  leadSilenceHours: number;
  firstAdmin: { email: string; password: string; name?: string } | undefined;
  stripeWebhookSecret: string | undefined;
  previewDate: CivilDate | undefined;
  /** Under which name the mail server's DKIM key is published; `npm run check:production` alone looks for it. */
  dkimSelector: string | undefined;
  /** An address with its scheme; see `security.txt`. */
  securityContact: string | undefined;
  logLevel: string;
  /** Standard output without it. */
  logDir: string | undefined;
  /** Where companies are looked up, without a final slash; nowhere without it. */
  companyRegister: string | undefined;
  /** Pictures, recordings and films of the owner's, by the path they are served at: their names hold their contents. */
  ownFiles: ReadonlyMap<string, Buffer>;
  /** What pages may show; `site.origin` is the public origin of the site. */
  site: SiteSettings;
  /** What the owner wrote, whole: the doctor also asks for what no page shows. */
  config: SiteConfig;
  /** The same as it was written, with the payment links: what is kept as a version. */
  document: SiteDocument;
  /**
   * The settings as they are with another document.
   *
   * @throws SettingsError with one sentence per mistake
   */
  readWith: (document: SiteDocument) => Promise<Settings>;
  /** What the operator wrote and this server does not do, one sentence each: nothing stops for it. */
  notices: string[];
  /** The same, of what the owner wrote. */
  siteNotices: string[];
  /** Recordings and films of the owner's that cannot be played. */
  mediaProblems: readonly MediaProblem[];
};

/**
 * Another site from here on: what follows from its document changes in place, so that all who hold the settings read
 * what applies. The rest is the environment's.
 */
export function takeSite(settings: Settings, { document, config, site, ...read }: Settings): void {
  const { securityContact, companyRegister, mail, siteNotices, mediaProblems } = read;
  // Pages that a browser keeps may name files of before.
  const ownFiles = new Map([...settings.ownFiles, ...read.ownFiles]);
  const taken = { document, config, site, securityContact, companyRegister, mail, siteNotices, mediaProblems };
  Object.assign(settings, { ...taken, ownFiles });
}

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
  /** Of `SITE_CONFIG`, unread; its payment links stand above those of `PAYMENT_LINKS_FILE`. */
  config: SiteDocument;
  /** The text of `PAYMENT_LINKS_FILE`, when that variable is set. */
  paymentLinksText?: string | undefined;
  /** `SUPABASE_CONFIG`, when there is such a file. */
  authFile?: AuthFile | undefined;
  /** A picture that the configuration names, from its own folder. */
  readPicture?: (file: string) => Buffer | undefined;
  /** The master secret of a demonstration without `AUTH_SECRET`. */
  demoSecret: () => string;
};

/**
 * Reads the whole environment table of `docs/configuration.md`, once.
 *
 * @throws SettingsError naming every missing, malformed or contradictory value
 */
export function readSettings(source: SettingsSource): Settings {
  const { demoSecret } = source;
  const written = readDocument(source);
  if (!written.ok) throw new SettingsError(written.problem);
  const document = written.value;
  const config = typesetConfig(document);
  const environment = withoutEmptyValues(source.environment);
  const isDemo = environment.NODE_ENV !== "production";
  const variables = readVariables(environment, { isDemo, demoSecret });
  const trackers = readTrackers(config, { isDemo });
  const accounts = readAccounts(source.authFile, environment, isDemo);
  const securityContact = readSecurityContact(config);
  const companyRegister = readCompanyRegister(config);
  const shown = readShownPeople(config, {
    isDemo,
    brand: environment.BRAND_NAME ?? defaultBrand,
    readPicture: source.readPicture ?? (() => undefined),
  });

  const problems = [
    ...(variables.error?.issues ?? []).map(({ message }) => message),
    ...(accounts.ok ? [] : accounts.problem),
    ...(securityContact.ok ? [] : securityContact.problem),
    ...(companyRegister.ok ? [] : companyRegister.problem),
    ...trackers.problems,
    ...(isDemo ? [] : legalProblems(config, rolesInUse(environment, { document, accounts, trackers: trackers.value }))),
  ];
  const areRead = variables.success && accounts.ok && securityContact.ok && companyRegister.ok;
  if (!areRead || problems.length > 0) throw new SettingsError(problems);
  return compose(variables.data, {
    isDemo,
    source,
    document,
    config,
    trackers: trackers.value,
    accounts: accounts.value,
    securityContact: securityContact.value,
    companyRegister: companyRegister.value,
    shown,
  });
}

/** The configuration with the payment links, of which one file or two may hold mistakes. */
function readDocument({ config, paymentLinksText }: SettingsSource): Result<SiteDocument, string[]> {
  const read = readSiteDocument(config);
  const links = paymentLinksText === undefined ? ok(undefined) : readPaymentLinks(paymentLinksText);
  if (!read.ok || !links.ok) {
    const mistakes = read.ok ? [] : read.problem.map((mistake) => sayMistake("SITE_CONFIG", mistake));
    return failed([...mistakes, ...(links.ok ? [] : links.problem)]);
  }
  return ok({ ...(links.value && { paymentLinks: links.value }), ...read.value });
}

/** What the auth service is asked for. Addresses and names that do not read are told with the variables. */
function readAccounts(
  file: AuthFile | undefined,
  environment: Environment,
  isDemo: boolean,
): Result<AuthFileContents, string[]> {
  const { SITE_URL, PORT = "3000", BRAND_NAME: brand = defaultBrand, SUPABASE_URL: project } = environment;
  const site = URL.parse(SITE_URL ?? `http://localhost:${PORT}`);
  const origin = site?.host ? site.origin : "http://localhost";
  const auth = defaultAuthConfig({ isDemo, isProject: project !== undefined, origin, brand });
  if (!file) return ok({ auth, google: {}, notices: [] });
  const read = readAuthFile(file, auth, environment);
  if (!read.ok) return read;
  const { google } = read.value;
  const isNamed = environment.GOOGLE_CLIENT_ID !== undefined || (google.client_id && google.secret);
  if (google.enabled && !isNamed && !isDemo) {
    return failed([`${file.name}, auth.external.google: client_id and secret are needed when it is enabled.`]);
  }
  return read;
}

function withoutEmptyValues(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

/** Who receives personal data with these settings. */
function rolesInUse(
  environment: Environment,
  {
    document,
    accounts,
    trackers,
  }: { document: SiteDocument; accounts: Result<AuthFileContents, string[]>; trackers: Trackers },
): ProcessorRole[] {
  const hasGoogle = accounts.ok && accounts.value.google.enabled === true;
  const { WEBHOOK_LEAD_URL: lead, WEBHOOK_SIGNIN_URL: signIn, GOOGLE_CLIENT_ID: clientId } = environment;
  return [
    "mail",
    ...(lead || signIn ? (["automation"] as const) : []),
    ...(document.paymentLinks === undefined ? [] : (["payment"] as const)),
    ...(clientId || hasGoogle ? (["signIn"] as const) : []),
    ...consentPurposes.filter((purpose) => trackers[purpose]).map((purpose) => trackerRoles[purpose]),
  ];
}

type Composition = {
  isDemo: boolean;
  source: SettingsSource;
  document: SiteDocument;
  config: SiteConfig;
  trackers: Trackers;
  accounts: AuthFileContents;
  securityContact: string | undefined;
  companyRegister: string | undefined;
  shown: ReturnType<typeof readShownPeople>;
};

/**
 * What is not configured follows from the rest: secrets from `AUTH_SECRET`, a demonstration's stand-ins from its
 * address.
 */
function compose(variables: Variables, composition: Composition): Settings {
  const { isDemo, config, accounts, shown } = composition;
  const { network, secrets, data, display, mail, payments, backup } = variables;
  const origin = new URL(network.SITE_URL ?? `http://localhost:${network.PORT}`).origin;
  const authSecret = secrets.AUTH_SECRET;
  const publishableKey = secrets.PUBLISHABLE_KEY ?? `sb_publishable_${deriveText(authSecret, "publishable key")}`;
  const identityProvider = identityProviderOf(variables, accounts.google, origin, isDemo);
  const demoStripeSecret = isDemo ? `whsec_${deriveText(authSecret, "payment events")}` : undefined;
  return {
    mode: isDemo ? "demo" : "production",
    host: network.HOST,
    port: network.PORT,
    drainSeconds: network.DRAIN_SECONDS,
    leadSilenceHours: network.LEAD_SILENCE_HOURS,
    isDemoForThisMachine: isDemo && variables.exposure.DEMO_IN_PUBLIC !== "yes",
    allowedOrigins: isDemo ? withLoopbackTwin(origin) : [origin],
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    supabaseUrl: data.SUPABASE_URL,
    publishableKey,
    secretKey: secrets.SECRET_KEY ?? `sb_secret_${deriveText(authSecret, "secret key")}`,
    authSecret,
    firstAdmin: firstAdminOf(variables, isDemo),
    administratorSecondFactor: variables.secondFactor.ADMIN_SECOND_FACTOR,
    auth: { ...accounts.auth, sendSms: accounts.auth.sendSms ?? demoSmsHook(authSecret, origin, isDemo) },
    signingKeys: accounts.signingKeys,
    identityProvider,
    mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM ?? `${display.BRAND_NAME} <${config.contact.email}>` },
    webhooks: webhooksOf(variables, origin, isDemo),
    stripeWebhookSecret: payments.STRIPE_WEBHOOK_SECRET ?? demoStripeSecret,
    backup: { dir: backup.BACKUP_DIR, at: backup.BACKUP_AT, keep: backup.BACKUP_KEEP, key: backup.BACKUP_KEY },
    previewDate: display.PREVIEW_DATE,
    dkimSelector: mail.DKIM_SELECTOR,
    securityContact: composition.securityContact,
    trustedProxies: network.TRUSTED_PROXY,
    logLevel: display.LOG_LEVEL,
    logDir: data.LOG_DIR,
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    companyRegister: composition.companyRegister ?? (isDemo ? `${origin}/demo/registre` : undefined),
    ownFiles: new Map(shown.pictures.map(({ path, content }) => [path, content])),
    site: {
      ...siteOf(variables, origin, composition),
      api: { url: data.SUPABASE_URL ?? "", publishableKey },
      hasGoogleSignIn: identityProvider !== undefined,
      accountOffers: accountOffersOf(accounts.auth),
      passwordRules: passwordRulesOf(accounts.auth),
    },
    pages: { password: passwordPage(origin), address: addressPage(origin) },
    accountTerms,
    guessableWords: [display.BRAND_NAME, ...tradeWords],
    words: { refusals: refusalProblems, data: dataProblems },
    journal: { table: "private.lead_events", ids: "lead_ids", channel: "lead_events", payload: "leads" },
    locale: "fr-FR",
    timeZone: "Europe/Paris",
    config,
    document: composition.document,
    readWith: async (config) => readSettings({ ...composition.source, config, paymentLinksText: undefined }),
    notices: accounts.notices,
    siteNotices: shown.notices,
    mediaProblems: [],
  };
}

/** Of the trade, in the letters of a typed password. */
const tradeWords = ["secretariat", "secretaire", "assistant", "standard", "motdepasse", "administrateur", "admin"];

type PublicSite = Omit<SiteSettings, "api" | "hasGoogleSignIn" | "accountOffers" | "passwordRules">;

function accountOffersOf({ mfa, passkey }: AuthConfig): AccountOffers {
  const isOffered = ({ enrollEnabled, verifyEnabled }: FactorConfig) => enrollEnabled && verifyEnabled;
  return { phoneFactors: isOffered(mfa.phone), keyFactors: isOffered(mfa.webAuthn), passkeys: passkey.enabled };
}

function siteOf({ display }: Variables, origin: string, composition: Composition): PublicSite {
  const { isDemo, config, trackers, shown } = composition;
  const { BRAND_NAME: brand, PREVIEW_DATE: previewDate } = display;
  const attribution = isDemo || config.attribution === true;
  return {
    brand,
    slug: slugOf(brand) || "ariane",
    origin,
    demo: isDemo && previewDate ? { asOf: previewDate } : undefined,
    contact: config.contact,
    company: { name: config.legal.company },
    legal: config.legal,
    paymentProvider: config.paymentProvider,
    ...(config.payment?.card && { card: config.payment.card }),
    ...(config.customerPortal && { customerPortal: config.customerPortal }),
    ...(config.announcement?.text.trim() && { announcement: config.announcement }),
    ...(config.questions && { questions: config.questions }),
    ...(config.calendars && config.calendars.length > 0 && { calendars: config.calendars }),
    ...(config.electronicInvoicing?.issue?.trim() && { invoiceIssuer: config.electronicInvoicing.issue.trim() }),
    ...wordsForRegister(composition),
    consent: { version: consentVersion(trackers, attribution), trackers, attribution },
    offers: config.offers,
    claims: shown.claims,
    people: shown.people,
    authors: shown.authors,
    testimonials: shown.testimonials,
    clients: shown.clients,
    payments: linksOf(composition, origin),
    ...(composition.document.paymentLinks && { links: composition.document.paymentLinks }),
  };
}

function linksOf({ document, isDemo }: Composition, origin: string): SiteSettings["payments"] {
  if (document.paymentLinks) return paymentLinksOf(document.paymentLinks);
  return isDemo ? demoPaymentLinks(origin) : { secretariat: {} };
}

function wordsForRegister({ companyRegister, isDemo }: Composition): Pick<SiteSettings, "companyRegister"> {
  if (companyRegister) return { companyRegister: companySearchCopy.register(new URL(companyRegister).host) };
  return isDemo ? { companyRegister: companySearchCopy.demoRegister } : {};
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

/** A demonstration's receivers are its own. */
function webhooksOf(
  { webhooks, secrets: { AUTH_SECRET } }: Variables,
  origin: string,
  isDemo: boolean,
): Settings["webhooks"] {
  const { WEBHOOK_LEAD_URL: leadUrls, WEBHOOK_SIGNIN_URL: signInUrls, WEBHOOK_SECRET: secrets } = webhooks;
  if (!isDemo || leadUrls.length + signInUrls.length > 0)
    return { receivers: [...receiversOf("lead", leadUrls), ...receiversOf("sign_in", signInUrls)], secrets };
  const derived = `whsec_${deriveSecret(AUTH_SECRET, "webhook secret").toString("base64")}`;
  return {
    receivers: [
      { topic: "lead", url: `${origin}/demo/webhooks/lead` },
      { topic: "sign_in", url: `${origin}/demo/webhooks/sign-in` },
    ],
    secrets: secrets.length > 0 ? secrets : [derived],
  };
}

function receiversOf(topic: string, urls: string[]) {
  return urls.map((url) => ({ topic, url }));
}

/** A demonstration's phones are its own. */
function demoSmsHook(authSecret: string, origin: string, isDemo: boolean): AuthConfig["sendSms"] {
  if (!isDemo) return undefined;
  const secret = deriveSecret(authSecret, "send-SMS hook").toString("base64");
  return { uri: `${origin}/demo/sms`, secrets: [`v1,whsec_${secret}`] };
}

function firstAdminOf({ firstAdmin, secrets }: Variables, isDemo: boolean): Settings["firstAdmin"] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = firstAdmin;
  if (!isDemo) return email === undefined ? undefined : { email, password: password ?? "" };
  return {
    email: email ?? "admin@ariane.example",
    password: password ?? deriveText(secrets.AUTH_SECRET, "first administrator"),
    ...(email === undefined && { name: "Agathe Royer" }),
  };
}

/** The environment stands above the file; the file switches a demonstration's stand-in off as well. */
function identityProviderOf(
  { identityProvider, secrets }: Variables,
  file: GoogleOfFile,
  origin: string,
  isDemo: boolean,
): IdentityProviderSettings | undefined {
  const { GOOGLE_CLIENT_ID: ownIds = "", GOOGLE_CLIENT_SECRET: ownSecret, OIDC_ISSUER } = identityProvider;
  const issuer = OIDC_ISSUER ?? file.url ?? "https://accounts.google.com";
  const fromFile = !ownIds && file.enabled ? file : undefined;
  const [clientId, ...otherClientIds] = (fromFile?.client_id ?? ownIds).split(",").map((id) => id.trim());
  const clientSecret = fromFile?.secret ?? ownSecret;
  if (clientId && clientSecret) return { issuer, clientId, clientSecret, otherClientIds };
  if (!isDemo || file.enabled === false) return undefined;
  return {
    issuer: `${origin}/demo/idp`,
    clientId: "demo-site",
    clientSecret: deriveText(secrets.AUTH_SECRET, "demo identity provider"),
  };
}
