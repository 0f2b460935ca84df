import { countStep } from "#subjects/funnel/calls/step-counts.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import type { ProblemSentences } from "#content/shared/form.ts";
import type { FunnelAnswers, FunnelState, FunnelStep } from "#subjects/funnel/rules/answers.ts";
import type { Result } from "#kit/result.ts";
import type { Problems } from "#domain/kernel/text-rules.ts";

import { unheardAnswers } from "./unheard-answers.ts";

type Options<Field extends string> = {
  step: FunnelStep;
  sentences: ProblemSentences<Field>;
  /** The answers as they are to be stored and sent, or what is wrong with them. */
  read: (state: FunnelState) => Result<Partial<FunnelAnswers>, Problems>;
  goOn: () => void;
};

/** The form of a step, whose answers and problems the funnel's store keeps. */
export function useStepForm<Field extends string>(
  { state, store }: Pick<StepProps, "state" | "store">,
  { step, sentences, read, goOn }: Options<Field>,
) {
  function adopt(typed: TypedForm): void {
    const changes = unheardAnswers(typed, store.getState());
    if (Object.keys(changes).length > 0) store.change({ type: "answered", changes });
  }

  return useForm({
    sentences,
    read(typed) {
      adopt(typed);
      return read(store.getState());
    },
    // Before the step is drawn again, which would take unheard answers away.
    hear: adopt,
    send(answers) {
      // The second click of a burst finds the step left.
      if (store.getState().step !== step) return undefined;
      store.change({ type: "answered", changes: answers });
      goOn();
      return undefined;
    },
    kept: keptIn({ state, store }),
  });
}

/** Problem codes go with each correction of their field: see the reducer. Which field it was is counted. */
export function keptIn({ state, store }: Pick<StepProps, "state" | "store">) {
  return {
    codes: state.formErrors,
    keep(problems: Problems) {
      const { funnel, step } = store.getState();
      for (const field of Object.keys(problems)) countStep({ funnel, step, event: "refused", field });
      store.change({ type: "problemsFound", problems });
    },
  };
}
