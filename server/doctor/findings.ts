import { type Finding, findingSubjects } from "#subjects/operations/rules/doctor-finding.ts";

/** One paragraph per subject; the last line is the count. */
export function writeReport(findings: Finding[]): string {
  const paragraphs = findingSubjects.flatMap((subject) => {
    const sentences = findings
      .filter((finding) => finding.subject === subject)
      .map(({ sentence }) => `  - ${sentence}`);
    return sentences.length === 0 ? [] : [`${subject}\n${sentences.join("\n")}\n`];
  });
  const count = findings.length === 1 ? "1 point to decide." : `${findings.length} points to decide.`;
  return [...paragraphs, findings.length === 0 ? "Nothing to report." : count].join("\n");
}
