import type { SummaryRow } from "#app/funnel/offers/offer-module.ts";
import { answerRows } from "#app/funnel/steps/answer-rows.ts";
import { formatCount } from "#app/ui/format.ts";
import { answerWords } from "#content/words/answer-words.ts";
import { volumeWords } from "#content/words/volume-words.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";

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
