import * as z from "zod/mini";

import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { emailText, optionalText, optionalWebAddress, requiredText } from "#domain/kernel/text-rules.ts";

import type { FunnelAnswers } from "./answers.ts";
import { type CheckedQuestion, funnelQuestions, type FunnelQuestion, isAskedIn, questionOf } from "./questions.ts";

type RulesOf<Key extends FunnelQuestion> = { [Each in Key]: z.ZodMiniType<FunnelAnswers[Each]> };

/** What step 3 of an offer checks of each of its questions. */
export function configurationRules<Offer extends FunnelOffer>(offer: Offer): RulesOf<CheckedQuestion<Offer>> {
  const keys = funnelQuestions.filter((key) => {
    const { isContact, isFound, kind } = questionOf(key);
    return isAskedIn(offer, key) && !isContact && !isFound && kind.type !== "count" && kind.type !== "hours";
  });
  return rulesOf(keys as CheckedQuestion<Offer>[], offer);
}

/**
 * The rules of some questions, as one of the funnels asks them: each gives the answer as it is
 * to be stored, or a code.
 */
export function rulesOf<Key extends FunnelQuestion>(keys: readonly Key[], offer: FunnelOffer): RulesOf<Key> {
  return Object.fromEntries(keys.map((key) => [key, ruleOf(key, offer)])) as RulesOf<Key>;
}

function ruleOf(key: FunnelQuestion, offer: FunnelOffer): z.ZodMiniType {
  const { kind, requiredIn } = questionOf(key);
  const isRequired = requiredIn.includes(offer);
  switch (kind.type) {
    case "email":
      return emailText;
    case "text":
      return isRequired ? requiredText(kind.maxLength) : optionalText(kind.maxLength);
    case "webAddress":
      return optionalWebAddress;
    case "choice":
      return z.enum(isRequired ? kind.choices : [...kind.choices, ""], "missing");
    default:
      throw new TypeError(`No rule for ${key}.`);
  }
}
