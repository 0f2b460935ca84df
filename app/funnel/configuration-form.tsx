import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { funnelCopy, type ProblemSentences } from "#content/funnel.ts";
import type { FunnelAnswers, FunnelState } from "#domain/funnel/answers.ts";
import type { Problems } from "#domain/funnel/checks.ts";
import type { Result } from "#domain/result.ts";

import { LegalNotice } from "./legal-notice.tsx";
import type { StepProps } from "./offer-module.ts";
import { ResumeLink } from "./resume-link.tsx";
import { problemsInWords, sentenceOf, StepForm } from "./step-form.tsx";
import { StepHeader } from "./step-header.tsx";

/** What the questions of an offer are given. */
export type Questions<Field extends string> = {
  answer: (changes: Partial<FunnelAnswers>) => void;
  /** What is wrong with a field, in words. */
  problemOf: (field: Field) => string | undefined;
};

type Props<Field extends string> = StepProps & {
  copy: { title: string; lead: string; problems: ProblemSentences<Field> };
  /** The answers as they are to be stored and sent, or what is wrong with them. */
  read: (state: FunnelState) => Result<Partial<FunnelAnswers>, Problems>;
  children: (questions: Questions<Field>) => ReactNode;
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
  const problems = problemsInWords(state.formErrors, copy.problems);
  const answer = (changes: Partial<FunnelAnswers>) => store.change({ type: "answered", changes });

  function submit(): boolean {
    const current = store.getState();
    if (current.step !== 3) return true;
    const answers = read(current);
    if (!answers.ok) {
      store.change({ type: "problemsFound", problems: answers.problem });
      return false;
    }
    answer(answers.value);
    actions.submitConfiguration();
    return true;
  }

  return (
    <StepForm
      problems={problems}
      onSubmit={submit}
      header={<StepHeader step={3} title={copy.title} lead={copy.lead} />}
    >
      <p className="funnel-required">{funnelCopy.required}</p>
      {children({ answer, problemOf: (field) => sentenceOf(problems, field) })}
      <div className="funnel-end">
        <Button type="submit">{funnelCopy.next}</Button>
      </div>
      <ResumeLink state={state} site={site} />
      <LegalNotice site={site} />
    </StepForm>
  );
}
