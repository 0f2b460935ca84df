import * as z from "zod/mini";

import { companyAnswer } from "#subjects/companies/rules/company-search.ts";

import type { Contract } from "#domain/wire/contract.ts";

/**
 * Companies of the configured register, by name or SIREN. A few calls for each name that is typed, of an office; the
 * public register takes seven a second from us in all.
 */
export const findCompanyCall = {
  name: "find-company",
  by: "visitor",
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({ typed: z.string() }),
  answer: companyAnswer,
  refusals: [],
  audit: [],
} as const satisfies Contract;
