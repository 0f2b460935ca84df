import { type FunnelOffer, funnelOffers, type FunnelOrigin } from "#domain/kernel/lead.ts";
import { sirenLength } from "#domain/kernel/siren.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { clientsUnchosen, followUpVolumes } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { prospectsRanges } from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import { callsUnchosen, secretariatVolumes } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { audiences, clientsRanges, closingObjectives, intentions, openingHours, voices } from "./choices.ts";

/** What an answer is. */
export type Kind =
  | { type: "email" | "text" | "webAddress"; maxLength: number }
  | { type: "choice"; choices: readonly string[] }
  /**
   * A whole number; 0 and less mean not chosen. `initial` is the value of a fresh form, `unchosen` the default that
   * counts before a choice, and a slider shows the nearest one of those that are `sold` for any other.
   */
  | { type: "count"; initial: number; unchosen: number; sold: readonly [number, ...number[]] }
  /** One code, or `autres` and the visitor's own words: see `business-hours.ts`. */
  | { type: "hours"; choices: readonly string[] }
  /** Several codes. */
  | { type: "list"; choices: readonly string[] }
  /** A text without a column of its own: the key of `extra_answers`. */
  | { type: "note"; name: string };

/** One question of a form, and how its answer is called wherever it goes. */
export type Question = {
  /** In `leads` and, of the questionnaires, in `user_profiles`; their procedure's parameter is `<column>_param`. */
  column: string;
  kind: Kind;
  /** The forms that ask it. */
  forms: readonly FunnelOrigin[];
  /** Those of the funnels that do not go on without it. */
  requiredIn: readonly FunnelOffer[];
  /** Who the person is, whatever they ask for. */
  isContact?: true;
  /** The answer that carries this one when it is sent and stored; the view takes them apart. */
  partOf?: "knowledgeBaseText";
  /** Composed from its parts; no form asks for it. */
  isComposed?: true;
  /** What a name that lies is called where we read it, and in what a customer exports. */
  plainName?: { key: string; column: string };
  /** Sent as text, and so announced: the specification has it so. */
  isSentAsText?: true;
  /** Not among the specification's parameters: other forms leave it out, and what an earlier version kept lacks it. */
  isAddition?: true;
  /** Filled from the register of companies when the visitor chooses a company; no form has a field for it. */
  isFound?: true;
  /** Not told to receivers, whose bodies the specification fixes. SQL: no `wire_name`. */
  isUnannounced?: true;
};

const line = { type: "text", maxLength: maxLengths.line } as const;
const area = { type: "text", maxLength: maxLengths.area } as const;
const choice = <const Choices extends readonly string[]>(choices: Choices) => ({ type: "choice", choices }) as const;

const secretariat = ["secretariat"] as const;
const followUp = ["suiviclient"] as const;
const marketing = ["marketing"] as const;
const closing = ["closing"] as const;
const conferences = ["conferences"] as const;
const orders = [...closing, ...conferences] as const;

const ofRegister = {
  forms: [...funnelOffers, ...orders],
  requiredIn: [],
  isAddition: true,
  isUnannounced: true,
  isFound: true,
} as const;
const ofPerson = { forms: [...funnelOffers, ...orders], requiredIn: funnelOffers, isContact: true } as const;

/**
 * Every question of every form, once: state, schemas, parameters, rows, export and lists are made from it.
 * The key is the name in the browser's state and in what receivers get; SQL says the same in
 * `private.questions`, held to it by a test.
 *
 * In the order of the lists that show the answers. How to add one: `docs/recipes/add-a-question.md`.
 */
export const questions = {
  email: { column: "email", kind: { type: "email", maxLength: maxLengths.line }, ...ofPerson },
  firstName: { column: "first_name", kind: line, ...ofPerson },
  lastName: { column: "last_name", kind: line, ...ofPerson },
  phone: { column: "phone", kind: line, ...ofPerson },
  companyName: { column: "company_name", kind: line, ...ofPerson },
  businessType: { column: "business_type", kind: line, ...ofPerson, forms: [...funnelOffers, ...conferences] },
  /** Of the company that orders, as the register has it: what an invoice to a business names. */
  companySiren: { column: "company_siren", kind: { type: "text", maxLength: sirenLength }, ...ofRegister },
  companyLegalName: { column: "company_legal_name", kind: line, ...ofRegister },
  companyAddress: { column: "company_address", kind: line, ...ofRegister },

  activeClientsPerMonth: {
    column: "active_clients_per_month",
    kind: {
      type: "count",
      initial: clientsUnchosen,
      unchosen: clientsUnchosen,
      sold: followUpVolumes,
    },
    forms: followUp,
    requiredIn: followUp,
    isSentAsText: true,
  },
  clientFollowupGoals: {
    column: "client_followup_goals",
    kind: area,
    forms: followUp,
    requiredIn: followUp,
    isAddition: true,
  },
  /** Whom the clients are: trainees of a training body begin with a free month. */
  audience: {
    column: "audience",
    kind: choice(audiences),
    forms: followUp,
    requiredIn: [],
    isAddition: true,
    isUnannounced: true,
  },

  prospectsPerMonth: {
    column: "prospects_per_month",
    kind: choice(prospectsRanges),
    forms: marketing,
    requiredIn: marketing,
  },
  /** The volume that is sold: chosen on the offer's page or here, else the next one above the range. */
  contactsPerMonth: {
    column: "contacts_per_month",
    kind: { type: "count", initial: 0, unchosen: 0, sold: marketingVolumes },
    forms: marketing,
    requiredIn: [],
    isAddition: true,
    isUnannounced: true,
  },
  currentClients: { column: "current_clients", kind: choice(clientsRanges), forms: marketing, requiredIn: marketing },
  marketingNeeds: { column: "marketing_needs", kind: area, forms: marketing, requiredIn: marketing },

  /** Calls per DAY: the specification gave the key this name (section 3). */
  callsPerMonth: {
    column: "calls_per_month",
    kind: {
      type: "count",
      initial: 0,
      unchosen: callsUnchosen,
      sold: secretariatVolumes,
    },
    forms: secretariat,
    requiredIn: secretariat,
    plainName: { key: "callsPerDay", column: "calls_per_day" },
  },
  voice: { column: "voice", kind: choice(voices), forms: funnelOffers, requiredIn: secretariat },
  welcomeMessage: { column: "welcome_message", kind: area, forms: secretariat, requiredIn: secretariat },
  knowledgeBaseUrl: {
    column: "knowledge_base_url",
    kind: { type: "webAddress", maxLength: maxLengths.url },
    forms: secretariat,
    requiredIn: [],
  },
  knowledgeBaseText: {
    column: "knowledge_base_text",
    // Room for the detail, the text, and what stands between them.
    kind: { type: "text", maxLength: 4400 },
    forms: secretariat,
    requiredIn: [],
    isComposed: true,
  },
  /** The optional text as typed; what is stored and sent as `knowledgeBaseText` is composed from it. */
  knowledgeBaseOwnText: {
    column: "knowledge_base_own_text",
    kind: area,
    forms: secretariat,
    requiredIn: [],
    partOf: "knowledgeBaseText",
  },
  intention: { column: "intention", kind: choice(intentions), forms: secretariat, requiredIn: secretariat },
  /** What was typed under « autres », and asked then. */
  intentionDetail: {
    column: "intention_detail",
    kind: line,
    forms: secretariat,
    requiredIn: [],
    partOf: "knowledgeBaseText",
  },
  /** One code, or `autres` and the visitor's own words. */
  businessHours: {
    column: "business_hours",
    kind: { type: "hours", choices: openingHours },
    forms: secretariat,
    requiredIn: secretariat,
  },

  role: { column: "role", kind: line, forms: closing, requiredIn: [] },
  prospectsCount: { column: "prospects_count", kind: line, forms: closing, requiredIn: [] },
  objectives: {
    column: "objectives",
    kind: { type: "list", choices: closingObjectives },
    forms: closing,
    requiredIn: [],
  },
  /** What a lawyer wrote. */
  comment: {
    column: "extra_answers",
    kind: { type: "note", name: "commentaire" },
    forms: conferences,
    requiredIn: [],
  },
} as const satisfies Record<string, Question>;

type Questions = typeof questions;
export type QuestionKey = keyof Questions;
export type KindOf<Key extends QuestionKey> = Questions[Key]["kind"];

type WhatIs<Property extends keyof Question> = {
  [Key in QuestionKey]: Questions[Key] extends Record<Property, unknown> ? Key : never;
}[QuestionKey];
export type ContactQuestion = WhatIs<"isContact">;
export type PartQuestion = WhatIs<"partOf">;
type Composed = WhatIs<"isComposed">;
export type FoundQuestion = WhatIs<"isFound">;

export type AskedIn<Form extends FunnelOrigin> = {
  [Key in QuestionKey]: Form extends Questions[Key]["forms"][number] ? Key : never;
}[QuestionKey];
/** What a visitor answers in one of the funnels. */
export type FunnelQuestion = Exclude<AskedIn<FunnelOffer>, Composed>;

/** A number, which a slider sets. */
export type CountQuestion = {
  [Key in FunnelQuestion]: KindOf<Key>["type"] extends "count" ? Key : never;
}[FunnelQuestion];

/** What step 3 of a funnel checks: numbers are set by a slider, and the hours are two controls. */
export type CheckedQuestion<Offer extends FunnelOffer> = Extract<FunnelQuestion, AskedIn<Offer>> &
  Exclude<Checkable, ContactQuestion | FoundQuestion>;
type Checkable = {
  [Key in QuestionKey]: KindOf<Key>["type"] extends "count" | "hours" ? never : Key;
}[QuestionKey];

export function questionOf(key: QuestionKey): Question {
  return questions[key];
}

export const questionKeys = Object.keys(questions) as QuestionKey[];

export function isAskedIn(form: FunnelOrigin, key: QuestionKey): boolean {
  return questionOf(key).forms.includes(form);
}

export const contactQuestions = questionKeys.filter((key): key is ContactQuestion => !!questionOf(key).isContact);

/** Who orders, as the register has it. */
export const foundQuestions = questionKeys.filter((key): key is FoundQuestion => !!questionOf(key).isFound);

/** In the state of the funnels, whichever of them asks. */
export const funnelQuestions = questionKeys.filter(
  (key): key is FunnelQuestion => funnelOffers.some((offer) => isAskedIn(offer, key)) && !questionOf(key).isComposed,
);

/** What a form sends and the database keeps: the parts as the one answer that carries them. */
export function sentQuestions(form: FunnelOrigin): QuestionKey[] {
  return questionKeys.filter((key) => isAskedIn(form, key) && !questionOf(key).partOf);
}

export type ListedQuestion = Exclude<QuestionKey, ContactQuestion | PartQuestion>;

/** What lists show of a form, in their order: its own questions, not who the person is. */
export function listedQuestions(form: FunnelOrigin): ListedQuestion[] {
  return sentQuestions(form).filter((key): key is ListedQuestion => !questionOf(key).isContact);
}

/** Those of the questionnaires: parameters of their procedure, and columns of profiles. */
export const questionnaireQuestions = questionKeys.filter((key) =>
  funnelOffers.some((offer) => sentQuestions(offer).includes(key)),
);

/** Those of the order forms only: columns of leads. */
export const orderQuestions = questionKeys.filter(
  (key) => !questionnaireQuestions.includes(key) && !questionOf(key).partOf,
);

/** What a question takes, in characters, for the control and for the sentence about it. */
export function maxLengthOf(key: QuestionKey): number {
  const { kind } = questionOf(key);
  return "maxLength" in kind ? kind.maxLength : maxLengths.line;
}

/** Whether an answer may go on for lines. */
export function isLongText(key: QuestionKey): boolean {
  return questionOf(key).kind.type === "note" || maxLengthOf(key) > maxLengths.line;
}
