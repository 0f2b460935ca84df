// Proofs that need more than one machine's programs, one line each: node bench/cluster/run.ts failover
// `npm run prove` runs them; see docs/runbook.md, « Several machines ».
import { openBench } from "../benchmark.ts";
import { findMissingPackages, type ProgramName } from "../support/programs.ts";
import { proveClockJumps } from "./clock-jumps.ts";
import { proveFullDisk } from "./full-disk.ts";
import { proveHeldTables } from "./held-tables.ts";
import { proveOverload } from "./overload.ts";
import { proveFailover } from "./failover.ts";
import { proveOutages } from "./outages.ts";
import { proveRollingRestart } from "./rolling-restart.ts";
import { proveStarved } from "./starved.ts";
import type { ClusterProof } from "./cluster-proof.ts";

const pair: ProgramName[] = ["postgres", "initdb", "pg_basebackup", "pgbouncer", "haproxy"];

const one: ProgramName[] = ["postgres", "initdb"];

const proofs: Record<string, { needs: ProgramName[]; prove: ClusterProof }> = {
  failover: { needs: pair, prove: proveFailover },
  "R-12": { needs: [], prove: proveFullDisk },
  "R-13": { needs: [...one, "faketime"], prove: proveClockJumps },
  "R-14": { needs: one, prove: proveOverload },
  outages: { needs: one, prove: proveOutages },
  "held-tables": { needs: [...one, "haproxy", "nginx"], prove: proveHeldTables },
  starved: { needs: [], prove: proveStarved },
  rolling: { needs: pair, prove: proveRollingRestart },
};

const [name = "", engine = "postgres"] = process.argv.slice(2);
const proof = proofs[name];
if (!proof) {
  console.error(`There is no proof ${name}: choose among ${Object.keys(proofs).join(", ")}.`);
  process.exit(2);
}
const missing = findMissingPackages(engine === "embedded" ? [] : proof.needs);
if (missing.length > 0) {
  console.error(`Not proved, programs are missing: apt install ${missing.join(" ")}`);
  process.exit(2);
}

const bench = openBench(false);
for (const end of ["SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection"]) {
  process.once(end, (cause: unknown) => {
    if (cause instanceof Error) console.error(cause);
    void bench.end().then(() => process.exit(1));
  });
}
let code = 0;
try {
  const { figures, faults } = await proof.prove(bench, engine === "embedded" ? "embedded" : "postgres");
  console.log(`${name}: ${figures}`);
  for (const fault of faults) console.error(`BROKEN: ${fault}`);
  code = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  code = 1;
} finally {
  await bench.end();
}
process.exit(code);
