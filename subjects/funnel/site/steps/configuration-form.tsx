import type { ReactNode } from "react";

import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Stack } from "#app/ui/layout.tsx";
import type { ProblemSentences } from "#content/shared/form.ts";
import type { FunnelAnswers, FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { Result } from "#kit/result.ts";
import type { Problems } from "#domain/kernel/text-rules.ts";

import { StepForm } from "./step-form.tsx";
import { useStepForm } from "./use-step-form.ts";

/** What the questions of an offer are given. */
export type ConfigurationQuestions<Field extends string> = {
  answer: (changes: Partial<FunnelAnswers>) => void;
  /** What is wrong with a field, in words. */
  problemOf: (field: Field) => string | undefined;
};

type Props<Field extends string> = StepProps & {
  copy: { title: string; lead: string; problems: ProblemSentences<Field> };
  /** The answers as they are to be stored and sent, or what is wrong with them. */
  read: (state: FunnelState) => Result<Partial<FunnelAnswers>, Problems>;
  children: (questions: ConfigurationQuestions<Field>) => ReactNode;
};

/** Step 3, around the questions of an offer. */
export function ConfigurationForm<Field extends string>({
  state,
  store,
  actions,
  site,
  copy,
  read,
  children,
}: Props<Field>) {
  const form = useStepForm(
    { state, store },
    { step: 3, sentences: copy.problems, read, goOn: actions.submitConfiguration },
  );
  const answer = (changes: Partial<FunnelAnswers>) => store.change({ type: "answered", changes });

  return (
    <StepForm {...{ state, site, form, copy }} step={3}>
      <Stack gap={40} marginTop={40}>
        {children({ answer, problemOf: form.problemOf })}
      </Stack>
    </StepForm>
  );
}
