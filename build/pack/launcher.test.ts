import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { listCommands, type Manifest, writeLauncher } from "./launcher.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** Instead of Node: says what it was asked, where, and what it was given. */
const echoingNode = `#!/bin/sh
[ "$1" = --version ] || echo "$PWD: $*; $MALLOC_ARENA_MAX $NODE_COMPILE_CACHE $INIT_CWD"
[ -z "$SAYS_LINK" ] || echo "$ARIANE_LINK"
`;

let folder: string;
let pack: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pack é "));
  pack = join(folder, "ariane-1");
  mkdirSync(join(pack, "bin"), { recursive: true });
  writeProgram(join(pack, "bin/node"), echoingNode);
  writeProgram(join(pack, "ariane"), writeLauncher(manifest));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeProgram(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function run(args: string[], { program = join(pack, "ariane"), ...environment }: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", ...environment },
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

describe("The launcher of a pack", () => {
  test("starts the server as npm start does, from whatever folder and by whatever link", () => {
    const link = join(folder, "site");
    symlinkSync("ariane-1/ariane", link);
    const script = "--max-semi-space-size=8 --max-old-space-size=256 server/main.ts";
    const said = `${pack}: ${script}; 2 node_modules/.cache/compiled ${folder}`;

    expect(run(["start"])).toEqual({ status: 0, stdout: said, stderr: "" });
    expect(run(["start"], { program: link }).stdout).toBe(said);
  });

  test("tells a command by which link it was started", () => {
    const link = join(folder, "ariane");
    symlinkSync("ariane-1", link);
    const said = run(["doctor"], { program: join(link, "ariane"), SAYS_LINK: "yes" }).stdout;
    expect(said.split("\n").at(-1)).toBe(link);
  });

  test("says its version and commit", () => {
    expect(run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+( [0-9a-f]{12})?$/);
  });

  test("leaves what a service unit sets as it is", () => {
    const given = { MALLOC_ARENA_MAX: "4", NODE_COMPILE_CACHE: "/var/cache/ariane" };
    expect(run(["start"], given).stdout).toContain("; 4 /var/cache/ariane ");
  });

  test("hands arguments over as they are", () => {
    expect(run(["admin", "create", "a b@exemple.example"]).stdout).toContain(
      ": scripts/admin.ts create a b@exemple.example;",
    );
  });

  test("knows each command of an operator that npm knows", () => {
    expect(Object.keys(listCommands(manifest))).toEqual(expect.arrayContaining(["doctor", "admin", "deliveries"]));
    for (const [name, command] of Object.entries(listCommands(manifest)))
      expect(run([name]).stdout).toContain(`: ${command.replace("node ", "")};`);
  });

  test.each([[[]], [["stat"]], [["--help"]]])("says what it can do when it is asked %j", (args) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Usage: \.\/ariane start\|setup\|doctor\|.* \[ARGUMENT…\]$/);
  });

  test.each([
    ["Linux", "riscv64"],
    ["FreeBSD", "amd64"],
  ])("says in one sentence that it is not for %s %s", (system, machine) => {
    const tools = join(folder, "tools");
    mkdirSync(tools);
    writeProgram(join(tools, "uname"), `#!/bin/sh\n[ "$1" = -s ] && echo ${system} || echo ${machine}\n`);

    const { status, stdout, stderr } = run(["start"], { PATH: `${tools}:/usr/bin:/bin` });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(new RegExp(`^This pack is for .*, and this machine is ${system} ${machine}: [^\\n]*\\.$`));
  });

  test("says in one sentence that its Node needs another C library", () => {
    writeProgram(join(pack, "bin/node"), "#!/lib64/ld-of-another-system.so\n");

    const { status, stdout, stderr } = run(["start"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The Node of this pack does not run here: it needs glibc [^\n]*\.$/);
  });
});
