import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { emptyAnswers, type FunnelAnswers, type FunnelConsents, type FunnelState, stateVersion } from "./answers.ts";
import { type FunnelQuestion, funnelQuestions, isAskedIn } from "./questions.ts";

/**
 * What a resume link carries of a funnel: the answers to its own questions, and only those that were given.
 *
 * Never a password or a price; no reference to a submission, which any bearer of the link could then change; and not
 * the consents, which are given by the person in front of the boxes.
 */
export type ResumePayload = Partial<Omit<FunnelAnswers, keyof FunnelConsents>> & { volume?: number };

/** @param state of the funnel to resume, with fields already repaired one by one */
export function resumePayloadOf(state: FunnelState): ResumePayload {
  const given = fieldsOf(state.funnel).filter((field) => !isSame(state[field], emptyAnswers[field]));
  const answers: ResumePayload = Object.fromEntries(given.map((field) => [field, state[field]]));
  return state.volume === null ? answers : { ...answers, volume: state.volume };
}

/** The same answers under the names of the stored state: resumed at step 3 at the latest, since nothing was sent. */
export function stateOfResumePayload(funnel: FunnelOffer, answers: ResumePayload) {
  return { ...answers, funnel, version: stateVersion, step: 3 } as const;
}

/** What a funnel's own questions become when a link takes their place: an answer that it does not carry is empty. */
export function replaceAnswers(funnel: FunnelOffer, answers: ResumePayload) {
  const empty = Object.fromEntries(fieldsOf(funnel).map((field) => [field, emptyAnswers[field]]));
  return { ...(empty as Partial<FunnelAnswers>), volume: null, ...answers };
}

/** Whether all these answers are among the others: taking the others in their place loses nothing. */
export function isContained(answers: ResumePayload, others: ResumePayload): boolean {
  const pairs = Object.entries(answers) as [keyof ResumePayload, unknown][];
  return pairs.every(([field, answer]) => isSame(answer, others[field]));
}

function fieldsOf(funnel: FunnelOffer): FunnelQuestion[] {
  return funnelQuestions.filter((key) => isAskedIn(funnel, key));
}

/** Texts, numbers and the list of the hours. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
