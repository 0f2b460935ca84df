import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import type { Bench } from "../benchmark.ts";

/** Started for one benchmark and ended with it, by SIGTERM unless told otherwise. */
export function startProcess(
  bench: Bench,
  program: string,
  options: string[],
  { endSignal = "SIGTERM", ...spawnOptions }: SpawnOptions & { endSignal?: NodeJS.Signals } = {},
): { hasEnded(): boolean; complaints(): string } {
  const child = spawn(program, options, { ...spawnOptions, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints = (complaints + text).slice(-4000)));
  bench.atEnd(() => endProcess(child, endSignal));
  return { hasEnded: () => child.exitCode !== null || child.signalCode !== null, complaints: () => complaints };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Runs a program to its end. @returns what it printed, both streams together */
export async function runProgram(program: string, options: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, options, { maxBuffer: 16 * 1024 * 1024 });
  return `${stdout}\n${stderr}`;
}
