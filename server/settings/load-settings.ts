import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { SiteDocument } from "#domain/site/site-config.ts";

import { loadOwnMedia } from "#server/media/own-media.ts";

import type { AuthFile } from "#engine/settings/auth-file.ts";
import { readOrCreateSecret } from "#engine/settings/derived-secrets.ts";
import { readSettings, SettingsError, type Settings, type SettingsSource } from "./settings.ts";

/**
 * Reads `.env`, the environment, the site's configuration file and the payment links.
 *
 * @throws SettingsError with one sentence per mistake
 */
export async function loadSettings(root: string): Promise<Settings> {
  const config = await loadSiteConfig(root);
  const { env } = process;

  const source: SettingsSource = {
    environment: env,
    config,
    paymentLinksText: env.PAYMENT_LINKS_FILE ? readNamedFile("PAYMENT_LINKS_FILE", env.PAYMENT_LINKS_FILE) : undefined,
    authFile: readAuthFileOf(root, env.SUPABASE_CONFIG),
    readPicture: (path) => readBytesIfThere(resolve(dirname(configFileOf(root)), path)),
    demoSecret: () => readOrCreateSecret(resolve(root, env.DATA_DIR || "./data")),
  };
  return withMedia(source, dirname(configFileOf(root)));
}

/** @param folder from which the configuration names recordings and films */
async function withMedia(source: SettingsSource, folder: string): Promise<Settings> {
  const settings = readSettings(source);
  const { media, files, problems } = await loadOwnMedia(settings.config.media, folder);
  return {
    ...settings,
    readWith: (document) => withMedia({ ...source, config: document, paymentLinksText: undefined }, folder),
    site: { ...settings.site, media },
    ownFiles: new Map([...settings.ownFiles, ...files]),
    mediaProblems: problems,
  };
}

/** The file that the variable names must be there; the usual one may. */
function readAuthFileOf(root: string, named: string | undefined): AuthFile | undefined {
  const name = named || "supabase/config.toml";
  const file = resolve(root, name);
  if (!named && !existsSync(file)) return undefined;
  return {
    name,
    text: readNamedFile("SUPABASE_CONFIG", file),
    readBeside: (path) => readIfThere(resolve(dirname(file), path)),
  };
}

/** What the owner wrote, unread. @throws SettingsError when the file is none */
async function loadSiteConfig(root: string): Promise<SiteDocument> {
  const envFile = resolve(root, ".env");
  if (existsSync(envFile)) loadVariables(envFile);

  return readSiteFile(configFileOf(root), "SITE_CONFIG");
}

/**
 * What a file of the form of `SITE_CONFIG` says, unread: the default export of a program, or JSON.
 *
 * @param name what the sentences call it
 * @throws SettingsError when there is no such file, or it is neither
 */
export async function readSiteFile(path: string, name: string): Promise<SiteDocument> {
  const file = resolve(path);
  if (!existsSync(file)) throw new SettingsError([`${name}: there is no file ${file}.`]);
  if (statSync(file).isDirectory()) throw new SettingsError([`${name}: ${file} is a folder.`]);
  if (file.endsWith(".json")) return readJson(file, name);
  const module: { default?: SiteDocument } = await import(pathToFileURL(file).href);
  if (!module.default) throw new SettingsError([`${name}: ${file} has no default export.`]);
  return module.default;
}

function loadVariables(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch {
    // A supervisor has read it for an account that may not.
    if (process.env.AUTH_SECRET) return;
    throw new SettingsError([`This account has no right to ${file}.`]);
  }
}

function readJson(file: string, name: string): SiteDocument {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new SettingsError([`${name}: ${file} is not JSON.`]);
  }
}

function configFileOf(root: string): string {
  return resolve(root, process.env.SITE_CONFIG || "site.config.ts");
}

function readIfThere(file: string): string | undefined {
  return readBytesIfThere(file)?.toString("utf8");
}

function readBytesIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function readNamedFile(variable: string, file: string): string {
  if (!existsSync(file)) throw new SettingsError([`${variable}: there is no file ${file}.`]);
  return readFileSync(file, "utf8");
}
