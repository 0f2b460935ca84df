/** Something the owner of the site has to decide: nothing here stops the server. */
export type Finding = { subject: Subject; sentence: string };

/** In the order of the report. */
export const subjects = [
  "Database",
  "Prices",
  "Claims",
  "Dates",
  "Payment links",
  "Site",
  "Accounts",
  "Payments",
  "Deliveries",
] as const;
export type Subject = (typeof subjects)[number];

/** One paragraph per subject; the last line is the count. */
export function writeReport(findings: Finding[]): string {
  const paragraphs = subjects.flatMap((subject) => {
    const sentences = findings
      .filter((finding) => finding.subject === subject)
      .map(({ sentence }) => `  - ${sentence}`);
    return sentences.length === 0 ? [] : [`${subject}\n${sentences.join("\n")}\n`];
  });
  const count = findings.length === 1 ? "1 point to decide." : `${findings.length} points to decide.`;
  return [...paragraphs, findings.length === 0 ? "Nothing to report." : count].join("\n");
}
