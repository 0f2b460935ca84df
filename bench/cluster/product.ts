import { spawn } from "node:child_process";
import { once } from "node:events";

import { findFreePort } from "#tests/support/free-port.ts";
import { readStartEnvironment } from "#tests/support/start-environment.ts";

import { type Bench, makeFolder } from "../benchmark.ts";

export const publishableKey = "sb_publishable_of_the_machines";
export const secretKey = "sb_secret_of_the_machines";
export const administrator = { email: "chef@exemple.example", password: "un-mot-de-passe-de-chef" };

export type Product = {
  port: number;
  url: string;
  pid: number;
  /** Everything it wrote so far. */
  output: () => string;
  /** SIGTERM, and how long it took to end, in milliseconds. @throws unless it ended with 0 */
  stop(): Promise<number>;
  kill(): Promise<void>;
  /** Its resident memory, in megabytes. */
  memory(): Promise<number>;
};

export type ProductOptions = {
  environment: Record<string, string>;
  port?: number;
  /** Of another version of the program. */
  root?: string;
  /** A program that starts Node, with its options. */
  command?: string[];
};

/** The built site as its own process, as `npm start` runs it; ended with the benchmark. */
export async function startProduct(
  bench: Bench,
  { environment, port: wanted, root, command = [] }: ProductOptions,
): Promise<Product> {
  const port = wanted ?? (await findFreePort());
  const [program, ...options] = [...command, process.execPath, "server/main.ts"];
  const child = spawn(program, options, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...readStartEnvironment(),
      AUTH_SECRET: "a-secret-of-two-machines-0123456789abcdef",
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TRUSTED_PROXY: "127.0.0.1",
      LOG_LEVEL: "info",
      DATA_DIR: makeFolder(bench),
      PORT: String(port),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = async () => {
    if (!hasEnded()) child.kill("SIGKILL");
    await ended;
  };
  bench.atEnd(kill);
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => output.includes("Ready in") && resolve());
    void ended.then(() => reject(new Error(`The site did not start:\n${output}`)));
  });
  await isReady;

  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    pid: child.pid ?? 0,
    output: () => output,
    kill,
    async stop() {
      const startedAt = performance.now();
      child.kill("SIGTERM");
      const code = await ended;
      if (code !== 0) throw new Error(`A stop ended with ${code}:\n${output.slice(-2000)}`);
      return performance.now() - startedAt;
    },
    async memory() {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${secretKey}` } });
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1]) / 1_000_000;
    },
  };
}

/** What a process said of requests that it could not serve, by its log. */
export function findTroubles(output: string): string[] {
  return output.split("\n").flatMap((line) => {
    if (!/"msg":"(?:the database cannot serve|a request failed|the rest service failed)/.test(line)) return [];
    const { detail, reason, err, msg } = JSON.parse(line) as Record<"detail" | "reason" | "msg", string | undefined> & {
      err?: { message: string };
    };
    return [detail ?? reason ?? err?.message ?? msg ?? line];
  });
}
