import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { SiteConfig } from "#domain/site/site-config.ts";

import { loadOwnMedia } from "#server/media/own-media.ts";

import type { AuthFile } from "#engine/settings/auth-file.ts";
import { readOrCreateSecret } from "#engine/settings/derived-secrets.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

/**
 * Reads `.env`, the environment, the site's configuration file and the payment links.
 *
 * @throws SettingsError with one sentence per mistake
 */
export async function loadSettings(root: string): Promise<Settings> {
  const config = await loadSiteConfig(root);
  const { env } = process;

  const settings = readSettings({
    environment: env,
    config,
    paymentLinksText: env.PAYMENT_LINKS_FILE ? readNamedFile("PAYMENT_LINKS_FILE", env.PAYMENT_LINKS_FILE) : undefined,
    authFile: readAuthFileOf(root, env.SUPABASE_CONFIG),
    readPicture: (path) => readBytesIfThere(resolve(dirname(configFileOf(root)), path)),
    demoSecret: () => readOrCreateSecret(resolve(root, env.DATA_DIR || "./data")),
  });
  const { media, files, problems } = await loadOwnMedia(settings.config.media, dirname(configFileOf(root)));
  return {
    ...settings,
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

/** What the owner wrote, with what only `npm run doctor` asks for. @throws SettingsError when the file is none */
async function loadSiteConfig(root: string): Promise<SiteConfig> {
  const envFile = resolve(root, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);

  const file = configFileOf(root);
  if (!existsSync(file)) throw new SettingsError([`SITE_CONFIG: there is no file ${file}.`]);
  const module: { default?: SiteConfig } = await import(pathToFileURL(file).href);
  if (!module.default) throw new SettingsError([`SITE_CONFIG: ${file} has no default export.`]);
  return module.default;
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
