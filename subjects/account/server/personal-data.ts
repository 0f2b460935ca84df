import {
  orderQuestions,
  type QuestionKey,
  questionKeys,
  questionnaireQuestions,
  questionOf,
} from "#subjects/funnel/rules/questions.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import type { AccountAdministration, AccountRecords } from "#engine/auth/administration/account-administration.ts";
import type { DbRow, Tx } from "#engine/db/database.ts";

import { profilesUnderAddress, provedAddresses, type OwnProfile } from "#server/functions/door/account-owner.ts";
import { addressesAlone } from "./erase-contact.ts";

/**
 * All that is kept about one person, as `mes-donnees.json` says it. Names are those of the API, instants are ISO 8601
 * in UTC, and `calls_per_day` is what the API calls `calls_per_month`. Names may be added, none changes its meaning.
 *
 * Left out: hashes, tokens and keys, who of the team did something, where events were sent, and the bodies of messages,
 * which repeat the answers or hold links that sign in.
 */
export type PersonalDataFile = AccountRecords & {
  exported_at: Date;
  announced_sign_ins: DbRow[];
  /** The account's, and the one of requests sent under its confirmed address without signing in. */
  profiles: DbRow[];
  /** With the consents given. */
  leads: DbRow[];
  /** What each form sent, whole, with its consents and where the visit came from. */
  submissions: DbRow[];
  /** Newsletters asked for, which of them were confirmed and which of them left. */
  newsletter_requests: DbRow[];
  /** What outlived requests that were erased at their term: proofs of agreements, places on the waiting list. */
  kept_agreements: DbRow[];
  /** Links to a first password that were mailed after a payment; not the links themselves. */
  first_passwords: DbRow[];
  /** Orders confirmed under their terms before leaving to pay. */
  payment_starts: DbRow[];
  /** What the payment provider told us. */
  payment_events: DbRow[];
  invoices: DbRow[];
  /** What the payment provider said of them since: failed debits, refunds, disputes, credit notes, ends. */
  billing_events: DbRow[];
  /** Mails to the person and events about them: which, when, whether they left. */
  messages: DbRow[];
  /** What the team noted about these requests. */
  notes: DbRow[];
  /** What the team corrected, as it was and as it is. */
  corrections: DbRow[];
  /** What each form said before it was sent again with something else. */
  former_answers: DbRow[];
  /** Requests that turned out to be of the same person, as they were. */
  merged_leads: DbRow[];
  /** What was done with these requests, or by this account. */
  history: DbRow[];
};

/** The caller has checked who asks. @param records what the service of accounts keeps */
export async function collectPersonalData(
  tx: Tx,
  user: User,
  records: AccountRecords,
  now: Date,
): Promise<PersonalDataFile> {
  return collect(tx, { user, records, profileIds: await ownProfileIds(tx, user) }, now);
}

/**
 * The same for the person of a lead, with or without an account. The caller has checked the right to ask.
 *
 * @returns undefined when there is no such lead
 */
export async function collectContactData(
  tx: Tx,
  accounts: AccountAdministration,
  leadId: string,
  now: Date,
): Promise<PersonalDataFile | undefined> {
  const { rows } = await tx.query<{ id: string; user_id: string | null }>(
    `select profile.id, profile.user_id from public.user_profiles as profile
     join public.leads as lead on lead.user_profile_id = profile.id where lead.id = $1`,
    [leadId],
  );
  const profile = rows[0];
  if (!profile) return undefined;
  const known = profile.user_id === null ? undefined : await accounts.collectRecordsOf(tx, profile.user_id);
  if (known) return collectPersonalData(tx, known.user, known.records, now);
  return collect(tx, { user: undefined, records: noRecords, profileIds: [profile.id] }, now);
}

const noRecords: AccountRecords = { account: null, sessions: [], known_devices: [], passkeys: [], pending_links: [] };

type Subject = { user: User | undefined; records: AccountRecords; profileIds: string[] };

async function collect(tx: Tx, { user, records, profileIds }: Subject, now: Date): Promise<PersonalDataFile> {
  const list = async (text: string, ...values: unknown[]) => (await tx.query(text, values)).rows;
  const userId = user?.id ?? null;
  const leads = await list(ownLeads, profileIds);
  const leadIds = leads.map(({ id }) => id);
  const profiles = await list(ownProfiles, profileIds);
  const addresses = user
    ? provedAddresses({ email: user.email, isEmailConfirmed: user.email_confirmed_at !== null })
    : await addressesAlone(tx, [...profiles, ...leads].map(emailOf));
  const submissions = await list(ownSubmissions, leadIds);
  const references = submissions.map(({ reference }) => reference);

  const payments = await list(ownPaymentEvents, leadIds, references, addresses);

  return {
    exported_at: now,
    ...records,
    announced_sign_ins: await list(ownSignIns, userId),
    profiles,
    leads,
    submissions: submissions.map((row) => ({
      ...row,
      answers: withPlainNames(row.answers),
      changed_from: withPlainNames(row.changed_from),
    })),
    newsletter_requests: await list(ownNewsletterRequests, leadIds, addresses),
    kept_agreements: await list(ownKeptAgreements, addresses),
    first_passwords: await list(ownFirstPasswords, leadIds),
    payment_starts: await list(ownPaymentStarts, references),
    payment_events: payments,
    invoices: await list(
      ownInvoices,
      payments.map(({ invoice }) => invoice),
      payments.map(({ subscription }) => subscription),
    ),
    billing_events: await list(ownBillingEvents, leadIds),
    messages: await list(ownMessages, leadIds, addresses, userId),
    notes: await list(ownNotes, leadIds),
    corrections: await list(ownCorrections, leadIds),
    former_answers: (await list(ownFormerAnswers, leadIds)).map((row) => ({
      ...row,
      answers: withPlainNames(row.answers),
    })),
    merged_leads: await list(ownMergedLeads, leadIds),
    history: await list(ownHistory, userId, leadIds),
  };
}

async function ownProfileIds(tx: Tx, user: User): Promise<string[]> {
  const { rows } = await tx.query<OwnProfile>("select id, email from public.user_profiles where user_id = $1", [
    user.id,
  ]);
  return [...rows, ...(await profilesUnderAddress(tx, user))].map(({ id }) => id);
}

function emailOf({ email }: DbRow): string | null {
  return typeof email === "string" ? email : null;
}

/** A name that lies is given its plain one. */
function withPlainNames(answers: unknown): unknown {
  if (typeof answers !== "object" || answers === null) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([column, answer]) => [plainNames.get(column) ?? column, answer]),
  );
}

const plainNames = new Map(questionKeys.map((key) => [questionOf(key).column, plainColumn(key)]));

function plainColumn(key: QuestionKey): string {
  const { column, plainName } = questionOf(key);
  return plainName?.column ?? column;
}

function listColumns(keys: readonly QuestionKey[]): string {
  return keys.map((key) => `${questionOf(key).column} as ${plainColumn(key)}`).join(", ");
}

const ofQuestionnaires = `${listColumns(questionnaireQuestions)}, phone_e164`;

const ownProfiles = `
  select id, user_id is not null as is_of_account, registration_path, ${ofQuestionnaires}, created_at, updated_at
  from public.user_profiles where id = any($1::uuid[]) order by created_at, id`;

const ownLeads = `
  select id, user_profile_id as profile_id, funnel_origin, lead_status, payment_status, paid_on, paid_at, setup_at,
         inactive_reason, private.tag_names(tags) as tags, reminders_stopped_at, mails_refused_at,
         ${ofQuestionnaires}, ${listColumns(orderQuestions)},
         consents, account_exists, newer_answers_at, is_suspect, callback_at, contacted_at, last_contact_at, created_at, updated_at
  from public.leads where user_profile_id = any($1::uuid[]) order by created_at, id`;

const ownSubmissions = `
  select idempotency_key as reference, lead_id, form, conference_on, email, contact, answers, changed_from, consents,
         attribution, source_path, user_id is not null as is_of_account, is_adopted, from_another_device, is_suspect,
         written_by is not null as is_written_by_team,
         (select source from private.lead_imports where id = import_id) as import_source,
         left_list_at, created_at, updated_at
  from private.submissions where lead_id = any($1::uuid[]) order by created_at, id`;

const ownNewsletterRequests = `
  select lead_id, email, mail_count, requested_at, confirmed_at, confirmed_text, confirmed_version,
         unsubscribed_at, unsubscribed_by
  from private.newsletter_requests
  where lead_id = any($1::uuid[]) or lead_id is null and private.canonical_email(email) = any($2::text[])
  order by requested_at`;

const ownKeptAgreements = `
  select purpose, email, version, wording, form, conference_on, given_at, ended_at from private.kept_agreements
  where email is not null and private.canonical_email(email) = any($1::text[]) order by given_at, id`;

const ownFirstPasswords = `
  select lead_id, email, issued_at, used_at from private.first_passwords
  where lead_id = any($1::uuid[]) order by issued_at`;

const ownPaymentStarts = `
  select reference, terms_version, started_at from private.payment_starts
  where reference = any($1::uuid[]) order by started_at, reference`;

/** An event without a lead belongs to the person by its reference, or by the payer's address if they proved it. */
const ownPaymentEvents = `
  select id, type, reference, email, payer, payer_differs, amount_cents, currency, link_offer, link_volume, paid_on,
         schedule, invoice, subscription, session, payment_intent, customer, is_test, is_second, received_at,
         lead_id, state, dismissed_as
  from private.payment_events
  where lead_id = any($1::uuid[])
     or lead_id is null and (reference = any($2::text[]) or private.canonical_email(email) = any($3::text[]))
  order by received_at, id`;

const ownInvoices = `
  select id, number, url, subscription, amount_cents, currency, paid_on, received_at from private.invoices
  where id = any($1::text[]) or subscription = any($2::text[])
  order by received_at, id`;

const ownBillingEvents = `
  select id, kind, object, happened_at, told_on, received_at, amount_cents, currency, invoice, subscription,
         payment_intent, customer, detail, lead_id, is_open, settled_at
  from private.billing_events where lead_id = any($1::uuid[]) order by happened_at, id`;

const ownMessages = `
  select kind, event, lead_id, status, created_at, delivered_at from private.deliveries
  where lead_id = any($1::uuid[])
     or lead_id is null and (private.canonical_email(body ->> 'to') = any($2::text[])
       or private.canonical_email(body ->> 'email') = any($2::text[])
       or body -> 'message' -> 'user' ->> 'id' = $3)
  order by created_at, id`;

const ownNotes = `
  select lead_id, text, is_for_customer, outcome, subject, recipient, delivery, sent_at, written_at
  from private.lead_notes
  where lead_id = any($1::uuid[]) order by written_at, id`;

const ownCorrections = `
  select lead_id, before, after, corrected_at from private.lead_corrections where lead_id = any($1::uuid[]) order by id`;

const ownFormerAnswers = `
  select submission.idempotency_key as reference, former.contact, former.answers, former.consents, former.answered_at
  from private.former_answers as former join private.submissions as submission on submission.id = former.submission_id
  where submission.lead_id = any($1::uuid[]) order by former.id`;

const ownMergedLeads = `
  select lead_id, into_lead_id, (before -> 'lead') - 'owner' as lead, before -> 'profile' as profile, merged_at
  from private.merged_leads where into_lead_id = any($1::uuid[]) order by merged_at, lead_id`;

const ownSignIns = "select created_at from private.sign_in_events where user_id = $1 order by created_at";

const ownHistory = `
  select at, action, lead_id, actor = $1 as is_by_account from private.audit_log
  where actor = $1 or lead_id = any($2::uuid[]) order by id`;
