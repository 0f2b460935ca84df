// Shows that each promise holds, at the size it was promised: one line for each and each engine, with its figure.
//   npm run prove                  all of them, before a release; npm run prove -- S-15 R-09   these
//   npm run prove -- --list        what is promised, and where a proof is thinner than its promise
//   npm run prove -- --resume      without what was proved of these very sources in this checkout
//   npm run prove -- --at COMMIT   this commit, in a checkout of its own; given again, it goes on where it was ended
//   npm run prove -- --sample      at the sizes of npm test
//   npm run prove -- --on postgres   these engines alone: embedded, postgres, unit or e2e
//   npm run prove -- --report      writes what is remembered into docs/proofs.md; with ids, after proving them
import { parseArgs } from "node:util";

import { extraProofs, projectsOf, promises, type Project, type Promised } from "#tests/promises.ts";

import { proveApart } from "./prove/prove-apart.ts";
import { isRemembered, remember, type Size } from "./prove/remembered.ts";
import { runProofs } from "./prove/run-proofs.ts";
import { writeReport } from "./prove/write-report.ts";

const { values: wanted, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    at: { type: "string" },
    sample: { type: "boolean", default: false },
    on: { type: "string", multiple: true, default: [] },
    report: { type: "boolean", default: false },
  },
});
const known = [...promises, ...extraProofs];
const unknown = named.filter((name) => !known.some(({ id }) => id === name));
if (unknown.length > 0) {
  console.error(`No proof of ${unknown.join(", ")}: there are ${known.map(({ id }) => id).join(", ")}.`);
  process.exit(1);
}
if (wanted.at !== undefined) process.exit(proveApart(wanted.at, process.argv.slice(2)));
const chosen = known.filter(({ id }) => named.length === 0 || named.includes(id));

let broken = 0;
if (wanted.list) for (const promised of chosen) list(promised);
else if (!wanted.report || named.length > 0) for (const promised of chosen) await prove(promised);
if (wanted.report) writeReport();
process.exit(broken === 0 ? 0 : 1);

function list({ id, says, figure, thinner }: Promised): void {
  console.log(`${id.padEnd(10)} ${says}: ${figure}${thinner ? `\n${" ".repeat(10)} thinner: ${thinner}` : ""}`);
}

async function prove(promised: Promised): Promise<void> {
  const projects = new Set(promised.proofs.flatMap(projectsOf));
  const isWanted = (project: Project) => wanted.on.length === 0 || wanted.on.includes(project);
  for (const project of [...projects].filter(isWanted)) await proveOn(promised, project);
}

async function proveOn({ id, says, proofs }: Promised, project: Project): Promise<void> {
  const size: Size = wanted.sample ? "sample" : "full";
  if (wanted.resume && isRemembered({ id, project, size })) return;
  const startedAt = performance.now();
  const here = proofs.filter((proof) => projectsOf(proof).includes(project));
  const { verdict, figure, output } = await runProofs(id, here, project, size);
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${verdict.padEnd(6)} ${id} ${project}: ${says} (${figure})`);
  if (verdict === "BROKEN") {
    broken += 1;
    console.log(output);
  }
  if (verdict !== "absent") remember({ id, project, size, isKept: verdict === "kept", figure, tookSeconds });
}
