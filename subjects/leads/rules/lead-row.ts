import {
  type Kind,
  type KindOf,
  type ListedQuestion,
  type QuestionKey,
  questionKeys,
  questionOf,
  type questions,
} from "#subjects/funnel/rules/questions.ts";
import { withoutTurns } from "#domain/kernel/isolate.ts";
import {
  type FunnelOrigin,
  funnelOrigins,
  type InactiveReason,
  inactiveReasons,
  type LeadStatus,
  leadStatuses,
} from "#domain/kernel/lead.ts";
import { readUrl } from "#kit/read-url.ts";

import { readAttribution } from "./attribution.ts";
import { type VisitSource, sourceOf } from "./visit-source.ts";

/** A question under its honest name. */
type PlainName<Key extends QuestionKey> = (typeof questions)[Key] extends {
  plainName: { key: infer Name extends string };
}
  ? Name
  : Key;

type ReadAs<Type extends string> = Type extends "count"
  ? number | null
  : Type extends "hours" | "list"
    ? string[]
    : string | null;

/** `knowledgeBaseText` comes without the intention typed under « autres », which shares its column. */
type ReadAnswers = {
  [Key in Exclude<QuestionKey, "knowledgeBaseOwnText"> as PlainName<Key>]: ReadAs<KindOf<Key>["type"]>;
};

/**
 * One row of the view `admin_dashboard`, as an administrator sees a lead.
 *
 * `null` is always "no value": absent, empty and badly typed fields all read so. Texts are what people typed and may
 * hold anything.
 */
export type LeadRow = ReadAnswers & {
  leadId: string | null;
  profileId: string | null;
  /** The account behind the profile; null for a lead made without one. */
  userId: string | null;
  /** Instants, ISO 8601. */
  createdAt: string | null;
  updatedAt: string | null;
  origin: FunnelOrigin | null;
  status: LeadStatus | null;
  /** Why it is closed; null where the team did not say. */
  inactiveReason: InactiveReason | null;
  /** What the team put on it, by name. */
  tags: readonly string[];
  isPaid: boolean;
  /** On the list of the next conference, without a place at one. */
  isWaitingList: boolean;
  /** The phone as machines dial it, where it could be understood. */
  phoneE164: string | null;
  /** Whether the person accepted to be called; null when the row does not say. */
  hasCallConsent: boolean | null;
  /** Sent without signing in, under the e-mail of an account. */
  hasAccountElsewhere: boolean;
  isSuspect: boolean;
  /** When a later submission arrived that the team has not adopted yet. */
  newerAnswersAt: string | null;
  /** When the lead will be erased; null when it stays. */
  expiresAt: string | null;
  /** The administrator who looks after it, by account; null when anybody may. */
  owner: string | null;
  callbackAt: string | null;
  /** When it first left « à contacter ». */
  contactedAt: string | null;
  /** Where its first visit came from; null where none is known of, and of rows that no list gave. */
  source: VisitSource | null;
  /** What was agreed with its payment, as `readKeptSchedule` reads it; null of rows that no list gave. */
  agreed: unknown;
};

export type ProposedAnswers = LeadRow & {
  /** Sent from another device, perhaps by another person. */
  isFromAnotherDevice: boolean;
};

/** A row of `admin_dashboard`. */
export type LeadColumns = Record<string, unknown>;

/** @returns undefined when the value is no row at all. */
export function readLeadRow(value: unknown): LeadRow | undefined {
  const columns = readColumns(value);
  return columns && readStoredLead(columns);
}

export function readStoredLead(columns: LeadColumns): LeadRow {
  const { first_visit: visit, schedule: agreed = null } = columns;
  return { ...readIdentity(columns), source: readSource(visit), agreed, ...readAnswers(columns) };
}

/** @returns undefined when the value is no row at all. */
export function readColumns(value: unknown): LeadColumns | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as LeadColumns;
}

/** A row without its answers and its source. */
export function readIdentity(columns: LeadColumns) {
  return {
    leadId: text(columns.lead_id),
    profileId: text(columns.user_profile_id),
    userId: text(columns.user_id),
    createdAt: text(columns.created_at),
    updatedAt: text(columns.updated_at),
    origin: funnelOrigins.find((origin) => origin === columns.funnel_origin) ?? null,
    status: leadStatuses.find((status) => status === columns.lead_status) ?? null,
    inactiveReason: inactiveReasons.find((reason) => reason === columns.inactive_reason) ?? null,
    tags: Array.isArray(columns.tags) ? columns.tags.filter((name) => typeof name === "string") : [],
    isPaid: columns.payment_status === true,
    isWaitingList: columns.funnel_origin === "conferences" && readNote(columns.extra_answers, "kind") === "waitlist",
    hasCallConsent: typeof columns.call_consent === "boolean" ? columns.call_consent : null,
    hasAccountElsewhere: columns.account_exists === true,
    isSuspect: columns.is_suspect === true,
    newerAnswersAt: text(columns.newer_answers_at),
    expiresAt: text(columns.expires_at),
    owner: text(columns.owner),
    callbackAt: text(columns.callback_at),
    contactedAt: text(columns.contacted_at),
    phoneE164: text(columns.phone_e164),
  };
}

function readSource(firstVisit: unknown): VisitSource | null {
  const { first } = readAttribution({ first: firstVisit });
  return first ? sourceOf(first) : null;
}

export type StoredAnswer = string | number | string[] | null;

/** Shares its column with the intention typed under « autres »: the view takes them apart. */
const ownText = "knowledgeBaseOwnText";

/**
 * How each answer is read, under its name in {@link LeadRow}. Looked up once, and apart from the row: an export reads a
 * million, and has no use for sixty fields in an object.
 */
export const answerReaders = questionKeys
  .filter((key) => key !== ownText)
  .map((key) => {
    const { column, kind, plainName } = questionOf(key);
    const name = plainName?.key ?? key;
    const read = (columns: LeadColumns): StoredAnswer => readAnswer(kind, columns[column]);
    return name === "knowledgeBaseText"
      ? { key, kind, name, column: questionOf(ownText).column, read: orOwnText(read) }
      : { key, kind, name, column, read };
  });

/** A row without the view's column keeps the shared one whole. */
function orOwnText(read: (columns: LeadColumns) => StoredAnswer) {
  const { column } = questionOf(ownText);
  return (columns: LeadColumns) => (columns[column] === undefined ? read(columns) : text(columns[column]));
}

function readAnswers(columns: LeadColumns): ReadAnswers {
  const read: Record<string, unknown> = {};
  for (const { name, read: readFrom } of answerReaders) read[name] = readFrom(columns);
  return read as ReadAnswers;
}

function readAnswer(kind: Kind, value: unknown): StoredAnswer {
  switch (kind.type) {
    case "count":
      return wholeNumber(value);
    case "hours":
    case "list":
      return texts(value);
    case "note":
      return readNote(value, kind.name);
    default:
      return text(value);
  }
}

/** Answers without a column of their own. */
function readNote(notes: unknown, name: string): string | null {
  return typeof notes === "object" && notes !== null ? text((notes as LeadColumns)[name]) : null;
}

/**
 * The lead as it would be with the answers that wait beside its own, which come under the names of the view.
 *
 * @returns undefined when none wait
 */
export function readNewerAnswers(lead: LeadRow, value: unknown): ProposedAnswers | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const columns = value as LeadColumns;
  const isFromAnotherDevice = columns.from_another_device === true;
  return { ...lead, phoneE164: text(columns.phone_e164), ...readAnswers(columns), isFromAnotherDevice };
}

/** As it is shown beside other texts: no mark of it turns those round. */
function text(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return null;
  return withoutTurns(value).trim() || null;
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map(text).filter((item) => item !== null);
}

/** PostgreSQL integers arrive as numbers, older rows may hold them as text. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}

/** An answer as it is stored, several as a list of codes; null when there is none. */
export function answerText(lead: ReadAnswers, key: ListedQuestion): string | null {
  const name = questionOf(key).plainName?.key ?? key;
  const answer = (lead as Record<string, unknown>)[name];
  return text(Array.isArray(answer) ? answer.join(", ") : answer);
}

/** First and last name, or what else can stand for a person; null when the row has none of it. */
export function nameOfLead(lead: LeadRow): string | null {
  const fullName = [lead.firstName, lead.lastName].filter((part) => part !== null).join(" ");
  return fullName || lead.companyName || lead.email || lead.phone;
}

/** @returns null when the text is no address a browser may be sent to: only http and https are. */
export function readWebAddress(typed: string | null): URL | null {
  const url = typed === null ? undefined : readUrl(typed);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : null;
}
