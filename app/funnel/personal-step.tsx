import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { funnelCopy, personalCopy } from "#content/funnel.ts";
import { type PersonalAnswers, readPersonalAnswers } from "#domain/funnel/account.ts";
import { maxLengths } from "#domain/funnel/answers.ts";

import { LegalNotice } from "./legal-notice.tsx";
import type { StepProps } from "./offer-module.ts";
import { ResumeLink } from "./resume-link.tsx";
import { problemsInWords, sentenceOf, StepForm } from "./step-form.tsx";
import { StepHeader } from "./step-header.tsx";

/** Step 2: who they are. */
export function PersonalStep({ state, store, actions, site }: StepProps) {
  const problems = problemsInWords(state.formErrors, personalCopy.problems);

  function goOn(): boolean {
    const current = store.getState();
    if (current.step !== 2) return true;
    const answers = readPersonalAnswers(current);
    if (!answers.ok) {
      store.change({ type: "problemsFound", problems: answers.problem });
      return false;
    }
    store.change({ type: "answered", changes: answers.value });
    actions.goOnTo(3);
    return true;
  }

  const bind = (name: keyof PersonalAnswers) => ({
    name,
    label: personalCopy[name],
    value: state[name],
    onChange: (value: string) => store.change({ type: "answered", changes: { [name]: value } }),
    problem: sentenceOf(problems, name),
    maxLength: maxLengths.line,
    required: true,
  });

  return (
    <StepForm
      problems={problems}
      onSubmit={goOn}
      header={<StepHeader step={2} title={personalCopy.title} lead={personalCopy.lead} />}
    >
      <p className="funnel-required">{funnelCopy.required}</p>
      <div className="field-columns">
        <Field {...bind("firstName")} autoComplete="given-name" />
        <Field {...bind("lastName")} autoComplete="family-name" />
        <Field {...bind("phone")} type="tel" autoComplete="tel" hint={personalCopy.phoneHint} isWide>
          <p className="field-reminder">{personalCopy.phoneNotice}</p>
          <Checkbox
            name="callConsent"
            label={personalCopy.callConsent(site.companyName)}
            isChecked={state.callConsent}
            onChange={(callConsent) => store.change({ type: "answered", changes: { callConsent } })}
          />
        </Field>
        <Field {...bind("companyName")} autoComplete="organization" isWide />
        <Field {...bind("businessType")} hint={personalCopy.businessTypeHint} isWide />
      </div>
      <div className="funnel-end">
        <Button type="submit">{funnelCopy.next}</Button>
      </div>
      <ResumeLink state={state} site={site} />
      <LegalNotice site={site} />
    </StepForm>
  );
}
