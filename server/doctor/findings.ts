import {
  type Finding,
  findingSeverities,
  findingSubjects,
  severityOf,
  subjectOf,
} from "#subjects/operations/rules/doctor-finding.ts";

import { remedies } from "./remedies.ts";

const marks = { error: "Error: ", warning: "Warning: ", note: "" } as const;

/** One paragraph per subject, each finding with what to do; the last line counts them by severity. */
export function writeReport(findings: Finding[]): string {
  const paragraphs = findingSubjects.flatMap((subject) => {
    const lines = findings
      .filter((finding) => subjectOf(finding) === subject)
      .map((finding) => `  - ${marks[severityOf(finding)]}${finding.sentence}\n    ${remedies[finding.id]}`);
    return lines.length === 0 ? [] : [`${subject}\n${lines.join("\n")}\n`];
  });
  return [...paragraphs, countFindings(findings)].join("\n");
}

/** For machines: `npm run doctor -- --json`. */
export function listReport(findings: Finding[]) {
  return {
    findings: findings.map((finding) => ({
      id: finding.id,
      severity: severityOf(finding),
      message: finding.sentence,
      fix: remedies[finding.id],
    })),
  };
}

export const hasError = (findings: Finding[]): boolean => findings.some((finding) => severityOf(finding) === "error");

function countFindings(findings: Finding[]): string {
  if (findings.length === 0) return "Nothing to report.";
  const counts = findingSeverities.flatMap((severity) => {
    const count = findings.filter((finding) => severityOf(finding) === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  return `${counts.join(", ")}.`;
}
