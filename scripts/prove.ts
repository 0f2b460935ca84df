// The long versions of the tests that break things, before a release: one line per promise, with its figure.
// `npm run prove` runs them all, `npm run prove S-15` one, `npm run prove engines` every
// integration test on both engines.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { engines } from "#tests/selection.ts";

type Proof = {
  promise: string;
  says: string;
  /** A file, or a folder of files. */
  path: string;
  /** Instead of tests: a program that prints the promise with its figures, and what it is proved on. */
  program?: { options: readonly string[]; engine: string };
  /** Of vite.config.ts, where it is not both engines. */
  projects?: readonly string[];
  /** Instead of vite.config.ts, for tests that are not ours. */
  config?: string;
  /** As often as this, in a row. */
  runs?: number;
  /** As `npm test` runs them, where the sizes are proved by other lines. */
  isSample?: boolean;
};

/** Proved by several processes of the product and of Debian's programs: see bench/cluster/run.ts. */
function onMachines(promise: string, says: string, engine = "postgres"): Proof {
  const path = "bench/cluster/run.ts";
  return { promise, says, path, program: { options: [path, promise, engine], engine } };
}

const proofs: Proof[] = [
  {
    promise: "S-15",
    says: "wrong requests are refused, never an error of ours",
    path: "tests/http/bad-requests.test.ts",
  },
  { promise: "S-16", says: "hostile texts find what a bound literal finds", path: "tests/rest/hostile.test.ts" },
  {
    promise: "R-01",
    says: "acknowledged leads survive kill -9, each with its event",
    path: "tests/process/kills.test.ts",
  },
  {
    promise: "R-04",
    says: "a killed database opens again with all it had said yes to",
    path: "tests/db/embedded-folder.test.ts",
    projects: ["embedded"],
  },
  {
    promise: "R-05",
    says: "what was submitted while receivers, mails, payments or the API were down arrives once",
    path: "tests/process/outages.test.ts",
  },
  { promise: "R-09", says: "the same submission twice is one lead", path: "tests/http/repeats.test.ts", runs: 5 },
  { promise: "R-11", says: "a stop answers what is in flight", path: "tests/process/stops.test.ts", runs: 20 },
  {
    promise: "R-14",
    says: "a flood from one refused address at most doubles the wait of others",
    path: "tests/http/floods.test.ts",
  },
  {
    promise: "R-16",
    says: "a backup made while the site is written to comes back whole, on either engine",
    path: "tests/backup/",
    projects: ["postgres"],
  },
  { promise: "R-17", says: "no mail gains a header or a recipient", path: "tests/outbox/mails.test.ts" },
  { promise: "R-18", says: "memory does not grow with what is asked", path: "tests/process/soak.test.ts" },
  { promise: "R-19", says: "a killed migration is finished by the next start", path: "tests/db/migrations.test.ts" },
  {
    promise: "S-01",
    says: "a hosted project grants what ours does",
    path: "tests/policies/hosted.test.ts",
    projects: ["postgres"],
  },
  {
    promise: "S-05",
    says: "nobody but an administrator deletes anything",
    path: "tests/functions/delete-user.test.ts",
  },
  {
    promise: "S-11",
    says: "how long an answer takes does not tell who has an account",
    path: "tests/auth/timing.test.ts",
  },
  { promise: "S-13", says: "each public call has its limit", path: "tests/http/rate-limits.test.ts" },
  {
    promise: "S-23",
    says: "500 slow clients are cut within 15 s, and pages stay up",
    path: "tests/process/slow-clients.test.ts",
    projects: ["embedded"],
  },
  { promise: "S-22", says: "other sites change nothing", path: "tests/http/cross-origin.test.ts" },
  {
    promise: "S-24",
    says: "behind our example of a proxy every header, limit and stream holds",
    path: "tests/process/proxy.test.ts",
    projects: ["postgres"],
  },
  {
    promise: "S-27",
    says: "a pack runs where there is no npm, and the same sources give the same bytes",
    path: "tests/process/pack.test.ts",
    projects: ["postgres"],
  },
  {
    promise: "P-04",
    says: "whoever was erased stays so when an older backup is restored",
    path: "tests/backup/erasures.test.ts",
    projects: ["postgres"],
  },
  { promise: "A-03", says: "the focus is seen on every page", path: "e2e/every-page.story.ts", projects: ["e2e"] },
  {
    promise: "P-03",
    says: "what is past its term goes, through kills, and nothing else does",
    path: "tests/outbox/terms-at-size.test.ts",
  },
  {
    promise: "P-06",
    says: "no technical log gets older than 7 days",
    path: "server/log-files.test.ts",
    projects: ["unit"],
  },
  {
    promise: "monitoring",
    says: "Prometheus takes the rules, and each fires when it should",
    path: "server/operations/monitoring.test.ts",
    projects: ["unit"],
  },
  {
    promise: "AUTH-SUITE",
    says: "the published client's own tests of a server pass",
    path: "",
    projects: ["postgres"],
    config: "tests/auth-suite/vitest.config.ts",
  },
  onMachines("failover", "a killed primary costs no acknowledged lead, and visitors 10 s at most"),
  onMachines("R-03", "a database that crashes again and again costs no acknowledged lead"),
  onMachines("R-14", "at four times its load, what is accepted is answered within a second"),
  onMachines("R-14", "and on the embedded database", "embedded"),
  onMachines("rolling", "two processes restarted one after the other, with a migration, fail no request"),
  { promise: "engines", says: "every integration test holds on both engines", path: "tests/", isSample: true },
];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !proofs.some(({ promise }) => promise === name));
if (unknown.length > 0) {
  console.error(`No proof of ${unknown.join(", ")}: there are ${proofs.map(({ promise }) => promise).join(", ")}.`);
  process.exit(1);
}

let broken = 0;
for (const proof of proofs.filter(({ promise }) => named.length === 0 || named.includes(promise))) {
  for (const project of proof.projects ?? (proof.program ? [proof.program.engine] : engines)) {
    const { isKept, figures, output } = await prove(proof, project);
    console.log(`${isKept ? "kept  " : "BROKEN"} ${proof.promise} ${project}: ${proof.says}${figures}`);
    if (isKept) continue;
    broken += 1;
    console.log(output);
  }
}
process.exit(broken === 0 ? 0 : 1);

async function prove(proof: Proof, project: string) {
  const { promise, runs = 1 } = proof;
  let figure = "";
  for (let run = 1; run <= runs; run += 1) {
    const { code, output } = await runTests(proof, project);
    figure = new RegExp(`^${promise}: (.*)$`, "m").exec(output)?.[1] ?? figure;
    if (code !== 0) return { isKept: false, figures: ` (run ${run} of ${runs})`, output };
  }
  return { isKept: true, figures: `${figure && ` (${figure})`}${runs > 1 ? `, ${runs} times` : ""}`, output: "" };
}

async function runTests({ path, isSample, config, program }: Proof, project: string) {
  const chosen = config === undefined ? ["--project", project, path] : ["--root", ".", "--config", config];
  const options = program?.options ?? ["node_modules/vitest/vitest.mjs", "run", ...chosen];
  const tests = spawn(process.execPath, options, {
    env: { ...process.env, ...(!isSample && { TEST_DEPTH: "full" }), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [tests.stdout, tests.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(tests, "close")) as [number | null];
  return { code, output };
}
