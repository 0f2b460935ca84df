import { spawn } from "node:child_process";
import { once } from "node:events";

import { startFile, startOptions, startVariables } from "#server/start-options.ts";
import { testAuthSecret } from "#tests/support/global-setup.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";
import type { TestInstance } from "#tests/support/test-instance.ts";

export type SiteProcess = {
  port: number;
  pid: number;
  /** Everything it wrote so far, on both outputs. */
  output(): string;
  /** How it ended: its exit code, or null when it was killed. */
  ended: Promise<number | null>;
  /** Asks it to stop, as Ctrl-C and a supervisor do. */
  terminate(): void;
  /** Ends the whole group at once, as a power button does. */
  kill(): Promise<void>;
};

export const administrator = { email: "chef@exemple.example", password: "un-mot-de-passe-de-chef" };

/**
 * `node server/main.ts` as the leader of a group of its own, on this instance.
 *
 * @param flags of Node, beside those of `npm start`: none where it is measured
 */
export function startProcess(
  instance: TestInstance,
  environment: Record<string, string>,
  flags = shortLivedFlags,
): SiteProcess {
  const { databaseUrl, dataDir } = instance.settings;
  // Memory is bounded by the options of `npm start`, so a test that measures it needs the same.
  const child = spawn(process.execPath, [...flags, ...startOptions, startFile], {
    detached: true,
    env: {
      PATH: process.env.PATH ?? "",
      ...startVariables,
      AUTH_SECRET: testAuthSecret,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close").then(([code]) => code as number | null);

  return {
    port: Number(environment.PORT),
    pid,
    output: () => output,
    ended,
    terminate: () => void child.kill("SIGTERM"),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, "SIGKILL");
      await ended;
    },
  };
}

/** @throws with what it said, when it ends instead */
export async function startSite(...given: Parameters<typeof startProcess>): Promise<SiteProcess> {
  const site = startProcess(...given);
  const isReady = () => site.output().includes("Ready in");
  let isOver = false;
  void site.ended.then(() => (isOver = true));
  while (!isReady()) {
    if (isOver) throw new Error(`The site did not start:\n${site.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return site;
}
