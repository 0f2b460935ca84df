import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { authSecret, secretKey } from "./bench-site.ts";

/** A command of `scripts/` in a process of its own: how long it took, the most it held. @throws when it is refused */
export async function runCommand(command: "backup" | "restore", words: string[], environment: Record<string, string>) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...words], {
    env: {
      PATH: process.env.PATH,
      AUTH_SECRET: authSecret,
      SECRET_KEY: secretKey,
      BACKUP_KEY: "the passphrase of a benchmark",
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  let peakMb = 0;
  const look = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), 200);
  const [code] = await ended;
  clearInterval(look);
  if (code !== 0) throw new Error(`npm run ${command} ended with ${code}.`);
  return { seconds: (performance.now() - startedAt) / 1000, peakMb };
}

/** In megabytes; 0 once it is gone. Linux only. */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
