import type { Consent } from "#subjects/consent/rules/consents.ts";
import type { FunnelAnswers, FunnelConsents, FunnelState } from "#subjects/funnel/rules/answers.ts";
import { businessHoursOfProcedure, joinBusinessHours } from "#subjects/funnel/rules/business-hours.ts";
import { chosenCount } from "#subjects/funnel/rules/counts.ts";
import {
  type ContactQuestion,
  isAskedIn,
  questionnaireQuestions,
  questionOf,
  sentQuestions,
} from "#subjects/funnel/rules/questions.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

import type { Attribution } from "./attribution.ts";

/** What step 3 submits, by question; numbers are text where the specification says so (section 3). */
export type Payload = Record<ContactQuestion, string> & Record<string, string | number>;

/** Everything the server needs to store a lead; also the body kept in the browser's queue. */
export type LeadSubmission = {
  funnel: FunnelOffer;
  payload: Payload;
  /** The same key twice is one lead. */
  idempotencyKey: string;
  /** What the boxes of the form were ticked for. */
  consents: {
    calls: FunnelConsent;
    /** Absent from what earlier versions left in the queue. */
    reminder?: FunnelConsent | undefined;
  };
  /** The path of the page, such as `/inscription-secretariat`. */
  registrationPath: string;
  attribution?: Attribution | undefined;
};

type Context = {
  now: Date;
  registrationPath: string;
  attribution?: Attribution | undefined;
  /** The sentences beside the boxes, as they were shown. */
  consentTexts: { calls: string; reminder: string };
};

type FunnelConsent = Consent & { form: FunnelOffer };

/** Dates of the wordings beside the boxes. */
export const consentVersions = { calls: "2025-06-25", reminder: "2026-11-23" } as const;

/** @param state checked answers, with a volume that is a tier */
export function leadSubmission(
  state: FunnelState,
  { now, registrationPath, consentTexts, attribution }: Context,
): LeadSubmission {
  const recordOf = (purpose: keyof typeof consentVersions, granted: boolean): FunnelConsent => ({
    granted,
    at: now.toISOString(),
    version: consentVersions[purpose],
    form: state.funnel,
    text: consentTexts[purpose],
  });
  return {
    funnel: state.funnel,
    payload: payloadOf(state),
    idempotencyKey: state.idempotencyKeys[state.funnel] ?? "",
    consents: { calls: recordOf("calls", state.callConsent), reminder: recordOf("reminder", state.reminderConsent) },
    registrationPath,
    attribution,
  };
}

function payloadOf(state: FunnelState): Payload {
  const answers = sentQuestions(state.funnel)
    .map((key) => [key, answerToSend(key as keyof SentAnswers, state)] as const)
    // Of a company that was not looked up there is nothing to say, not even that it is empty.
    .filter(([key, answer]) => !questionOf(key).isFound || answer !== "");
  return Object.fromEntries(answers) as Payload;
}

type SentAnswers = Omit<FunnelAnswers, keyof FunnelConsents> & Pick<FunnelState, "knowledgeBaseText">;

function answerToSend(key: keyof SentAnswers, state: FunnelState): string | number {
  const answer = state[key];
  if (Array.isArray(answer)) return joinBusinessHours(answer);
  if (typeof answer === "string") return answer;
  const count = chosenCount(key, answer);
  return questionOf(key).isSentAsText ? String(count) : count;
}

/**
 * The named parameters of `create_lead_without_auth`. Missing values are empty strings, which mean "no value" in
 * every column type.
 *
 * Source: specification, section 5; resolutions, section 9.
 */
export function createLeadParameters(submission: LeadSubmission): Record<string, unknown> {
  const { funnel, payload, idempotencyKey, consents, registrationPath, attribution } = submission;
  return {
    funnel_origin_param: funnel,
    registration_path_param: registrationPath,
    ...answerParameters(funnel, payload),
    // Left out when there is none: an empty text is no uuid.
    idempotency_key_param: idempotencyKey === "" ? undefined : idempotencyKey,
    consents_param: consents,
    attribution_param: attribution,
  };
}

function answerParameters(funnel: FunnelOffer, payload: Payload): Record<string, unknown> {
  const asked = questionnaireQuestions.filter((key) =>
    questionOf(key).isFound ? key in payload : isAskedIn(funnel, key) || !questionOf(key).isAddition,
  );
  return Object.fromEntries(
    asked.map((key) => {
      const { column, kind } = questionOf(key);
      const answer = isAskedIn(funnel, key) ? (payload[key] ?? "") : "";
      return [`${column}_param`, kind.type === "hours" ? businessHoursOfProcedure(String(answer)) : answer];
    }),
  );
}
