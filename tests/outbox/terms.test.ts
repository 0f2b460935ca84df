import { afterEach, expect, test } from "vitest";

import type { retentionRows } from "#subjects/legal/words/retention-rows.ts";
import { rowsPerBatch } from "#engine/db/expired-rows.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { retentionTerms } from "#server/jobs/terms.ts";
import { newKey, secretariat, send } from "#tests/leads/sending.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";

import { outboxContext } from "./outbox-support.ts";

const db = await openDatabaseForFile();

afterEach(() => db.reset());

const dayMs = 24 * 3600 * 1000;

async function runAfter(days: number, jobs = scheduledJobs): Promise<void> {
  const context = outboxContext(db, { now: () => new Date(Date.now() + days * dayMs) });
  for (const job of jobs) await runScheduledJob(context, job);
}

/** A full run runs every job, since another table's could reach this one. */
function jobsOn(table: string): typeof scheduledJobs {
  const terms = retentionTerms.filter((term) => term.table.startsWith(table)).map(({ name }) => name);
  return atDepth(
    scheduledJobs.filter(({ name }) => terms.includes(name)),
    scheduledJobs,
  );
}

async function countOf(table: string): Promise<number> {
  const { rows } = await db.inspect<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}

const delivery = (columns: string, values: string) =>
  `insert into private.deliveries (kind, event, body, ${columns}) values ('mail', 'mail.recovery', '{}', ${values})`;
const proof = (analytics: boolean, date = "now()") =>
  `insert into private.consent_proofs (id, date, version, choices)
   values ('abcdefgh', ${date}, '1', '{"analytics": ${analytics}, "marketing": false}')`;

/** What anybody can make, and how many days it stays. */
const invented: [name: string, table: string, days: number, insert: string][] = [
  ["what was delivered", "private.deliveries", 30, delivery("status, delivered_at", "'delivered', now()")],
  ["what was given up", "private.deliveries", 90, delivery("status", "'dead'")],
  ["a bucket", "private.rate_buckets", 1, "insert into private.rate_buckets (key, tokens) values ('a', 1)"],
  ["a refusal", "private.consent_proofs", 184, proof(false)],
  ["an agreement", "private.consent_proofs", 366 * 5 + 184, proof(true)],
  [
    "a click for no order",
    "private.payment_starts",
    30,
    `insert into private.payment_starts (reference, terms_version) values ('${newKey()}', '1')`,
  ],
  [
    "an invoice that no payment names",
    "private.invoices",
    30,
    "insert into private.invoices (id, amount_cents, currency, paid_on) values ('in_1', 11640, 'eur', now())",
  ],
  [
    "an import",
    "private.lead_imports",
    184,
    `insert into private.lead_imports (id, author, source, file_name, file_hash, funnel_origin, last_line)
     values ('${newKey()}', '${newKey()}', 'Salon', 'salon.csv', '${"0".repeat(64)}', 'general', 1)`,
  ],
  [
    "an announced sign-in",
    "private.sign_in_events",
    30,
    `insert into private.sign_in_events (session_id) values ('${newKey()}')`,
  ],
  [
    "an erasure that is on the list beside the backups",
    "private.erasures",
    30,
    "insert into private.erasures (subject, salt, hash, written_at) values ('lead', '', '', now())",
  ],
  [
    "an erasure that is on no list",
    "private.erasures",
    761,
    "insert into private.erasures (subject, salt, hash) values ('lead', '', '')",
  ],
  [
    "what was told to screens",
    "private.lead_events",
    1 / 24,
    "insert into private.lead_events (change) values ('created')",
  ],
];

test.each(invented)("Of %s, nothing is left in %s after %i days", async (_, table, days, insert) => {
  await db.inspect(insert);
  await runAfter(days * 0.98 - 0.1, jobsOn(table));
  expect(await countOf(table)).toBe(1);
  await runAfter(days + 1, jobsOn(table));
  expect(await countOf(table)).toBe(0);
});

test("A bucket written before the clock was set back by days goes too", async () => {
  await db.inspect(
    "insert into private.rate_buckets (key, tokens, updated_at) values ('a', 1, now() + interval '40 days')",
  );
  await runAfter(0);
  expect(await countOf("private.rate_buckets")).toBe(0);
});

test("What has to be proved stays: the refusal that ends an agreement, the click of an order, the session that lives", async () => {
  await db.inspect(proof(true));
  await db.inspect(proof(false, "now() + interval '1 s'"));
  const reference = newKey();
  await send(db, { ...secretariat, idempotency_key_param: reference });
  await db.inspect("update leads set payment_status = true");
  await db.inspect("insert into private.payment_starts (reference, terms_version) values ($1, '1')", [reference]);
  await runAfter(400);
  expect(await countOf("private.consent_proofs")).toBe(2);
  expect(await countOf("private.payment_starts")).toBe(1);
});

test("A confirmation that was mailed stays known as long as its lead, so none leaves twice", async () => {
  await send(db, secretariat);
  await db.inspect("update leads set payment_status = true");
  await db.inspect("update private.deliveries set status = 'delivered', delivered_at = now()");
  await runAfter(100);
  const { rows } = await db.inspect("select event, body from private.deliveries");
  expect(rows).toEqual([{ event: "mail.lead-received", body: {} }]);
});

test("What was sent under a client's e-mail goes after six months unless it was adopted, and nothing waits any more", async () => {
  await send(db, secretariat);
  await db.inspect("update leads set lead_status = 'client'");
  await send(db, { ...secretariat, phone_param: "06 39 98 99 99" });
  await runAfter(180);
  expect(await countOf("private.submissions")).toBe(2);
  expect(await countOf("leads where newer_answers_at is not null")).toBe(1);
  await runAfter(186);
  expect(await countOf("private.submissions")).toBe(1);
  expect(await countOf("leads where newer_answers_at is null")).toBe(1);
});

test("A line of the audit log goes when it is a year old, whatever the server's clock says", async () => {
  await db.inspect(
    `insert into private.audit_log (at, action)
     select now() - n * interval '1 day', 'test.done' from unnest(array[1, 364, 366]) as n`,
  );
  await runAfter(-400);
  expect(await countOf("private.audit_log where action = 'test.done'")).toBe(3);
  await runAfter(400);
  expect(await countOf("private.audit_log where action = 'test.done'")).toBe(2);
});

test("More than one batch goes in one run", async () => {
  await db.inspect(
    `insert into private.rate_buckets (key, tokens, updated_at)
     select n::text, 1, now() - interval '3 days' from generate_series(1, $1) as n`,
    [rowsPerBatch * 2 + 1],
  );
  await runAfter(0);
  expect(await countOf("private.rate_buckets")).toBe(0);
});

/** Tables whose rows have no term of their own, and why. */
const withoutTerm: Record<string, string> = {
  "auth.identities": "their account's",
  "auth.mfa_amr_claims": "their session's",
  "auth.webauthn_credentials": "their account's, until it takes them away",
  "private.account_removals": "until the project has removed the account: finish_account_removals",
  "private.audit_log": "one year: purge_audit_log",
  "private.first_passwords": "their lead's, three each",
  "private.former_answers": "their submission's",
  "private.lead_corrections": "their lead's",
  "private.lead_notes": "their lead's",
  "private.note_mentions": "their note's",
  "private.notification_choices": "their administrator's, until they administer no more",
  "private.merged_leads": "their lead's",
  "private.lead_figures": "says nothing of a person: sums of a day",
  "private.lead_day_figures": "those of private.lead_figures, which they add up",
  "private.lead_month_figures": "those of private.lead_figures, which they add up",
  "private.site_alerts": "says nothing of a person, and goes when it is over",
  "private.job_reports": "says nothing of a person: one row for each job",
  "private.lead_facet_changes": "added to the facets every minute",
  "private.lead_volumes": "says nothing of a person: one row for each volume of a facet",
  "private.lead_facets": "says nothing of a person: one row for each combination of filters",
  "private.lead_list": "their lead's",
  "private.lead_figure_changes": "ten minutes: add_up_lead_figures",
  "private.lead_turns": "with the right of who takes them",
  "private.lead_views":
    "filters that the team named, whose search goes with the last lead that it finds; their author's account's",
  "private.lead_words": "their lead's",
  "private.mail_template_versions": "the team's: what mails begin with, which says nothing of a customer",
  "private.callback_feeds": "their reader's, while they administer",
  "private.tags": "says nothing of a person: the team's own words",
  "private.questions": "the forms': no answers",
  "private.receivers": "the configuration's",
  "private.settings": "the configuration's",
  "private.site_draft": "the team's: one row",
  "private.site_pictures": "thirty days where no version names them: drop_unnamed_pictures",
  "private.site_picture_files": "their picture's",
  "private.site_articles": "thirty days where no version names them: drop_unnamed_articles",
  "private.site_versions": "what the site said, and of whom with their consent: the proof of it",
  "private.submissions": "their lead's; erase_expired_proposals",
};

test("Every table of the schemas private and auth has a term, or a reason why not", async () => {
  const { rows } = await db.inspect<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_catalog.pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('private', 'auth') order by 1`,
  );
  const decided = [...Object.keys(withoutTerm), ...retentionTerms.map(({ table }) => table.split(" ")[0] ?? "")];
  expect(rows.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([]);
});

/** What makes each line of the privacy policy true: jobs that end rows, else where it is done. */
const endedBy: Record<keyof typeof retentionRows, readonly string[] | string> = {
  contacts: ["erase_expired_leads", "erase_expired_proposals", "purge_adoptions"],
  imported: ["erase_expired_leads", "purge_lead_imports"],
  notes: ["erase_expired_leads"],
  teamMails: ["erase_expired_leads"],
  notifications: ["purge_notifications"],
  clients: "the site knows no end of a contract: the team changes the status, then erase_expired_leads (decision 0040)",
  accounting: [
    "purge_payment_events",
    "purge_invoices",
    "purge_unclaimed_invoices",
    "empty_attachments",
    "purge_billing_events",
  ],
  accounts: ["erase_expired_leads", "purge_unproved_accounts", "purge_anonymous_accounts"],
  sessions: ["purge_sessions", "purge_sign_in_events"],
  devices: ["purge_known_devices"],
  links: ["purge_mailed_codes", "purge_sign_ins_under_way", "purge_sign_up_attempts"],
  counters: ["purge_rate_buckets"],
  logs: "server/log-files.test.ts, or the journal of the system",
  events: ["empty_delivered_bodies", "empty_dead_bodies", "purge_delivered", "purge_dead_deliveries"],
  choices: "domain/site/cookie-consent.test.ts: in the browser",
  statistics: ["purge_step_counts", "purge_step_months", "purge_lead_figures"],
  proofs: [
    "purge_consent_proofs",
    "purge_refusals",
    "purge_payment_starts",
    "purge_kept_proofs",
    "purge_left_newsletters",
  ],
  letter: "tests/leads/outliving.test.ts: until its holder leaves",
  waitingList: ["close_waiting_lists", "purge_waiting_lists"],
  audit: ["purge_audit_log"],
  entrusted: "nothing of it is on the site",
};

test("Each job that a line of the privacy policy rests on is there, and no table's term is without a line", () => {
  const named = Object.values(endedBy).flatMap((by) => (typeof by === "string" ? [] : by));
  const jobs = scheduledJobs.map(({ name }) => name);
  expect(named.filter((name) => !jobs.includes(name))).toEqual([]);
  const unsaid = retentionTerms.map(({ name }) => name).filter((name) => !named.includes(name));
  // Salted hashes, and minutes or hours of what says nothing of a person, or proves nothing any more.
  expect(unsaid).toEqual([
    "purge_erasures",
    "purge_lead_events",
    "purge_used_proofs",
    "purge_factor_challenges",
    "purge_unfinished_factors",
    "purge_passkey_challenges",
    "revoke_replaced_keys",
  ]);
});
