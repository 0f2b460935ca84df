import { type ComponentProps, useState } from "react";

import { CompanyQuestion } from "#subjects/companies/site/company-question.tsx";
import { noCompany } from "#subjects/companies/rules/company-search.ts";
import { foundQuestions } from "#subjects/funnel/rules/questions.ts";

type Props = Pick<ComponentProps<typeof CompanyQuestion>, "field" | "site">;

/** The company that orders: what was chosen from the register is sent beside the name as it was typed. */
export function OrderCompany({ field, site }: Props) {
  const [chosen, setChosen] = useState(noCompany);
  return (
    <>
      <CompanyQuestion
        field={{ autoComplete: "organization", isWide: true, ...field }}
        {...{ chosen, site }}
        onChoose={setChosen}
      />
      {chosen.companySiren !== "" &&
        foundQuestions.map((key) => <input key={key} type="hidden" name={key} value={chosen[key]} />)}
    </>
  );
}
