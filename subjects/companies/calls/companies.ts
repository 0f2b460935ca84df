import { call } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { CompanyAnswer } from "#subjects/companies/rules/company-search.ts";
import { findCompanyCall } from "#subjects/companies/contract/companies.ts";

/** The server waits two seconds for the register. */
const timeLimitMs = 5000;

const away: CompanyAnswer = { companies: [], isAway: true };

/**
 * Companies by name or SIREN, from the register that our server asks. Any failure is `isAway`: they only
 * help to type.
 *
 * @param signal gives the request up; its answer is then worth nothing
 */
export async function findCompanies(api: ApiSettings, typed: string, signal: AbortSignal): Promise<CompanyAnswer> {
  const found = await call({ api }, findCompanyCall, { typed }, { timeLimitMs, signal });
  return found.ok ? found.value : away;
}
