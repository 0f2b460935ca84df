/** In the order of the report. */
export const findingSubjects = [
  "Database",
  "Backups",
  "Prices",
  "Claims",
  "Left out",
  "Dates",
  "Payment links",
  "Invoices",
  "Site",
  "Accounts",
  "Payments",
  "Deliveries",
] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/**
 * Something the owner of the site has to decide: nothing here stops the server. `sentence` is English, for the terminal;
 * `french` is for the team, and missing where the words are those of a tool's own settings.
 */
export type Finding = { subject: FindingSubject; sentence: string; french?: string };
