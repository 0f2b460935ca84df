import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { startOptions, startVariables } from "#server/start-options.ts";

test("Scripts of package.json hold nothing that one shell alone knows", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const odd = Object.entries(scripts).filter(([, line]) => /['$`;|<>()]|(?<!&)&(?!&)|^\w+=|\bexec\b/.test(line));
  expect(odd).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "npm start becomes the server: the same process, with its options, and variables that are not set already",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "start-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // Before the server's first line: says what it was started with, and ends it.
    const says = join(folder, "says.cjs");
    writeFileSync(
      says,
      `if (process.argv[1].endsWith("main.ts")) {
         const { pid, execArgv, env } = process;
         console.log(JSON.stringify({ pid, execArgv, arenas: env.MALLOC_ARENA_MAX, cache: env.NODE_COMPILE_CACHE }));
         process.exit(0);
       } else console.log(process.pid);`,
    );
    const environment = { PATH: process.env.PATH, NODE_OPTIONS: `--require=${says}`, MALLOC_ARENA_MAX: "4" };
    const said = execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/start.ts"], {
      env: environment,
      encoding: "utf8",
    });
    const [pid, server] = said.trim().split("\n");
    expect(JSON.parse(server ?? "")).toEqual({
      pid: Number(pid),
      execArgv: [...startOptions],
      arenas: "4",
      cache: startVariables.NODE_COMPILE_CACHE,
    });
  },
);
