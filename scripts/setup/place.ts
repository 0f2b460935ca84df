import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseEnv } from "node:util";

import { setUpWords } from "#content/set-up.ts";
import { saySystemError } from "#server/settings/say-system-error.ts";

import { type ConfigDocument, configOf, readField, variablesOf } from "./compose-files.ts";
import { writeVariables } from "./env-file.ts";
import type { Keys } from "./keys.ts";
import { type Answers, dueQuestions, type Question, questions } from "./questions.ts";

/** What an earlier set-up left in its folder. */
export type MadePlace = {
  variables: Record<string, string | undefined>;
  config: ConfigDocument | undefined;
  answers: Answers;
};

const names = { env: ".env", config: "site.config.json", links: "payment-links.json", identity: "age-identity.txt" };
export const identityName = names.identity;

/** @throws in one sentence when it cannot be read */
export function readPlace(folder: string): MadePlace {
  const envText = readIfThere(join(folder, names.env));
  const configText = readIfThere(join(folder, names.config));
  const variables = envText === undefined ? {} : parseEnv(envText);
  const { SITE_CONFIG: named } = variables;
  if (named && basename(named) !== names.config) throw new Error(setUpWords.ownConfig(named));
  const config = configText === undefined ? undefined : (JSON.parse(configText) as ConfigDocument);
  // A `.env` that no set-up wrote holds no answers of this one, but its keys stay.
  const isMade = variables.NODE_ENV === "production" && config !== undefined;
  return { variables, config, answers: isMade ? answersOf({ variables, config }, folder) : {} };
}

function answersOf({ variables, config }: Pick<MadePlace, "variables" | "config">, folder: string): Answers {
  const answers: Answers = {};
  for (const { key, home } of questions) {
    const value = home === "files" ? fileAnswer(key, folder) : readHome(home, variables, config ?? {});
    if (value !== undefined && value !== "") answers[key] = value;
  }
  // What was asked and left out is not asked again.
  for (const { key } of dueQuestions(answers)) answers[key] ??= "";
  if (answers.paymentLinksFile) answers.paymentLinksFile = join(folder, names.links);
  return answers;
}

function readHome(
  home: Exclude<Question["home"], "files">,
  variables: MadePlace["variables"],
  config: ConfigDocument,
): string | undefined {
  if ("variable" in home) return variables[home.variable];
  if ("field" in home) {
    const value = readField(config, home.field);
    return typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;
  }
  const list = (readField(config, "legal.processors") ?? []) as { role: string; [field: string]: string }[];
  return list.find(({ role }) => role === home.processor)?.[home.of];
}

function fileAnswer(key: Question["key"], folder: string): string {
  const isThere = (name: string) => existsSync(join(folder, name));
  if (key === "service") return isThere("compose.yaml") ? "compose" : isThere("ariane.service") ? "systemd" : "none";
  return isThere("Caddyfile") ? "caddy" : isThere("nginx.conf") ? "nginx" : "none";
}

export type ToWrite = { answers: Answers; keys: Keys; before: MadePlace; today: string };

/**
 * Writes all of it: what is secret is this account's alone. Each file is whole or as it was.
 *
 * @param program the folder that holds `deploy/`
 * @returns the names of the files, in the order they were written
 */
export function writePlace(folder: string, program: string, { answers, keys, before, today }: ToWrite): string[] {
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  const write = (name: string, text: string, mode: number) => {
    writeWhole(join(folder, name), text, mode);
    written.push(name);
  };
  const links = answers.paymentLinksFile ? readFileSync(answers.paymentLinksFile, "utf8") : undefined;
  const config = configOf(answers, before.config, today);
  write(names.config, `${JSON.stringify(config, undefined, 2)}\n`, 0o644);
  if (links !== undefined) write(names.links, links, 0o644);
  if (keys.backupIdentity !== undefined) {
    const lines = [`# Opens the backups of ${answers.siteUrl}.`, `# public key: ${keys.backupRecipient}`];
    write(names.identity, [...lines, keys.backupIdentity, ""].join("\n"), 0o600);
  }
  for (const { name, text } of servingFiles(answers, folder, program)) write(name, text, 0o644);
  // The last one: with it the set-up counts as made.
  const envText = readIfThere(join(folder, names.env)) ?? "";
  write(names.env, writeVariables(envText, variablesOf(answers, keys, folder)), 0o600);
  return written;
}

/** Of a pack: its commands read `.env` beside them. */
export function linkSettings(folder: string, program: string): void {
  const link = join(program, names.env);
  if (process.env.ARIANE_LINK === undefined || resolve(folder) === resolve(program)) return;
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(join(folder, names.env), link);
}

/** From the examples of `deploy/`, with this site's name and places. */
function servingFiles(answers: Answers, folder: string, program: string): { name: string; text: string }[] {
  const { siteUrl = "", service, proxy, port = "3000", dataDir = "", backupDir = "" } = answers;
  const host = URL.parse(siteUrl)?.host ?? "";
  const example = (name: string) => readFileSync(join(program, "deploy", name), "utf8");
  const named = (text: string) =>
    text.replaceAll("site.exemple.example", host).replaceAll("127.0.0.1:3000", `127.0.0.1:${port || "3000"}`);
  if (service === "compose") {
    return [
      { name: "compose.yaml", text: example("compose.yaml") },
      { name: "Caddyfile", text: named(example("Caddyfile")).replace(/127\.0\.0\.1:\d+/, "site:3000") },
    ];
  }
  const files = [];
  if (service === "systemd") {
    const root = process.env.ARIANE_LINK ?? program;
    const elsewhere = [dataDir, backupDir].filter((path) => !isBelow(path, "/var/lib/ariane"));
    const text = example("ariane.service")
      .replaceAll("/opt/ariane", root)
      .replace("/etc/ariane/environment", join(folder, names.env))
      .replace("Environment=DATA_DIR=/var/lib/ariane", `Environment=DATA_DIR=${dataDir}`)
      .replace(/^StateDirectoryMode=.*$/m, (line) =>
        [line, ...elsewhere.map((path) => `ReadWritePaths=${path}`)].join("\n"),
      );
    files.push({ name: "ariane.service", text });
  }
  if (proxy === "caddy") files.push({ name: "Caddyfile", text: named(example("Caddyfile")) });
  if (proxy === "nginx") files.push({ name: "nginx.conf", text: named(example("nginx.conf")) });
  return files;
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

function writeWhole(file: string, text: string, mode: number): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode });
  // A mask of the caller's may have taken more away, and an older draft had its own.
  chmodSync(draft, mode);
  renameSync(draft, file);
}

/** Whose file it is has to be who asks, or the machine's owner. */
export function isOwners(file: string): boolean {
  const asks = process.getuid?.() ?? 0;
  return asks === 0 || statSync(file).uid === asks;
}

function readIfThere(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  } catch (error) {
    throw new Error(saySystemError(error) ?? (error as Error).message, { cause: error });
  }
}
