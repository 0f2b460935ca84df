import type { Prices } from "#domain/site/prices.ts";
import { presentOnly } from "#kit/present-only.ts";
import { canonicalEmail } from "#kit/email-address.ts";

import { emptyAnswers, type FunnelAnswers, type FunnelState, type FunnelStep } from "./answers.ts";
import { type ResumePayload, replaceAnswers } from "./resume-payload.ts";
import { composeKnowledgeBaseText } from "./knowledge-base-text.ts";
import { offerRules, shownPriceInEuros } from "./offer-rules.ts";
import { reachableStep } from "./steps.ts";

export type FunnelAction =
  /** The visitor typed, chose or moved something. */
  | { type: "answered"; changes: Partial<FunnelAnswers> }
  | { type: "problemsFound"; problems: Record<string, string | undefined> }
  | { type: "wentTo"; step: FunnelStep }
  /** A customer is signed in: the e-mail is the account's, the profile fills what is still empty. */
  | { type: "recognised"; email: string; profile: Partial<FunnelAnswers> }
  /** `?volume=` was in the address. */
  | { type: "volumeAsked"; volume: number }
  /** A mailed link takes the place of the answers to this funnel; `order` is the reference of one that was sent. */
  | { type: "resumed"; answers: ResumePayload; order?: string | undefined }
  | { type: "submissionRefused" }
  /** Not with the server, and only in the memory of the page. */
  | { type: "submissionUnsaved" }
  | { type: "submissionStored" }
  | { type: "paymentStarted" };

type Context = {
  now: Date;
  /** The idempotency key to take if this action needs a new one. */
  newKey: string;
  prices: Prices;
};

/** The one reducer of the sign-up funnels. */
export function reduceFunnel(state: FunnelState, action: FunnelAction, context: Context): FunnelState {
  const next = changed(state, action, context);
  return next === state ? state : withPrice(next, context.prices);
}

function changed(state: FunnelState, action: FunnelAction, { now, newKey }: Omit<Context, "prices">): FunnelState {
  switch (action.type) {
    case "answered":
      return withAnswers(withSliderMoved(state, action.changes), action.changes, newKey);
    case "problemsFound":
      return { ...state, formErrors: presentOnly(action.problems) };
    case "wentTo":
      return withStep(state, action.step);
    case "recognised":
      return withCustomer(state, action, newKey);
    case "volumeAsked":
      return withVolume(state, action.volume);
    case "resumed":
      return withResumption(state, action, newKey);
    case "submissionRefused":
      return { ...state, formErrors: { ...state.formErrors, submission: "refused" } };
    case "submissionUnsaved":
      return { ...state, formErrors: { ...state.formErrors, submission: "unsaved" } };
    case "submissionStored":
      return state.formErrors["submission"] === undefined
        ? state
        : { ...state, formErrors: withoutFields(state.formErrors, ["submission"]) };
    case "paymentStarted":
      return { ...state, paymentStartedAt: now.toISOString() };
  }
}

function withAnswers(state: FunnelState, changes: Partial<FunnelAnswers>, newKey: string): FunnelState {
  const next = { ...state, ...changes };
  const isOtherPerson = canonicalEmail(next.email) !== canonicalEmail(state.email);
  return {
    ...next,
    knowledgeBaseText: composeKnowledgeBaseText(next),
    formErrors: withoutFields(state.formErrors, Object.keys(changes)),
    // The server refuses a known key with another e-mail.
    idempotencyKeys: isOtherPerson ? { [state.funnel]: newKey } : state.idempotencyKeys,
  };
}

/** A volume chosen here is no longer the default, even where it is the same number. */
function withSliderMoved(state: FunnelState, changes: Partial<FunnelAnswers>): FunnelState {
  const { volumeField } = offerRules[state.funnel];
  const chosen = volumeField && changes[volumeField];
  return chosen ? { ...state, volume: chosen } : state;
}

/** The same state when there is nothing to fill: a tab that changed nothing writes nothing. */
function withCustomer(
  state: FunnelState,
  { email, profile }: { email: string; profile: Partial<FunnelAnswers> },
  newKey: string,
): FunnelState {
  const missing = missingOnly(state, profile);
  const { volumeField } = offerRules[state.funnel];
  if (state.volume !== null && volumeField) delete missing[volumeField];
  const isKnown = Object.keys(missing).length === 0 && email === state.email;
  return isKnown ? state : withAnswers(state, { ...missing, email }, newKey);
}

function withStep(state: FunnelState, step: FunnelStep): FunnelState {
  return { ...state, step, formErrors: step < 4 ? {} : state.formErrors };
}

/** Resumes from a mailed link: as not paid, as sent only with an order, and with consents of the same person alone. */
function withResumption(
  state: FunnelState,
  { answers: mailed, order }: { answers: ResumePayload; order?: string | undefined },
  newKey: string,
): FunnelState {
  const { volume, ...answers } = replaceAnswers(state.funnel, mailed);
  const isSamePerson = canonicalEmail(mailed.email ?? "") === canonicalEmail(state.email);
  const callConsent = state.callConsent && isSamePerson;
  const reminderConsent = state.reminderConsent && isSamePerson;
  const answered = { ...withAnswers(state, { ...answers, callConsent, reminderConsent }, newKey), volume };
  const next = order === undefined ? answered : withReference(answered, order);
  const step = reachableStep(order === undefined ? 3 : 5, next, state.funnel);
  return { ...withStep(next, step), formErrors: {}, paymentStartedAt: null };
}

function withReference(state: FunnelState, reference: string): FunnelState {
  return { ...state, idempotencyKeys: { ...state.idempotencyKeys, [state.funnel]: reference } };
}

/** Once answers were sent with another volume, step 3 has to send them again. */
function withVolume(state: FunnelState, wished: number): FunnelState {
  const { volume, answers } = offerRules[state.funnel].adoptVolume(wished);
  const isOther = Object.entries(answers).some(([field, value]) => state[field as keyof FunnelState] !== value);
  const step = isOther && state.step > 3 ? 3 : state.step;
  return { ...state, ...answers, volume, step };
}

/** From step 3 on, the price of what is shown replaces the initial one. */
function withPrice(state: FunnelState, prices: Prices): FunnelState {
  return state.step < 3 ? state : { ...state, price: shownPriceInEuros(state.funnel, state, prices) };
}

/** Prefilling never replaces an answer. */
function missingOnly(state: FunnelState, known: Partial<FunnelAnswers>): Partial<FunnelAnswers> {
  const isEmpty = (field: string, value: unknown) =>
    Array.isArray(value) ? value.length === 0 : value === emptyAnswers[field as keyof FunnelAnswers];
  const missing = Object.entries(known).filter(
    ([field, value]) => isEmpty(field, state[field as keyof FunnelAnswers]) && !isEmpty(field, value),
  );
  return Object.fromEntries(missing);
}

function withoutFields(problems: Record<string, string>, fields: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(problemOwner(field))));
}

/** The problem of the hours' own words belongs to the one answer that holds them. */
function problemOwner(field: string): string {
  return field === "hours" || field === "hoursDetail" ? "businessHours" : field;
}
