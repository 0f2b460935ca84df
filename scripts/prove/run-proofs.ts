import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import type { Project, Proof, TestProof } from "#tests/promises.ts";

import type { Size } from "./remembered.ts";

/** `absent`: nothing of it runs at the sizes of `npm test`. */
export type Outcome = { verdict: "kept" | "BROKEN" | "absent"; figure: string; output: string };

/** The report of Vitest, as far as it is read. */
type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** All that shows a promise on this project, one after the other, until something fails. */
export async function runProofs(id: string, proofs: readonly Proof[], project: Project, size: Size): Promise<Outcome> {
  const figures = new Set<string>();
  let passed = 0;
  for (const proof of proofs) {
    const runs = "program" in proof || size === "sample" ? 1 : (proof.runs ?? 1);
    for (let run = 1; run <= runs; run += 1) {
      const { code, output, tests, fault } = await runOnce(proof, project, size);
      for (const [, figure = ""] of output.matchAll(new RegExp(`^${id}: (.*)$`, "gm"))) figures.add(figure);
      const failed = [...figures, runs > 1 ? `failed, run ${run} of ${runs}` : "failed"].join("; ");
      if (code !== 0) return { verdict: "BROKEN", figure: failed, output };
      if (fault && size === "full") return { verdict: "BROKEN", figure: fault, output };
      passed += tests;
    }
    if (runs > 1) figures.add(`${runs} times`);
  }
  if (passed > 0) figures.add(passed === 1 ? "1 test" : `${passed} tests`);
  return { verdict: figures.size > 0 ? "kept" : "absent", figure: [...figures].join("; "), output: "" };
}

async function runOnce(proof: Proof, project: Project, size: Size) {
  if ("program" in proof) {
    // Its sizes are its own.
    if (size === "sample") return { code: 0, output: "", tests: 0, fault: undefined };
    return { ...(await runNode(proof.options, size)), tests: 0, fault: undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), "proof-"));
  try {
    const reportFile = join(folder, "report.json");
    const ran = await runNode(vitestOptions(proof, project, reportFile), proof.isSample ? "sample" : size);
    return { ...ran, ...(ran.code === 0 ? judge(proof, reportFile) : { tests: 0, fault: undefined }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function vitestOptions({ files, only, config }: TestProof, project: Project, reportFile: string): string[] {
  const titles = only ? ["--testNamePattern", only.map(literally).join("|")] : [];
  // Tests that are not ours are judged by the reporter of their configuration: naming one here would replace it.
  const judged = config === undefined ? ["--reporter=default", "--reporter=json"] : ["--root", ".", "--config", config];
  const report = `--outputFile.json=${reportFile}`;
  return ["node_modules/vitest/vitest.mjs", "run", ...judged, report, ...titles, "--project", `${project}*`, ...files];
}

/** As a pattern that matches this text. */
function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A run in which nothing failed shows nothing of what it skipped. @returns how many passed, and what did not run */
function judge({ files, only = [] }: TestProof, reportFile: string): { tests: number; fault: string | undefined } {
  const { testResults } = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
  const passed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed")
      .map(({ fullName }) => ({ file: relative(process.cwd(), name).replaceAll("\\", "/"), fullName })),
  );
  const missed = [
    ...files.filter((path) => !passed.some(({ file }) => file.startsWith(path))),
    ...only.filter((title) => !passed.some(({ fullName }) => fullName.includes(title))),
  ];
  const fault = missed.length > 0 || passed.length === 0 ? `nothing ran here of: ${missed.join(", ")}` : undefined;
  return { tests: passed.length, fault };
}

async function runNode(options: readonly string[], size: Size): Promise<{ code: number | null; output: string }> {
  const { TEST_DEPTH: _, ...environment } = process.env;
  const child = spawn(process.execPath, options, {
    env: { ...environment, ...(size === "full" && { TEST_DEPTH: "full" }), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
