import type { ReactNode } from "react";

import { LegalNotice } from "#subjects/funnel/site/frame/legal-notice.tsx";
import { ResumeLink } from "#subjects/funnel/site/frame/resume-link.tsx";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { funnelCopy } from "#subjects/funnel/words/funnel.ts";
import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

import { StepHeader } from "./step-header.tsx";
import type { useStepForm } from "./use-step-form.ts";

type Props = Pick<StepProps, "state" | "site"> & {
  form: ReturnType<typeof useStepForm>;
  step: FunnelStep;
  copy: { title: string; lead: string };
  children: ReactNode;
};

/** What stands around the questions of a step: its title, the button that goes on, and how to come back later. */
export function StepForm({ state, site, form, step, copy, children }: Props) {
  return (
    <Form
      form={form}
      words={formCopy}
      className="funnel-step"
      header={<StepHeader step={step} title={copy.title} lead={copy.lead} />}
    >
      <Box as="p" marginTop={32} className="text-small quiet">
        {funnelCopy.required}
      </Box>
      {children}
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
