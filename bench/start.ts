import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, type Benchmark, makeFolder } from "./benchmark.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { median } from "./support/alternate.ts";
import { endProcess } from "./support/processes.ts";

/** Not copied: what installing, building and running leaves. */
const leftovers = ["node_modules", "dist", "data", ".git", ".env"];

/** From the sources to "Ready", as on a first try of the site, with the embedded database. */
export const start: Benchmark = {
  title: "Building and starting",
  needs: [],

  async measure(bench) {
    const folder = copySources(bench);
    const buildSeconds = await timeBuild(folder);
    const environment = { PORT: String(await findFreePort()), LOG_LEVEL: "warn" };
    const firstSeconds = await timeStart(bench, folder, environment);
    const seconds: number[] = [];
    for (let turn = 0; turn < (bench.isQuick ? 1 : 5); turn += 1)
      seconds.push(await timeStart(bench, folder, environment));
    return describe(buildSeconds, firstSeconds, seconds);
  },
};

function describe(buildSeconds: number, firstSeconds: number, seconds: number[]): Figure[] {
  const notes = [
    `The first npm start, built, with an empty database: ${firstSeconds.toFixed(1)} s. Later ones: ${seconds.map((each) => each.toFixed(1)).join(", ")} s.`,
  ];
  return [
    limitFigure("first build", "s", buildSeconds, 20),
    { ...limitFigure("second npm start, until ready", "s", median(seconds), 5), notes },
  ];
}

/** Building removes the former build: it happens beside the one that may be in use. */
function copySources(bench: Bench): string {
  const root = resolve(".");
  const folder = join(makeFolder(bench), "site");
  mkdirSync(folder);
  const isWanted = (source: string) => !leftovers.includes(relative(root, source));
  cpSync(root, folder, { recursive: true, filter: isWanted });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (!existsSync(join(root, "node_modules/.installed"))) throw new Error("Start this with npm: npm run bench start.");
  return folder;
}

async function timeBuild(folder: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/build.ts"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error("The site could not be built.");
  return (performance.now() - startedAt) / 1000;
}

/** Starts the site as its README says, and stops it. */
async function timeStart(bench: Bench, folder: string, environment: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { HOME: process.env.HOME, PATH: pathWithoutPackages(), ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  bench.atEnd(() => endProcess(child));
  if (!(await waitForReady(child))) throw new Error("The site did not start.");
  const seconds = (performance.now() - startedAt) / 1000;
  await endProcess(child);
  return seconds;
}

async function waitForReady(child: ChildProcess): Promise<boolean> {
  if (!child.stdout) return false;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("Ready in")) return true;
  }
  return false;
}

/** `npm run bench` put the packages' programs, Node 24 among them, before those of the machine. */
function pathWithoutPackages(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !folder.includes("node_modules")).join(delimiter);
}
