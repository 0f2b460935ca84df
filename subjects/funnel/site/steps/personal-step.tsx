import { CompanyQuestion } from "#subjects/companies/site/company-question.tsx";
import { Box } from "#app/ui/layout.tsx";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { formCopy } from "#content/shared/form.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";
import { reminderConsent } from "#subjects/leads/words/reminder.ts";
import { type PersonalAnswers, readPersonalAnswers } from "#subjects/funnel/rules/account.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";

import { StepForm } from "./step-form.tsx";
import { useStepForm } from "./use-step-form.ts";

/** Step 2: who they are. */
export function PersonalStep({ state, store, actions, site }: StepProps) {
  const form = useStepForm(
    { state, store },
    { step: 2, sentences: personalCopy.problems, read: readPersonalAnswers, goOn: () => actions.goOnTo(3) },
  );

  const bind = (name: keyof PersonalAnswers) => ({
    name,
    label: personalCopy[name],
    value: state[name],
    onChange: (value: string) => store.change({ type: "answered", changes: { [name]: value } }),
    problem: form.problemOf(name),
    maxLength: maxLengthOf(name),
    required: true,
  });

  return (
    <StepForm {...{ state, site, form }} step={2} copy={personalCopy}>
      <Box marginTop={20} className="field-columns">
        <Field {...bind("firstName")} autoComplete="given-name" />
        <Field {...bind("lastName")} autoComplete="family-name" />
        <Field {...bind("phone")} type="tel" autoComplete="tel" hint={personalCopy.phoneHint} isWide>
          <p className="text-small quiet field-reminder">{personalCopy.phoneNotice}</p>
          <Checkbox
            name="callConsent"
            note={formCopy.optional}
            isChecked={state.callConsent}
            onChange={(callConsent) => store.change({ type: "answered", changes: { callConsent } })}
          >
            {personalCopy.callConsent(site.companyName)}
          </Checkbox>
        </Field>
        <CompanyQuestion
          field={{ ...bind("companyName"), autoComplete: "organization", isWide: true }}
          chosen={state}
          onChoose={(changes) => store.change({ type: "answered", changes })}
          site={site}
        />
        <Field {...bind("businessType")} hint={personalCopy.businessTypeHint} isWide />
        <Box className="field-wide">
          <Checkbox
            name="reminderConsent"
            note={formCopy.optional}
            isChecked={state.reminderConsent}
            onChange={(reminderConsent) => store.change({ type: "answered", changes: { reminderConsent } })}
          >
            {reminderConsent(site.brand)}
          </Checkbox>
        </Box>
      </Box>
    </StepForm>
  );
}
