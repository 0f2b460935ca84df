import type { SummaryRow } from "#app/funnel/offers/offer-module.ts";
import { formatCount } from "#app/ui/format.ts";
import { summaryCopy, voiceNames } from "#content/funnel.ts";
import { secretariatCopy } from "#content/secretariat-funnel.ts";
import type { FunnelState, OpeningHours } from "#domain/funnel/answers.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";

/** The answers of step 3, as they are read back in the summary. */
export function configurationRows(state: FunnelState): SummaryRow[] {
  const copy = { ...summaryCopy.answers, ...secretariatCopy.summary.answers };
  const rows = [
    { label: copy.volume, answer: secretariatCopy.callsPerDay(formatCount(chosenCallsPerDay(state.callsPerMonth))) },
    { label: copy.voice, answer: state.voice && voiceNames[state.voice] },
    { label: copy.welcomeMessage, answer: `«\u00a0${state.welcomeMessage}\u00a0»` },
    { label: copy.knowledgeBaseUrl, answer: state.knowledgeBaseUrl },
    { label: copy.knowledgeBaseText, answer: state.knowledgeBaseOwnText },
    { label: copy.intention, answer: intentionInWords(state) },
    { label: copy.hours, answer: hoursInWords(state.businessHours) },
  ];
  return rows.map((row) => ({ ...row, step: 3 }));
}

function intentionInWords({ intention, intentionDetail }: FunnelState): string {
  if (intention === "") return "";
  return intention === "autres" ? intentionDetail : secretariatCopy.intentions[intention].label;
}

/** The display text of the chosen hours, or the visitor's own words. */
export function hoursInWords([code, detail]: string[]): string {
  if (code === undefined) return "";
  return detail ?? secretariatCopy.openingHours[code as OpeningHours];
}
