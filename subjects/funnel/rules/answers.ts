import type { FunnelOffer } from "#domain/kernel/lead.ts";

import { type FunnelQuestion, funnelQuestions, type Kind, type KindOf, questionOf } from "./questions.ts";

/** What a visitor's answer is in the state: "", [] and 0 mean "not answered yet". */
type AnswerOf<Key extends FunnelQuestion> = AnswerTo<KindOf<Key>>;
type AnswerTo<Asked extends Kind> = Asked extends { type: "choice"; choices: readonly (infer Choice)[] }
  ? Choice | ""
  : Asked extends { type: "count" }
    ? number
    : Asked extends { type: "hours" }
      ? string[]
      : string;

/** What a visitor answers in a funnel. */
export type FunnelAnswers = { [Key in FunnelQuestion]: AnswerOf<Key> } & FunnelConsents;

/** Boxes: each given by the person in front of it, and carried by no link. */
export type FunnelConsents = { callConsent: boolean; reminderConsent: boolean };

export type FunnelStep = 1 | 2 | 3 | 4 | 5;

/** The value of the local storage key `funnel_state`. Names and defaults: specification, section 3. */
export type FunnelState = FunnelAnswers & {
  version: typeof stateVersion;
  /** ISO 8601. */
  savedAt: string;
  funnel: FunnelOffer;
  step: FunnelStep;
  knowledgeBaseText: string;
  /** In euros, for display only: nothing reads a price back from a browser. */
  price: number;
  /** The tier chosen with `?volume=` or with the slider; null before a choice. Each funnel has its own. */
  volume: number | null;
  /** Problem codes by field; `submission` when the server refused the answers. */
  formErrors: Record<string, string>;
  idempotencyKeys: Partial<Record<FunnelOffer, string>>;
  /** ISO 8601. */
  paymentStartedAt: string | null;
};

export const stateVersion = 1;

export const emptyAnswers = {
  ...Object.fromEntries(funnelQuestions.map((key) => [key, emptyAnswerTo(questionOf(key).kind)])),
  callConsent: false,
  reminderConsent: false,
} as FunnelAnswers;

function emptyAnswerTo(kind: Kind): string | number | string[] {
  if (kind.type === "count") return kind.initial;
  return kind.type === "hours" ? [] : "";
}

/** Initial price of the specification; replaced as soon as step 3 is entered. */
const initialPrice = 197;

/** @param idempotencyKey key of the first submission; empty on the server, where nothing is submitted */
export function freshState(funnel: FunnelOffer, { now, newKey }: { now: Date; newKey: string }): FunnelState {
  return {
    ...emptyAnswers,
    version: stateVersion,
    savedAt: now.toISOString(),
    funnel,
    step: 1,
    knowledgeBaseText: "",
    price: initialPrice,
    volume: null,
    formErrors: {},
    idempotencyKeys: { [funnel]: newKey },
    paymentStartedAt: null,
  };
}
