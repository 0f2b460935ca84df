import "#app/ui/text.css";
import "./step-form.css";

import { Box, Row } from "#app/ui/layout.tsx";
import { LegalNotice } from "#app/funnel/frame/legal-notice.tsx";
import { ResumeLink } from "#app/funnel/frame/resume-link.tsx";
import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { formCopy } from "#content/form.ts";
import { funnelCopy, personalCopy } from "#content/funnel.ts";
import { reminderConsent } from "#content/reminder.ts";
import { type PersonalAnswers, readPersonalAnswers } from "#domain/funnel/account.ts";
import { maxLengthOf } from "#domain/funnel/questions.ts";

import { CompanyQuestion } from "./company-question.tsx";
import { StepHeader } from "./step-header.tsx";
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
    <Form
      form={form}
      words={formCopy}
      className="funnel-step"
      header={<StepHeader step={2} title={personalCopy.title} lead={personalCopy.lead} />}
    >
      <Box as="p" marginTop={32} className="text-small quiet">
        {funnelCopy.required}
      </Box>
      <Box marginTop={20} className="field-columns">
        <Field {...bind("firstName")} autoComplete="given-name" />
        <Field {...bind("lastName")} autoComplete="family-name" />
        <Field {...bind("phone")} type="tel" autoComplete="tel" hint={personalCopy.phoneHint} isWide>
          <p className="text-small quiet field-reminder">{personalCopy.phoneNotice}</p>
          <Checkbox
            name="callConsent"
            isChecked={state.callConsent}
            onChange={(callConsent) => store.change({ type: "answered", changes: { callConsent } })}
          >
            {personalCopy.callConsent(site.companyName)}
          </Checkbox>
        </Field>
        <CompanyQuestion field={{ ...bind("companyName"), autoComplete: "organization", isWide: true }} site={site} />
        <Field {...bind("businessType")} hint={personalCopy.businessTypeHint} isWide />
        <Box className="field-wide">
          <Checkbox
            name="reminderConsent"
            isChecked={state.reminderConsent}
            onChange={(reminderConsent) => store.change({ type: "answered", changes: { reminderConsent } })}
          >
            {reminderConsent(site.brand)}
          </Checkbox>
        </Box>
      </Box>
      <Row justify="end" marginTop={40} paddingTop={24} rule="top">
        <Box as={Button} isGrowing type="submit" className="funnel-next">
          {funnelCopy.next}
        </Box>
      </Row>
      <ResumeLink state={state} site={site} />
      <LegalNotice site={site} />
    </Form>
  );
}
