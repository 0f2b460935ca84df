import { useEffect, useState } from "react";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { findCompanies } from "#subjects/companies/calls/companies.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import { whenNobodyPresses } from "#app/ui/form/when-nobody-presses.ts";
import { companySearchCopy as copy } from "#subjects/companies/words/company-search.ts";
import { type CompanyAnswer, type FoundCompany, readCompanyWords } from "#subjects/companies/rules/company-search.ts";

/** Debounce of the search. */
const pauseMs = 350;

export type FinderProps = {
  /** What was typed since the field was last filled from here. */
  typed: string;
  api: ApiSettings;
  onTake: (company: FoundCompany) => void;
};

/**
 * Below the field of a company's name: those of the register, each taken by a tap. The field is never changed
 * otherwise, and goes on without: a register that is slow or away is one quiet sentence.
 */
export function CompanyFinder({ typed, api, onTake }: FinderProps) {
  const [answer, setAnswer] = useState<{ to: string; found: CompanyAnswer }>();
  const words = readCompanyWords(typed);

  // A timer, then the network; what is typed next gives both up.
  useEffect(() => {
    if (words === undefined) return undefined;
    const left = new AbortController();
    const show = (found: CompanyAnswer) => {
      if (!left.signal.aborted) setAnswer({ to: words, found });
    };
    const timer = setTimeout(
      () => void findCompanies(api, words, left.signal).then((found) => whenNobodyPresses(() => show(found))),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [words, api]);

  // What was found for the beginning of a name stays while it is typed on; for another name it is no answer.
  const isOfSameName =
    words !== undefined && answer !== undefined && (words.startsWith(answer.to) || answer.to.startsWith(words));
  const shown = isOfSameName ? answer.found : undefined;
  return (
    <>
      {/* There before its words are, so that they are read out. */}
      <Box as="p" {...(shown && { marginTop: 8 })} role="status" className="text-small quiet">
        {shown && sentenceOf(shown)}
      </Box>
      {shown && shown.companies.length > 0 && (
        <Stack as="ul" gap={4} marginTop={4} aria-label={copy.list}>
          {shown.companies.map((company) => (
            <li key={company.siren}>
              <button
                type="button"
                className="text-small text-link breakable finger-link company-choice"
                onClick={() => onTake(company)}
              >
                {company.name}
                <span className="regular">{copy.where(company)}</span>
              </button>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}

function sentenceOf({ companies, isAway }: CompanyAnswer): string {
  if (isAway) return copy.away;
  return companies.length === 0 ? copy.none : copy.found(companies.length);
}
