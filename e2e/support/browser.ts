import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const isPackaged = process.platform === "linux" && process.arch === "x64";
/** Where `launchOldestChromium` can. */
export const hasOldestChromium = isPackaged;
const usualPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Stories come one after the other: their pages need no process each.
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
];

/** Uses `CHROME`, else the browser that comes as a package, else one of the machine (docs/decisions/0014). */
export async function launchBrowser(addedFlags: string[] = []): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ executablePath, args: [...flags, ...addedFlags] });
}

/** As the settings of Chromium write « Interdire aux sites d’enregistrer des données sur votre appareil ». */
const keepsNothing = { profile: { default_content_setting_values: { cookies: 2 } } };

/**
 * A browser whose own setting forbids all site data: storage throws, locks are refused. Its profile goes with it. The
 * packaged browser, a shell without settings, refuses the same by script.
 */
export async function launchKeepingNothing(options: BrowserContextOptions): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), "profile-"));
  await mkdir(join(profile, "Default"));
  await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(keepsNothing));
  const context = await chromium.launchPersistentContext(profile, { ...options, executablePath, args: flags });
  await context.addInitScript(refuseSiteData);
  context.on("close", () => void rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}

/** What Chromium answers under that setting; nothing where the setting has answered. */
function refuseSiteData(): void {
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  try {
    localStorage.getItem("any");
  } catch {
    return;
  }
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = refuse;
  Navigator.prototype.sendBeacon = refuse;
  LockManager.prototype.request = async () => refuse();
}

/** Chromium 109, the oldest that we serve (docs/decisions/0071), with the libraries and fonts of the other one. */
export async function launchOldestChromium(): Promise<Browser> {
  await unpackBrowser();
  const executablePath = join(tmpdir(), "chromium-109");
  if (!existsSync(executablePath)) {
    const archive = new URL("../../node_modules/chromium-109/bin/chromium.br", import.meta.url);
    const unpacked = `${executablePath}-${process.pid}`;
    await writeFile(unpacked, await promisify(brotliDecompress)(await readFile(archive)), { mode: 0o755 });
    await rename(unpacked, executablePath);
  }
  return chromium.launch({ executablePath, args: flags });
}

/** To be called once before stories that run side by side: two that unpack one file at a time spoil it. */
export async function findBrowser(): Promise<string> {
  const { CHROME } = process.env;
  if (CHROME) return CHROME;
  if (isPackaged) return unpackBrowser();
  const found = usualPaths.find((path) => existsSync(path));
  if (!found) throw new Error("No browser was found for the stories: install Chromium, or name one in CHROME.");
  return found;
}

/** The package is made for a serverless platform: elsewhere its libraries must be unpacked and named by hand. */
async function unpackBrowser(): Promise<string> {
  const { default: packaged, inflate, setupLambdaEnvironment } = await import("@sparticuz/chromium");
  const archives = fileURLToPath(new URL("../../node_modules/@sparticuz/chromium/bin", import.meta.url));
  await inflate(join(archives, "al2023.tar.br"));
  setupLambdaEnvironment(join(tmpdir(), "al2023", "lib"));
  const browser = await packaged.executablePath();
  await nameFonts(join(tmpdir(), "fonts"));
  return browser;
}

/** The package's own file looks for its fonts in `/tmp`, wherever they were unpacked: without any, a page ends the browser. */
function nameFonts(folder: string): Promise<void> {
  const places = `<dir>${folder}</dir><cachedir>${join(folder, "cache")}</cachedir>`;
  return writeFile(
    join(folder, "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${places}</fontconfig>\n`,
  );
}
