import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Bench } from "../benchmark.ts";
import { endProcess } from "./processes.ts";

/** What a visitor keeps of an answer with tokens. */
export type Session = { access_token: string; refresh_token: string };

export type Calls = { callsEach: number } & (
  | {
      what: "health" | "getUser" | "refresh";
      /** Of the site. */
      url: string;
      publishableKey: string;
      /** One for each connection. */
      sessions: Session[];
    }
  /** Of one row of a table `bench_rows`, through `pg` alone. */
  | { what: "commit"; connectionString: string; connections: number }
);

export type Waits = {
  /** Milliseconds, of each call. */
  durations: number[];
  /** As the calls left them. */
  sessions: Session[];
};

/** Starts the process that makes the calls: what it costs to ask is no part of the process that counts. */
export function startCallers(bench: Bench): (calls: Calls) => Promise<Waits> {
  const child = fork(fileURLToPath(new URL("call-in-parallel.ts", import.meta.url)));
  bench.atEnd(() => endProcess(child));

  return async (calls) => {
    const answered = new AbortController();
    const { signal } = answered;
    const waits = Promise.race([once(child, "message", { signal }), once(child, "exit", { signal })]);
    child.send(calls);
    const [found] = (await waits) as [Waits];
    answered.abort();
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error("The process that makes the calls ended: see above.");
    }
    return found;
  };
}
