import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { setUpQuestions } from "#content/set-up.ts";
import { readSettings } from "#server/settings/settings.ts";

import { writeVariables } from "./env-file.ts";
import { askMissing } from "./guide.ts";
import { makeKeys } from "./keys.ts";
import { readPlace, writePlace } from "./place.ts";
import { type Answers, questions } from "./questions.ts";
import { readAnswers } from "./read-answers.ts";
import { answersSchema } from "./schema.ts";
import { showMade } from "./show.ts";

/** All that has no suggestion, of a made-up company. */
const answers = {
  siteUrl: "https://www.zeta.fr",
  smtpUrl: "smtps://zeta:p%40ss@smtp.zeta.fr",
  mailProcessorName: "Poste Zeta",
  company: "L’Atelier d'Anne & Cie",
  capitalEuros: 1000,
  registeredOffice: "1 rue du Test, 69001 Lyon",
  siren: "123 456 782",
  registry: "RCS Lyon",
  publicationDirector: "Anne Zeta",
  contactPhone: "01 42 00 00 00",
  hostName: "Hébergeur Zeta",
  hostAddress: "2 rue des Baies, 67000 Strasbourg",
  hostPhone: "03 88 00 00 00",
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "set-up-"))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

type Said = { code: number; said: string; complained: string };

function run(words: string[], typed = "", environment: Record<string, string> = {}): Promise<Said> {
  return new Promise((resolve) => {
    const command = execFile(
      process.execPath,
      ["scripts/setup.ts", ...words],
      { env: { PATH: process.env.PATH, ...environment } },
      (error, said, complained) => resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
    command.stdin?.end(typed);
  });
}

/** As the command does with a file of answers. @returns what is wrong with them */
async function setUp(given: object): Promise<string[]> {
  const before = readPlace(place());
  const keys = await makeKeys(before.variables);
  const surroundings = { keys, folder: place(), config: before.config, today: "2026-11-28" };
  const { answers: read, problems } = readAnswers({ ...given }, before.answers, surroundings);
  if (problems.length === 0) writePlace(place(), process.cwd(), { answers: read, keys, before, today: "2026-11-28" });
  return problems;
}

const place = () => join(folder, "etc");
const variables = () => parseEnv(readFileSync(join(place(), ".env"), "utf8"));
const readConfig = () => JSON.parse(readFileSync(join(place(), "site.config.json"), "utf8"));

test("Answers of a file make a place that a start takes, secrets closed to others", async () => {
  expect(await setUp({ ...answers, brandName: "L'Accueil" })).toEqual([]);

  expect(readdirSync(place()).toSorted()).toEqual(
    [".env", "Caddyfile", "age-identity.txt", "ariane.service", "site.config.json"].toSorted(),
  );
  for (const name of [".env", "age-identity.txt"]) expect(statSync(join(place(), name)).mode & 0o777).toBe(0o600);
  const environment = variables();
  const settings = readSettings({ environment, config: readConfig(), demoSecret: () => "" });
  expect(settings).toMatchObject({ mode: "production", firstAdmin: { email: "bonjour@zeta.fr" } });
  expect(settings.site).toMatchObject({ brand: "L'Accueil", origin: "https://www.zeta.fr" });
  expect(settings.administratorSecondFactor).toBe("required");
  expect(readConfig().legal).toMatchObject({ company: "L’Atelier d'Anne & Cie", vatNumber: "FR11123456782" });
  expect(readFileSync(join(place(), "Caddyfile"), "utf8")).toContain("\nwww.zeta.fr {");
  const unit = readFileSync(join(place(), "ariane.service"), "utf8");
  expect(unit).toContain(`EnvironmentFile=${join(place(), ".env")}`);
});

test("The key that opens backups is beside, and the site is given the one that closes", async () => {
  await setUp(answers);
  const { identityToRecipient } = await import("age-encryption");
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(join(place(), "age-identity.txt"), "utf8"))?.[0] ?? "";
  expect(await identityToRecipient(identity)).toBe(variables().BACKUP_KEY);
});

test("Given again, it changes the answer, and keeps keys, comments, and what the owner added", async () => {
  await setUp(answers);
  const before = variables();
  const env = join(place(), ".env");
  writeFileSync(env, `# ours\nLOG_LEVEL=warn\n${readFileSync(env, "utf8")}`);
  const config = readConfig();
  writeFileSync(join(place(), "site.config.json"), JSON.stringify({ ...config, customerPortal: "https://a.fr" }));

  const changes = { contactPhone: "01 43 00 00 00", webhookLeadUrl: "https://hooks.zeta.fr/a" };
  expect(await setUp(changes)).toEqual([expect.stringContaining("automationProcessorName")]);
  expect(await setUp({ ...changes, automationProcessorName: "Zeta" })).toEqual([]);
  expect(readFileSync(env, "utf8")).toMatch(/^# ours\nLOG_LEVEL=warn\n/);
  expect(readConfig()).toMatchObject({ customerPortal: "https://a.fr", contact: { phone: "01 43 00 00 00" } });
  const { WEBHOOK_SECRET: made, WEBHOOK_LEAD_URL: url, ...kept } = { ...variables() };
  expect([made?.slice(0, 6), url]).toEqual(["whsec_", "https://hooks.zeta.fr/a"]);
  expect(kept).toEqual({ ...before, LOG_LEVEL: "warn" });

  await setUp({ webhookLeadUrl: "" });
  expect(variables().WEBHOOK_LEAD_URL).toBeUndefined();
});

test("A configuration that the owner keeps elsewhere is left to them", async () => {
  await setUp(answers);
  const env = join(place(), ".env");
  const text = readFileSync(env, "utf8").replace(/^SITE_CONFIG=.*$/m, "SITE_CONFIG=/etc/own.config.ts");
  writeFileSync(env, text);
  await expect(setUp({ brandName: "Autre" })).rejects.toThrow("/etc/own.config.ts");
  expect(readFileSync(env, "utf8")).toBe(text);
});

describe("A wrong answer is one sentence, and nothing is written", () => {
  test.each<[object, string]>([
    [{ siteUrl: "http://www.zeta.fr" }, "siteUrl"],
    [{ siteUrl: "https://www.zeta.fr/site" }, "siteUrl"],
    [{ siteUrl: undefined }, "siteUrl"],
    [{ smtpUrl: "smtp://" }, "smtpUrl"],
    [{ mailFrom: "nobody" }, "mailFrom"],
    [{ siren: "123 456 789" }, "siren"],
    [{ vatNumber: "FR 00 123456782" }, "vatNumber"],
    [{ contactPhone: "01 99 00 24 24" }, "contactPhone"],
    [{ mailProcessorCountry: "US" }, "mailProcessorGuarantee"],
    [{ databaseUrl: "mysql://a" }, "databaseUrl"],
    [{ dataDir: "data" }, "dataDir"],
    [{ service: "docker" }, "service"],
    [{ port: "99999" }, "port"],
    [{ googleClientId: "a.apps.googleusercontent.com" }, "googleClientSecret"],
    [{ webhookLeadUrl: "http://hooks.zeta.fr", automationProcessorName: "Z" }, "webhookLeadUrl"],
    [{ paymentLinksFile: "/none.json" }, "paymentLinksFile"],
    [{ adminEmail: "moi" }, "adminEmail"],
    [{ brandName: "a".repeat(41) }, "brandName"],
    [{ hostPhone: "01\n02" }, "hostPhone"],
    [{ brandName: `L'"Accueil"` }, "brandName"],
    [{ company: 5 }, "company"],
    [{ compnay: "Zeta" }, "compnay"],
  ])("%j", async (wrong, key) => {
    const problems = await setUp({ ...answers, ...wrong });
    expect(problems.filter((line) => line.startsWith(key))).toHaveLength(1);
    expect(existsSync(place())).toBe(false);
  });
});

test("The schema of the answers fits those that are taken, and names each question", () => {
  const schema = answersSchema();
  expect(Object.keys(schema.properties)).toEqual(questions.map(({ key }) => key));
  const validate = new Ajv2020({ strict: true }).compile(schema);
  expect([validate(answers), validate.errors]).toEqual([true, null]);
  expect(validate({ ...answers, capitalEuros: "1000" })).toBe(false);
});

test("What was made is shown to its owner: keys, first password, and what opens backups", async () => {
  await setUp(answers);
  const { ADMIN_PASSWORD, SECRET_KEY } = variables();
  const shown = showMade(place());
  for (const made of [ADMIN_PASSWORD, SECRET_KEY, "AGE-SECRET-KEY-"]) expect(shown).toContain(made);
});

test("At a terminal each answer is asked for until it is good, and what follows from others is proposed", async () => {
  const typed: Answers = { ...answers, capitalEuros: "1000", service: "none", proxy: "none", brandName: "Zeta" };
  const wrong: Answers = { siteUrl: "http://zeta.fr", siren: "1" };
  const surroundings = { keys: await makeKeys({}), folder: place(), config: undefined, today: "2026-11-28" };
  const asked: string[] = [];
  vi.spyOn(console, "log").mockImplementation(() => {});
  const given = await askMissing({}, surroundings, (question) => {
    const key = questions.find((each) => question.startsWith(`  ${setUpQuestions[each.key].ask}`))?.key ?? "siteUrl";
    const isFirst = !asked.includes(key);
    asked.push(key);
    return Promise.resolve((isFirst ? wrong[key] : undefined) ?? typed[key] ?? "");
  });
  expect(given).toMatchObject({
    ...typed,
    mailFrom: "Zeta <bonjour@zeta.fr>",
    vatNumber: "FR11123456782",
    port: "3000",
  });
  expect(asked.filter((key) => key === "siren")).toHaveLength(2);
  expect(asked).not.toContain("paymentProcessorName");
});

test("The command takes a file, then changes one answer by its number; cut off, it writes nothing", async () => {
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify({ ...answers, service: "none" }));
  const made = await run(["--answers", file, "--to", place()]);
  expect(made).toMatchObject({ code: 0, complained: "", said: expect.stringContaining("npm run check:production") });
  const again = await run(["--to", place()], "99\n2\nAutre nom\n\nplus tard\n");
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining("Ce numéro n’est pas dans la liste.") });
  expect(variables().BRAND_NAME).toBe("Autre nom");

  writeFileSync(file, "[]");
  const [cut, none, usage, inPack] = await Promise.all([
    run(["--to", join(folder, "cut")], "https://www.zeta.fr\n"),
    run(["--answers", file, "--to", join(folder, "cut")]),
    run(["--answer", "x"]),
    run(["--answers", file], "", { ARIANE_LINK: "/opt/ariane" }),
  ]);
  expect([cut.code, none.code, usage.code, existsSync(join(folder, "cut"))]).toEqual([1, 1, 1, false]);
  expect(usage.complained).toMatch(/^Usage: /);
  expect(inPack).toMatchObject({ code: 1, complained: expect.stringContaining("--to /etc/ariane") });
}, 60_000);

test("In containers, places are those of the container, and the database has a password of its own", async () => {
  await setUp({ ...answers, service: "compose" });
  expect(readdirSync(place())).toEqual(expect.arrayContaining(["compose.yaml", "Caddyfile"]));
  const { POSTGRES_PASSWORD: password, ...rest } = variables();
  expect(rest).toMatchObject({
    DATABASE_URL: `postgresql://ariane:${password}@postgres:5432/ariane`,
    SITE_CONFIG: "/etc/ariane/site.config.json",
    HOST: "0.0.0.0",
    TRUSTED_PROXY: "10.89.77.0/24",
  });
  expect(readFileSync(join(place(), "Caddyfile"), "utf8")).toContain("reverse_proxy site:3000");
});

test("Values come out of .env as they went in", () => {
  const values = { A: "a b", B: "l'eau", C: 'un "mot" $é \\', D: "<x@y.fr>", E: "#1", F: "sb_secret_A-b" };
  expect(parseEnv(writeVariables("", values))).toEqual(values);
  expect(writeVariables("X=1\nA=1 # old\n\nA=2\n", { A: "3", X: "" })).toBe("A=3\n\n");
});
