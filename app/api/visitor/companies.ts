import { type ApiSettings, requestApi } from "#app/api/transport/rest-client.ts";
import { type CompanyAnswer, companyAnswer } from "#domain/funnel/company-search.ts";

/** The server waits two seconds for the register. */
const timeLimitMs = 5000;

const away: CompanyAnswer = { companies: [], isAway: true };

/**
 * Companies by name or SIREN, from the register that our server asks. Whatever keeps them from us is `isAway`: they
 * help to type, and nobody needs them.
 *
 * @param signal gives the request up; its answer is then worth nothing
 */
export async function findCompanies(api: ApiSettings, typed: string, signal: AbortSignal): Promise<CompanyAnswer> {
  const found = await requestApi(api, "/functions/v1/find-company", { body: { typed }, timeLimitMs, signal });
  return (found.ok && companyAnswer.safeParse(found.value).data) || away;
}
