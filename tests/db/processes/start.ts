import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { SqlFolders } from "#engine/db/migration-files.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";

export type Errand = {
  settings: { databaseUrl?: string; dataDir?: string };
  folders: SqlFolders;
  job: "hold" | "write";
  firstNumber?: number;
};

export type Runner = {
  pid: number;
  /** What it said so far, line by line. */
  lines: string[];
  /** Resolves when it says this line; rejects when it ends without. */
  says(line: string): Promise<void>;
  /** Its exit code and last words, when it has ended. */
  ended: Promise<{ code: number | null; complaint: string }>;
  kill(): Promise<void>;
  /** Asks it to stop, as Ctrl-D does. */
  stop(): Promise<void>;
};

const script = fileURLToPath(new URL("./open.ts", import.meta.url));

export function startRunner(errand: Errand): Runner {
  const child = spawn(process.execPath, [...shortLivedFlags, script, JSON.stringify(errand)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const ended = watchEnd(child);
  let rest = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const look of listeners) look();
  });

  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    async says(line) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => void (lines.includes(line) && resolve());
      listeners.add(look);
      look();
      const tooEarly = ended.then(({ complaint }) => {
        if (!lines.includes(line)) throw new Error(`It ended without saying "${line}": ${complaint}`);
      });
      await Promise.race([promise, tooEarly]).finally(() => listeners.delete(look));
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function watchEnd(child: ChildProcess): Promise<{ code: number | null; complaint: string }> {
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, complaint };
}
