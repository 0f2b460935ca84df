import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import type { Bench } from "../benchmark.ts";

export type RunningProgram = {
  pid: number | undefined;
  hasEnded(): boolean;
  /** The last that it wrote to its standard error. */
  complaints(): string;
  signal(signal: NodeJS.Signals): void;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Started for one benchmark and ended with it, by SIGTERM unless told otherwise. */
export function startProcess(
  bench: Bench,
  program: string,
  options: string[],
  { endSignal = "SIGTERM", ...spawnOptions }: SpawnOptions & { endSignal?: NodeJS.Signals } = {},
): RunningProgram {
  const child = spawn(program, options, { ...spawnOptions, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints = (complaints + text).slice(-4000)));
  bench.atEnd(() => endProcess(child, endSignal));
  return {
    pid: child.pid,
    hasEnded: () => hasEnded(child),
    complaints: () => complaints,
    signal: (signal) => void child.kill(signal),
    end: (signal) => endProcess(child, signal),
  };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Runs a program to its end. @returns what it printed, both streams together */
export async function runProgram(program: string, options: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, options, { maxBuffer: 16 * 1024 * 1024 });
  return `${stdout}\n${stderr}`;
}
