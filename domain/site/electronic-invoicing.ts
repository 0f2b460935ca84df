import { civilDate } from "#kit/civil-date.ts";

/**
 * For companies of every size to receive, for small and medium ones to issue.
 *
 * Source: code général des impôts, article 289 bis; loi 2023-1322, article 91.
 */
export const electronicInvoicingFrom = { reception: civilDate("2026-09-01"), issue: civilDate("2027-09-01") } as const;
