// npm run setup [-- --to DIR]
// Asks in French what a production needs, checks each answer as a start does, and writes .env (0600), the company's
// configuration, the files of the service and of the proxy; makes the keys. Given again, it changes an answer.
// npm run setup -- --questions               a JSON Schema of the answers
// npm run setup -- --answers FILE [--to DIR]  takes them from a JSON file and asks nothing
// npm run setup -- --show [--to DIR]          shows the keys and the first password to the owner of the files
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { setUpWords } from "#content/set-up.ts";

import { callerFile } from "./caller-file.ts";
import { fail, failOn } from "./fail.ts";
import type { Surroundings } from "./setup/check-answers.ts";
import { askMissing, changeAnswers, CutOff, openTerminal } from "./setup/guide.ts";
import { makeKeys } from "./setup/keys.ts";
import { identityName, isOwners, linkSettings, readPlace, writePlace } from "./setup/place.ts";
import { type Answers, dueQuestions } from "./setup/questions.ts";
import { readAnswers } from "./setup/read-answers.ts";
import { answersSchema } from "./setup/schema.ts";
import { showMade } from "./setup/show.ts";

const program = process.cwd();
/** The link of the pack that runs this, if it is one. */
const pack = process.env.ARIANE_LINK;

try {
  const options = readOptions();
  const folder = options.to === undefined ? program : callerFile(options.to);
  if (options.questions) console.log(JSON.stringify(answersSchema(), undefined, 2));
  else if (options.show) show(folder);
  else if (folder === program && pack !== undefined) fail(setUpWords.insideOfPack);
  else if (options.answers !== undefined) await setUpFrom(callerFile(options.answers), folder);
  else await guide(folder);
  process.exit(0);
} catch (error) {
  if (error instanceof CutOff) fail(error.message);
  failOn(error);
}

function readOptions() {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: process.argv.slice(2),
      options: { questions: flag, show: flag, answers: text, to: text },
    }).values;
  } catch (cause) {
    throw new Error("Usage: npm run setup -- [--questions | --show | --answers FILE] [--to DIR]", { cause });
  }
}

async function setUpFrom(file: string, folder: string): Promise<void> {
  const before = readPlace(folder);
  const surroundings = await surroundingsOf(folder, before);
  const { answers, problems } = readAnswers(readDocument(file), before.answers, surroundings);
  if (problems.length > 0) fail(problems.join("\n"));
  finish(answers, surroundings, before);
}

function readDocument(file: string): Record<string, unknown> {
  const document: unknown = ((text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })(readFileSync(file, "utf8"));
  if (typeof document === "object" && document !== null && !Array.isArray(document)) {
    return document as Record<string, unknown>;
  }
  return fail(setUpWords.notAnswers(file));
}

async function guide(folder: string): Promise<void> {
  const before = readPlace(folder);
  const surroundings = await surroundingsOf(folder, before);
  const isAgain = Object.keys(before.answers).length > 0;
  console.log(isAgain ? setUpWords.again(folder) : setUpWords.welcome(folder));
  const { ask, close } = openTerminal();
  const answers = isAgain
    ? await changeAnswers(before.answers, surroundings, ask)
    : await askMissing({}, surroundings, ask);
  finish(answers, surroundings, before);
  const isLater = answers.service === "compose" || (await ask(`${setUpWords.checkNow}\u00a0: `)) !== "";
  close();
  if (isLater) return;
  const words = [`--env-file=${join(folder, ".env")}`, "scripts/check-production.ts"];
  const identity = join(folder, identityName);
  if (existsSync(identity)) words.push("--identity", identity);
  process.exit(spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 2);
}

async function surroundingsOf(folder: string, { variables, config }: ReturnType<typeof readPlace>) {
  const today = new Date().toISOString().slice(0, 10);
  return { keys: await makeKeys(variables), folder, config, today };
}

function finish(given: Answers, { keys, folder, today }: Surroundings, before: ReturnType<typeof readPlace>): void {
  const due = new Set(dueQuestions(given).map(({ key }) => key));
  const answers = Object.fromEntries(Object.entries(given).filter(([key]) => due.has(key as never))) as Answers;
  const written = writePlace(folder, program, { answers, keys, before, today });
  linkSettings(folder, program);
  const { service = "none", proxy = "none" } = answers;
  console.log(`\n${setUpWords.written(written.map((name) => join(folder, name)).join(", "))}`);
  if (keys.backupIdentity !== undefined) console.log(setUpWords.keepAway(join(folder, identityName)));
  const start = service === "none" && pack !== undefined ? setUpWords.startPack(pack) : undefined;
  console.log(start ?? setUpWords.startBy[service as keyof typeof setUpWords.startBy](folder));
  if (service !== "compose" && proxy !== "none")
    console.log(setUpWords.proxyBy[proxy as keyof typeof setUpWords.proxyBy](folder));
  const inContainer = "docker compose exec site /opt/ariane/ariane check:production";
  console.log(setUpWords.checkBy(service === "compose" ? inContainer : commandOf("check:production")));
  console.log(setUpWords.shown(commandOf("setup", `--show --to ${folder}`)));
}

/** As it is typed where this runs. */
function commandOf(name: string, options = ""): string {
  const words =
    pack === undefined ? [`npm run ${name}`, options && `-- ${options}`] : [`${pack}/ariane ${name}`, options];
  return words.filter(Boolean).join(" ");
}

function show(folder: string): void {
  const file = resolve(folder, ".env");
  if (!existsSync(file)) fail(setUpWords.nothingMade(folder));
  if (!isOwners(file)) fail(setUpWords.notYours(file));
  console.log(showMade(folder));
}
