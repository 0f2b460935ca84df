import { civilDate } from "#kit/civil-date.ts";

/**
 * How electronic invoices of French businesses are received and sent, as the owner decided. What is left out is not
 * decided yet: `npm run doctor` names it.
 */
export type ElectronicInvoicing = {
  /** The approved platform on which invoices of suppliers arrive. */
  reception?: string;
  /** Who issues ours, such as an approved platform that the payment provider transmits them to; said to customers. */
  issue?: string;
  /** That the SIREN of a business customer is written on the customer of the payment provider's. */
  customerSiren?: "at-provider";
};

/**
 * For companies of every size to receive, for small and medium ones to issue.
 *
 * Source: code général des impôts, article 289 bis; loi 2023-1322, article 91.
 */
export const electronicInvoicingFrom = { reception: civilDate("2026-09-01"), issue: civilDate("2027-09-01") } as const;
