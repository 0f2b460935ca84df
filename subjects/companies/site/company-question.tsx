import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { Field } from "#app/ui/form/field.tsx";
import { writeAsTyped } from "#app/ui/form/write-as-typed.ts";
import { Box } from "#app/ui/layout.tsx";
import { companySearchCopy as copy } from "#subjects/companies/words/company-search.ts";
import { type ChosenCompany, type FoundCompany, noCompany } from "#subjects/companies/rules/company-search.ts";

import type { FinderProps } from "./company-finder.tsx";

/** Loaded at the first letter. Where that fails, the field is typed by hand. */
const CompanyFinder = lazy<ComponentType<FinderProps>>(() =>
  import("./company-finder.tsx").then(
    ({ CompanyFinder: Finder }) => ({ default: Finder }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  field: Omit<ComponentProps<typeof Field>, "children" | "hint">;
  chosen: ChosenCompany;
  onChoose: (chosen: ChosenCompany) => void;
  /** Without the words for a register the name is typed by hand. */
  site: { companyRegister?: string; api: ApiSettings };
};

/**
 * The name of the company, found in the register where there is one. What was there before is looked up nowhere. The
 * company that was chosen stays beside the name, which may be a trading name, until it is taken away.
 */
export function CompanyQuestion({ field, chosen, onChoose, site: { companyRegister, api } }: Props) {
  const [typed, setTyped] = useState<string>();
  if (companyRegister === undefined) return <Field {...field} />;

  function take({ siren, name, legalName, address }: FoundCompany) {
    const input = document.getElementById(field.name);
    if (!(input instanceof HTMLInputElement)) return;
    writeAsTyped(input, name);
    onChoose({ companySiren: siren, companyLegalName: legalName, companyAddress: address });
    setTyped(undefined);
    input.focus();
  }

  function leave() {
    onChoose(noCompany);
    document.getElementById(field.name)?.focus();
  }

  return (
    <Field
      {...field}
      hint={copy.hint(companyRegister)}
      onChange={(value) => {
        field.onChange?.(value);
        setTyped(value);
      }}
    >
      {chosen.companySiren !== "" && (
        <Box as="p" marginTop={8} className="text-small breakable">
          {copy.chosen(chosen)}{" "}
          <button type="button" className="text-link finger-link" onClick={leave}>
            {copy.leave}
          </button>
        </Box>
      )}
      {typed !== undefined && (
        <Suspense fallback={null}>
          <CompanyFinder typed={typed} api={api} onTake={take} />
        </Suspense>
      )}
    </Field>
  );
}
