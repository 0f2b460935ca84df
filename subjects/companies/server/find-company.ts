import { functionProblems } from "#content/shared/function-problems.ts";
import { type CompanyAnswer, readCompanyWords } from "#subjects/companies/rules/company-search.ts";
import * as wire from "#subjects/companies/contract/companies.ts";
import { ok } from "#kit/result.ts";
import { visitorFunction, type Work } from "#server/functions/door/endpoint.ts";
import { answerRefusal } from "#server/functions/door/problems.ts";

import { askRegister } from "./company-register.ts";

/**
 * `POST /find-company`: companies of the configured register, by name or SIREN: `{"typed"}`. In the body, as all typed
 * text: proxies write addresses into their logs.
 *
 * The register is told what was typed and nothing of the visitor; nothing is stored. When it is slow, away or answers
 * nonsense, the answer is `isAway`, with which the field stays as it is.
 */
const ask = visitorFunction(wire.findCompanyCall, {
  sentences: functionProblems,
  async act({ context }, { typed }) {
    const address = context.settings.companyRegister;
    const words = readCompanyWords(typed);
    if (address === undefined || words === undefined) return ok({ companies: [], isAway: false });
    const found = await askRegister(address, words);
    if (found.ok) return ok({ companies: found.value, isAway: false });
    context.log.warn({ reason: found.problem }, "the register of companies did not answer as it should");
    return ok({ companies: [], isAway: true });
  },
  answer: (found: CompanyAnswer) => found,
  headers: { "cache-control": "no-store" },
});

/** Where no register is configured there is no such address. */
export const findCompany: Work<"visitor"> = {
  ...ask,
  open(context, limit) {
    const answer = ask.open(context, limit);
    return async (c) =>
      answer && context.settings.companyRegister !== undefined ? answer(c) : answerRefusal(c, 404, "unknown_function");
  },
};
