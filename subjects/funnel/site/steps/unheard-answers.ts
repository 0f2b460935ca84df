import type { TypedForm } from "#app/ui/form/use-form.ts";
import type { FunnelAnswers, FunnelState } from "#subjects/funnel/rules/answers.ts";
import { type FunnelQuestion, funnelQuestions, questionOf } from "#subjects/funnel/rules/questions.ts";

/**
 * What the form of a step holds and its state does not: filled in by a program that the framework does not hear, such
 * as the autofill of some browsers.
 */
export function unheardAnswers(typed: TypedForm, state: FunnelState): Partial<FunnelAnswers> {
  const unheard = funnelQuestions.filter((key) => isHeld(key, typed[key]) && textOf(typed[key]) !== state[key]);
  return {
    ...(Object.fromEntries(unheard.map((key) => [key, textOf(typed[key])])) as Partial<FunnelAnswers>),
    ...unheardHours(typed, state),
    // A box that is not ticked is not in the form: those of step 2 stand there for sure.
    ...(state.step === 2 && unheardConsents(typed, state)),
  };
}

/** A slider holds a position, and a box a word of its own: neither is the answer. */
function isHeld(key: FunnelQuestion, value: string | undefined): value is string {
  if (value === undefined) return false;
  const { kind } = questionOf(key);
  if (kind.type === "choice") return value === "" || kind.choices.includes(value);
  return kind.type === "email" || kind.type === "text" || kind.type === "webAddress";
}

function unheardHours({ hours, hoursDetail }: TypedForm, { businessHours }: FunnelState): Partial<FunnelAnswers> {
  if (hours === undefined) return {};
  const typed = hours === "autres" && hoursDetail ? [hours, hoursDetail] : [hours];
  return typed.join() === businessHours.join() ? {} : { businessHours: typed };
}

function unheardConsents(typed: TypedForm, state: FunnelState): Partial<FunnelAnswers> {
  const [callConsent, reminderConsent] = ["callConsent" in typed, "reminderConsent" in typed];
  const isKnown = callConsent === state.callConsent && reminderConsent === state.reminderConsent;
  return isKnown ? {} : { callConsent, reminderConsent };
}

/** Some browsers end the lines of a form with two characters. */
function textOf(value: string | undefined): string | undefined {
  return value?.replaceAll("\r\n", "\n");
}
