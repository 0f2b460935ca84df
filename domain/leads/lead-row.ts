import { type FunnelOrigin, type LeadStatus, funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";

/**
 * One row of the view `admin_dashboard`, as an administrator sees a lead.
 *
 * `null` is always "no value": absent, empty and badly typed fields all read so. Texts are what people typed and may
 * hold anything.
 */
export type LeadRow = {
  leadId: string | null;
  profileId: string | null;
  /** The account behind the profile; null for a lead made without one. */
  userId: string | null;
  /** Instants, ISO 8601. */
  createdAt: string | null;
  updatedAt: string | null;
  origin: FunnelOrigin | null;
  status: LeadStatus | null;
  isPaid: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  /** The phone as machines dial it, where it could be understood. */
  phoneE164: string | null;
  companyName: string | null;
  businessType: string | null;
  voice: string | null;
  welcomeMessage: string | null;
  knowledgeBaseUrl: string | null;
  /** Without the intention typed under « autres », which shares its column. */
  knowledgeBaseText: string | null;
  intention: string | null;
  /** What was typed under « autres ». */
  intentionDetail: string | null;
  /** The column is named `calls_per_month` but holds calls per day. */
  callsPerDay: number | null;
  /** One code, or `autres` followed by what was typed. */
  businessHours: string[];
  activeClientsPerMonth: number | null;
  clientFollowupGoals: string | null;
  prospectsPerMonth: string | null;
  currentClients: string | null;
  marketingNeeds: string | null;
  role: string | null;
  prospectsCount: string | null;
  objectives: string[];
  /** Conferences: what the lawyer wrote. */
  comment: string | null;
  /** Whether the person accepted to be called; null when the row does not say. */
  hasCallConsent: boolean | null;
  /** Sent without signing in, under the e-mail of an account. */
  hasAccountElsewhere: boolean;
  isSuspect: boolean;
  /** When a later submission arrived that nobody adopted yet. */
  newerAnswersAt: string | null;
  /** When the lead will be erased; null when it stays. */
  expiresAt: string | null;
};

export type NewerAnswers = LeadRow & {
  /** Nobody knows whether the same person sent them. */
  isFromAnotherDevice: boolean;
};

type Columns = Record<string, unknown>;

/** @returns undefined when the value is no row at all. */
export function readLeadRow(value: unknown): LeadRow | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const columns = value as Columns;
  return { ...readIdentity(columns), ...readContact(columns), ...readAnswers(columns) };
}

function readIdentity(columns: Columns) {
  return {
    leadId: text(columns.lead_id),
    profileId: text(columns.user_profile_id),
    userId: text(columns.user_id),
    createdAt: text(columns.created_at),
    updatedAt: text(columns.updated_at),
    origin: funnelOrigins.find((origin) => origin === columns.funnel_origin) ?? null,
    status: leadStatuses.find((status) => status === columns.lead_status) ?? null,
    isPaid: columns.payment_status === true,
    hasCallConsent: typeof columns.call_consent === "boolean" ? columns.call_consent : null,
    hasAccountElsewhere: columns.account_exists === true,
    isSuspect: columns.is_suspect === true,
    newerAnswersAt: text(columns.newer_answers_at),
    expiresAt: text(columns.expires_at),
  };
}

function readContact(columns: Columns) {
  return {
    firstName: text(columns.first_name),
    lastName: text(columns.last_name),
    email: text(columns.email),
    phone: text(columns.phone),
    phoneE164: text(columns.phone_e164),
    companyName: text(columns.company_name),
    businessType: text(columns.business_type),
  };
}

function readAnswers(columns: Columns) {
  return {
    voice: text(columns.voice),
    welcomeMessage: text(columns.welcome_message),
    knowledgeBaseUrl: text(columns.knowledge_base_url),
    // The view takes the shared column apart; a row without its answer keeps it whole.
    knowledgeBaseText: text(
      columns.knowledge_base_own_text === undefined ? columns.knowledge_base_text : columns.knowledge_base_own_text,
    ),
    intention: text(columns.intention),
    intentionDetail: text(columns.intention_detail),
    callsPerDay: wholeNumber(columns.calls_per_month),
    businessHours: texts(columns.business_hours),
    activeClientsPerMonth: wholeNumber(columns.active_clients_per_month),
    clientFollowupGoals: text(columns.client_followup_goals),
    prospectsPerMonth: text(columns.prospects_per_month),
    currentClients: text(columns.current_clients),
    marketingNeeds: text(columns.marketing_needs),
    role: text(columns.role),
    prospectsCount: text(columns.prospects_count),
    objectives: texts(columns.objectives),
    comment: readComment(columns.extra_answers),
  };
}

/** Answers without a column of their own. */
function readComment(extraAnswers: unknown): string | null {
  if (typeof extraAnswers !== "object" || extraAnswers === null) return null;
  const { commentaire } = extraAnswers as Columns;
  return text(commentaire);
}

/**
 * The lead as it would be with the answers that wait beside its own, which come under the names of the view.
 *
 * @returns undefined when none wait
 */
export function readNewerAnswers(lead: LeadRow, value: unknown): NewerAnswers | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const columns = value as Columns;
  const isFromAnotherDevice = columns.from_another_device === true;
  return { ...lead, ...readContact(columns), ...readAnswers(columns), isFromAnotherDevice };
}

function text(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return null;
  return value.trim() === "" ? null : value.trim();
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

/** First and last name, or what else can stand for a person; null when the row names nobody. */
export function nameOfLead(lead: LeadRow): string | null {
  const fullName = [lead.firstName, lead.lastName].filter((part) => part !== null).join(" ");
  return fullName || lead.companyName || lead.email || lead.phone;
}

/** @returns null when the text is no address a browser may be sent to: only http and https are. */
export function readWebAddress(typed: string | null): URL | null {
  if (typed === null || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}
