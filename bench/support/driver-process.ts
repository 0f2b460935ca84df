import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { DriverJob, DriverRequest } from "../reference/driver-transactions.ts";
import type { Bench } from "../benchmark.ts";
import type { Slice } from "./alternate.ts";
import { endProcess } from "./processes.ts";

/** Starts the process that runs this transaction through `pg` alone. */
export async function startDriverProcess(bench: Bench, job: DriverJob): Promise<Slice> {
  const file = fileURLToPath(new URL("../reference/driver-transactions.ts", import.meta.url));
  const child = fork(file, [JSON.stringify(job)]);
  bench.atEnd(() => endProcess(child));

  return async (seconds) => {
    const answered = new AbortController();
    const { signal } = answered;
    const rate = Promise.race([once(child, "message", { signal }), once(child, "exit", { signal })]);
    child.send({ seconds } satisfies DriverRequest);
    const [found] = (await rate) as [number];
    answered.abort();
    if (child.exitCode !== null) throw new Error("The driver's process ended: see above.");
    return found;
  };
}
