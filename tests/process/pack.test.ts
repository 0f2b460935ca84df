import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { believableConfig } from "#tests/support/believable-config.ts";
import { isFull } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { testAuthSecret } from "#tests/support/global-setup.ts";
import { send } from "#tests/support/http-client.ts";
import { createTestInstance } from "#tests/support/test-instance.ts";

/** The only programs of the machine that a pack may use; npm and Node are not among them. */
const tools = ["sh", "uname", "dirname", "readlink", "tar", "gzip"];

let folder: string;
let pack: string;

// What goes into a pack is tried in every run: see build/pack/contents.test.ts.
describe.runIf(isFull)("A pack on a machine without npm", { timeout: 300_000 }, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pack-"));
    makePack();
    pack = unpack();
    mkdirSync(join(folder, "bin"));
    for (const tool of tools)
      symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), join(folder, "bin", tool));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is the same bytes when it is made again, as its checksums say", () => {
    const sums = readFileSync("dist/SHA256SUMS", "utf8");
    for (const line of sums.trim().split("\n")) {
      const [sum, file = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join("dist", file)))
          .digest("hex"),
      ).toBe(sum);
    }
    makePack();
    expect(readFileSync("dist/SHA256SUMS", "utf8")).toBe(sums);
    console.log("S-27: made twice, same bytes");
  });

  test("starts as a demonstration, and its doctor asks the server", async () => {
    const port = await findFreePort();
    const environment = { PORT: String(port), DATA_DIR: join(folder, "data") };
    await start(environment);

    expect((await send(port, "GET", "/readyz")).status).toBe(200);
    expect((await send(port, "GET", "/")).text).toContain("Ariane");
    expect((await send(port, "GET", "/demo")).status).toBe(200);
    // The addresses of the demonstration are examples.
    const { status, output } = await ask(["doctor", "--json"], environment);
    expect([status, JSON.parse(output).findings]).toEqual([
      1,
      expect.arrayContaining([expect.objectContaining({ id: "example-contact", severity: "error" })]),
    ]);
  });

  test("is backed up while it runs, and restored where nothing is", async () => {
    const port = String(await findFreePort());
    // A backup is restored without a question where its site's secret is.
    const secrets = { BACKUP_KEY: "a passphrase of the owner", AUTH_SECRET: testAuthSecret };
    const environment = { PORT: port, DATA_DIR: join(folder, "kept"), ...secrets };
    const place = { ...environment, DATA_DIR: join(folder, "restored") };
    const file = join(folder, "site.backup.age");
    await start(environment);

    expect(await ask(["backup", file], environment)).toEqual({
      status: 0,
      output: expect.stringMatching(/\d+ rows, .* read again\. It is encrypted\./),
    });
    expect((await ask(["restore", file], { ...place, BACKUP_KEY: "another" })).status).toBe(1);
    expect((await ask(["restore", file], place)).status).toBe(0);
    expect(await ask(["restore", file], place)).toEqual({ status: 1, output: expect.stringContaining("not empty") });
  });

  test("starts in production, makes an administrator and reads its deliveries", async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const port = await findFreePort();
    const siteConfig = join(folder, "site.config.ts");
    writeFileSync(siteConfig, `export default ${JSON.stringify(believableConfig)};`);
    const environment = {
      NODE_ENV: "production",
      PORT: String(port),
      SITE_URL: "https://site.exemple.example",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "Site <site@exemple.example>",
      SITE_CONFIG: siteConfig,
      AUTH_SECRET: testAuthSecret,
      DATA_DIR: instance.settings.dataDir,
      ...(instance.settings.databaseUrl && { DATABASE_URL: instance.settings.databaseUrl }),
    };
    await start(environment);

    expect((await send(port, "GET", "/readyz")).status).toBe(200);
    expect((await send(port, "GET", "/inscription-secretariat")).status).toBe(200);
    expect((await send(port, "GET", "/demo")).status).toBe(404);
    expect(await ask(["admin", "create", "chef@exemple.example"], environment, "un-mot-de-passe-de-chef\n")).toEqual({
      status: 0,
      output: expect.stringContaining("chef@exemple.example is an administrator"),
    });
    expect((await ask(["deliveries"], environment)).status).toBe(0);
    const { findings } = JSON.parse((await ask(["doctor", "--json"], environment)).output) as Report;
    expect(findings.flatMap(({ id, severity }) => (severity === "error" ? [id] : []))).toEqual(["no-backup"]);
  });

  test("is updated to a good pack, comes back by itself from a bad one, and is taken back by hand", async () => {
    const shelf = join(folder, "opt");
    mkdirSync(shelf);
    cpSync(pack, join(shelf, "ariane-before"), { recursive: true, verbatimSymlinks: true });
    const link = join(shelf, "ariane");
    symlinkSync(join(shelf, "ariane-before"), link);
    const environment = {
      PORT: String(await findFreePort()),
      DATA_DIR: join(folder, "updated"),
      AUTH_SECRET: testAuthSecret,
    };
    const type = (...words: string[]) => ask(words, environment, "", join(link, "ariane"));
    const versionOf = async () => (await type("--version")).output.trim().split(" ")[0];
    const before = await versionOf();

    const good = packAs("99.0.0", () => {});
    expect(await type("update", good)).toEqual({ status: 0, output: expect.stringContaining("99.0.0") });
    expect(await versionOf()).toBe("99.0.0");

    const bad = packAs("99.0.1", (top) => writeFileSync(join(top, "server/main.ts"), "process.exit(1);"));
    const refused = await type("update", bad);
    expect(refused).toEqual({
      status: 1,
      output: expect.stringMatching(/99\.0\.1 .*did not start: .* is back, and ready/),
    });
    expect(await versionOf()).toBe("99.0.0");
    // Of the first one, nothing was there yet.
    const backups = readdirSync(join(folder, "updated")).filter((name) => name.startsWith("before-update-of-"));
    expect(backups).toEqual([expect.stringMatching(/^before-update-of-99\.0\.0-/)]);

    expect((await type("rollback")).status).toBe(0);
    expect(await versionOf()).toBe(before);
  });

  test("says in sentences what its configuration lacks", async () => {
    const { status, output } = await ask(["start"], { NODE_ENV: "production", DATA_DIR: join(folder, "none") });
    expect(status).toBe(1);
    expect(output).toMatch(/^- SITE_URL is missing/m);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

function makePack(): void {
  execFileSync(process.execPath, ["scripts/pack.ts"], { stdio: "pipe" });
}

type Report = { findings: { id: string; severity: string }[] };

/** Away from the project, so that nothing of its packages is found above. */
function unpack(): string {
  const archive = readdirSync("dist").find((file) => file.endsWith(".tar.gz")) ?? "";
  execFileSync("tar", ["-xzf", join("dist", archive), "-C", folder]);
  return join(folder, archive.replace(".tar.gz", ""));
}

/** The pack as another version, changed. @returns its archive */
function packAs(version: string, change: (top: string) => void): string {
  const top = join(folder, `ariane-${version}`);
  cpSync(pack, top, { recursive: true, verbatimSymlinks: true });
  const manifest = readFileSync(join(top, "package.json"), "utf8");
  writeFileSync(join(top, "package.json"), manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  const launcher = readFileSync(join(top, "ariane"), "utf8");
  writeFileSync(join(top, "ariane"), launcher.replace(/(--version\) echo ")\S+/, `$1${version}`));
  change(top);
  execFileSync("tar", ["-czf", `${top}.tar.gz`, "-C", folder, `ariane-${version}`]);
  rmSync(top, { recursive: true });
  return `${top}.tar.gz`;
}

function launch(args: string[], environment: Record<string, string>, program = join(pack, "ariane")) {
  return spawn(program, args, {
    cwd: folder,
    env: { PATH: join(folder, "bin"), ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

type Launched = ReturnType<typeof launch>;

/** Until the test is over. @throws with what it said, when it ends instead */
async function start(environment: Record<string, string>): Promise<void> {
  const server = launch(["start"], environment);
  const ended = once(server, "close");
  onTestFinished(async () => {
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
  const said = collect(server);
  await expect.poll(() => server.exitCode !== null || said().includes("Ready in"), { timeout: 120_000 }).toBe(true);
  if (server.exitCode !== null) throw new Error(`It did not start:\n${said()}`);
}

async function ask(args: string[], environment: Record<string, string>, input = "", program?: string) {
  const command = launch(args, environment, program);
  const said = collect(command);
  command.stdin.end(input);
  const [status] = (await once(command, "close")) as [number | null];
  return { status, output: said() };
}

function collect({ stdout, stderr }: Launched): () => string {
  let output = "";
  for (const stream of [stdout, stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return () => output;
}
