import type { SummaryRow } from "#subjects/funnel/site/offers/offer-module.ts";
import { answerRows } from "#subjects/funnel/site/steps/answer-rows.ts";
import { formatCount } from "#app/ui/format.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { chosenCallsPerDay } from "#subjects/funnel/rules/secretariat-configuration.ts";

import { hoursInWords } from "./hours-in-words.ts";

export function configurationRows(state: FunnelState): SummaryRow[] {
  return answerRows(state, {
    callsPerMonth: volumeWords.callsPerMonth(formatCount(chosenCallsPerDay(state.callsPerMonth))),
    voice: state.voice && answerWords.voice[state.voice],
    welcomeMessage: `«\u00a0${state.welcomeMessage}\u00a0»`,
    knowledgeBaseText: state.knowledgeBaseOwnText,
    intention: intentionInWords(state),
    businessHours: hoursInWords(state.businessHours),
  });
}

function intentionInWords({ intention, intentionDetail }: FunnelState): string {
  if (intention === "") return "";
  return intention === "autres" ? intentionDetail : answerWords.intention[intention];
}
