import type { Journal } from "./journal.ts";

import type { AccountTerms } from "./account-terms.ts";
import type { AuthConfig } from "./auth-config.ts";
import type { EngineWords } from "./engine-words.ts";
import type { ConfiguredKey } from "./signing-key-file.ts";

/** What the engine is told of the site that it serves and of its surroundings. */
export type EngineSettings = {
  mode: "demo" | "production";
  /** Origins a return address may have: the site's own, and in demo both names of the loopback. */
  allowedOrigins: string[];
  dataDir: string;
  /** PostgreSQL 15 or newer; the embedded database without it. */
  databaseUrl: string | undefined;
  /** The database itself, where `databaseUrl` is a pooler that lends its connections by the transaction. */
  databaseDirectUrl: string | undefined;
  /** A hosted Supabase project that answers for auth and data; our own services without it. */
  supabaseUrl: string | undefined;
  publishableKey: string;
  secretKey: string;
  /** Protects signing keys; secrets that are not configured are derived from it. */
  authSecret: string;
  /** Whether an administrator without a verified second factor sees nothing. */
  administratorSecondFactor: "required" | "optional";
  /** What the auth service lets people do. */
  auth: AuthConfig;
  /** Of `signing_keys_path`, the one that signs first; keys of the database's own without it. */
  signingKeys: ConfiguredKey[] | undefined;
  /** Behind the Google button, which is not shown without it. */
  identityProvider: IdentityProviderSettings | undefined;
  mail: { smtpUrl: string | undefined; from: string };
  /** Who is told of events, by topic, and what signs them. */
  webhooks: { receivers: { topic: string; url: string }[]; secrets: string[] };
  backup: BackupSettings;
  /** Addresses or ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Where traces are sent, a collector of OpenTelemetry; without it there are none. */
  tracesUrl: string | undefined;
  /** The site's name, as people write it and as an address does, and its public origin. */
  site: { brand: string; slug: string; origin: string };
  /** Pages that mailed links lead to: where a password is chosen, where a change of address is confirmed. */
  pages: { password: string; address: string };
  accountTerms: AccountTerms;
  /** What a guesser who knows the site tries first as a password: its name, words of its trade. */
  guessableWords: readonly string[];
  words: EngineWords;
  /** Of the rows that open screens follow. */
  journal: Journal;
  /** How days and hours are said in mails; scheduled work goes by the same clock. */
  locale: string;
  timeZone: string;
};

export type BackupSettings = {
  /** Where scheduled backups and the list of erasures go; none are made without it. */
  dir: string | undefined;
  /** When, as a cron pattern in the time zone of the site. */
  at: string;
  /** How many stay. */
  keep: number;
  /** A passphrase, or an age recipient or identity; without it backups are not encrypted. */
  key: string | undefined;
};

export type IdentityProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Applications of the same owner, on telephones for instance, whose ID tokens are taken too. */
  otherClientIds?: readonly string[];
};
