import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from "react";

import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { Field } from "#app/ui/form/field.tsx";
import { companySearchCopy } from "#content/company-search.ts";

import type { FinderProps } from "./company-finder.tsx";

/** Loaded when somebody types. Where that fails, the field is what it is without. */
const CompanyFinder = lazy<ComponentType<FinderProps>>(() =>
  import("./company-finder.tsx").then(
    ({ CompanyFinder: Finder }) => ({ default: Finder }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  field: Omit<ComponentProps<typeof Field>, "onChange" | "children" | "hint"> & { onChange: (value: string) => void };
  site: StepProps["site"];
};

/** The name of the company, found in the register where there is one. What was there before is looked up nowhere. */
export function CompanyQuestion({ field, site: { companyRegister, api } }: Props) {
  const [typed, setTyped] = useState<string>();
  if (companyRegister === undefined) return <Field {...field} />;

  function take(name: string) {
    field.onChange(name);
    setTyped(undefined);
    document.getElementById(field.name)?.focus();
  }

  return (
    <Field
      {...field}
      hint={companySearchCopy.hint(companyRegister)}
      onChange={(value) => {
        field.onChange(value);
        setTyped(value);
      }}
    >
      {typed !== undefined && (
        <Suspense fallback={null}>
          <CompanyFinder typed={typed} api={api} onTake={take} />
        </Suspense>
      )}
    </Field>
  );
}
