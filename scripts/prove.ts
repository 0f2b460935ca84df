// The long versions of the tests that break things, before a release: one line per promise, with its figure.
// `npm run prove` runs them all, `npm run prove S-15` one.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";

type Proof = { promise: string; says: string; file: string; scale: Record<string, string>; runs?: number };

const proofs: Proof[] = [
  {
    promise: "S-15",
    says: "wrong requests are refused, never an error of ours",
    file: "tests/http/bad-requests.test.ts",
    scale: { BAD_REQUESTS: "20000", BAD_REQUESTS_SEED: String(randomInt(2 ** 31)) },
  },
  {
    promise: "R-01",
    says: "acknowledged leads survive kill -9, each with its event",
    file: "tests/process/kills.test.ts",
    scale: { KILLS: "200", KILLED_LEADS: "10000" },
  },
  {
    promise: "R-05",
    says: "what was submitted while receivers, mails, payments or the API were down arrives once",
    file: "tests/process/outages.test.ts",
    scale: { OUTAGE_SECONDS: "40" },
  },
  {
    promise: "R-09",
    says: "the same submission twice is one lead",
    file: "tests/http/repeats.test.ts",
    scale: {},
    runs: 5,
  },
  {
    promise: "R-11",
    says: "a stop answers what is in flight",
    file: "tests/process/stops.test.ts",
    scale: {},
    runs: 20,
  },
  {
    promise: "R-14",
    says: "a flood from one refused address at most doubles the wait of others",
    file: "tests/http/floods.test.ts",
    scale: { FLOOD_VISITORS: "100" },
  },
  {
    promise: "R-18",
    says: "memory does not grow with what is asked",
    file: "tests/process/soak.test.ts",
    scale: { SOAK_REQUESTS: "50000", SOAK_WARM_REQUESTS: "5000", SOAK_GROWTH: "0.1" },
  },
  { promise: "S-13", says: "each public call has its limit", file: "tests/http/rate-limits.test.ts", scale: {} },
  {
    promise: "S-23",
    says: "500 slow clients are cut within 15 s, and pages stay up",
    file: "tests/process/slow-clients.test.ts",
    scale: { MOST_SLOWDOWN: "2" },
  },
  { promise: "S-22", says: "other sites change nothing", file: "tests/http/cross-origin.test.ts", scale: {} },
];
const engines = ["embedded", "postgres"];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !proofs.some(({ promise }) => promise === name));
if (unknown.length > 0) {
  console.error(`No proof of ${unknown.join(", ")}: there are ${proofs.map(({ promise }) => promise).join(", ")}.`);
  process.exit(1);
}

let broken = 0;
for (const proof of proofs.filter(({ promise }) => named.length === 0 || named.includes(promise))) {
  for (const engine of engines) {
    const { isKept, figures, output } = await prove(proof, engine);
    console.log(`${isKept ? "kept  " : "BROKEN"} ${proof.promise} ${engine}: ${proof.says}${figures}`);
    if (isKept) continue;
    broken += 1;
    console.log(output);
  }
}
process.exit(broken === 0 ? 0 : 1);

async function prove({ promise, file, scale, runs = 1 }: Proof, engine: string) {
  let figure = "";
  for (let run = 1; run <= runs; run += 1) {
    const { code, output } = await runTests(file, engine, scale);
    figure = new RegExp(`^${promise}: (.*)$`, "m").exec(output)?.[1] ?? figure;
    if (code !== 0) return { isKept: false, figures: ` (run ${run} of ${runs})`, output };
  }
  return { isKept: true, figures: `${figure && ` (${figure})`}${runs > 1 ? `, ${runs} times` : ""}`, output: "" };
}

async function runTests(file: string, engine: string, scale: Record<string, string>) {
  const tests = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", engine, file], {
    env: { ...process.env, ...scale, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [tests.stdout, tests.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text)); // prettier-ignore
  const [code] = (await once(tests, "close")) as [number | null];
  return { code, output };
}
