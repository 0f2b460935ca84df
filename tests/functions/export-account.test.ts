import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { columnLabel } from "#subjects/leads/words/admin-file.ts";
import { functionProblems, type FunctionProblem } from "#content/shared/function-problems.ts";
import type { PersonalDataFile } from "#subjects/account/server/personal-data.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { createWire, signInWithPassword, signUpCustomer, type SignedIn, type Wire } from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addCustomer, addNamer, invoicesOf, bearer, callFunction, strangersOf, type Customer } from "./customers.ts";
import { addContact } from "#tests/fixtures/accounts.ts";
import { receiversOf } from "#tests/support/receivers.ts";

const db = await openDatabaseForFile();
let wire: Wire;
let claire: Customer;

beforeEach(async () => {
  wire = createWire({ db });
  const webhooks = {
    receivers: receiversOf({ leadUrls: ["https://one.example/"], signInUrls: ["https://two.example/"] }),
    secrets: [],
  };
  await registerReceivers(db, { ...wire.context.settings, webhooks }, new Date());
  claire = await addCustomer(wire, db, "marker-claire");
});

afterEach(() => db.reset());

const call = (headers: Record<string, string>, body?: unknown) =>
  callFunction(wire.context, "export-account", headers, body);
const refusal = (status: number, code: FunctionProblem) => ({
  status,
  answer: { code, error: functionProblems[code] },
});

type Exported = Omit<PersonalDataFile, "account"> & { account: Record<string, any> };

async function exportOf(person: SignedIn): Promise<{ text: string; data: Exported }> {
  const { status, text } = await call(bearer(person));
  expect(status).toBe(200);
  return { text, data: JSON.parse(text) as Exported };
}

const idsOf = (rows: Record<string, unknown>[], name = "id") => rows.map((row) => String(row[name])).toSorted();

describe("A customer's export", () => {
  test("is a file of JSON that no cache stores, and is noted in the log", async () => {
    const { status, headers } = await call({ ...bearer(claire), apikey: wire.context.settings.publishableKey }, {});
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="mes-donnees.json"');
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    const { rows } = await db.inspect(
      "select actor, action, detail from private.audit_log where action like 'account.%'",
    );
    expect(rows).toEqual([{ actor: claire.userId, action: "account.exported", detail: {} }]);
  });

  test("holds the account, the profile, each lead with its submissions, consents, payments and messages", async () => {
    const { data, text } = await exportOf(claire);
    const { contact, withoutAccount } = claire;
    expect(data.account).toMatchObject({ id: claire.userId, email: claire.email, app_metadata: { provider: "email" } });
    expect(data.account.identities).toHaveLength(1);
    expect(idsOf(data.profiles)).toEqual([contact.profileId, withoutAccount.profileId].toSorted());
    expect(idsOf(data.leads)).toEqual([...contact.leadIds, ...withoutAccount.leadIds].toSorted());
    const references = [...contact.references, ...withoutAccount.references].toSorted();
    expect(idsOf(data.submissions, "reference")).toEqual(references);
    for (const row of [...data.profiles, ...data.leads]) expect(row.last_name).toBe(claire.marker);
    for (const { consents } of [...data.leads, ...data.submissions]) {
      expect(consents).toEqual({ calls: { granted: true, text: claire.marker } });
    }
    for (const { answers, attribution } of data.submissions) {
      expect(answers).toEqual({ welcome_message: claire.marker, calls_per_day: 50 });
      expect(attribution).toEqual({ utm_campaign: claire.marker });
    }
    expect(data.profiles[0]).toMatchObject({ calls_per_day: 50 });
    expect(data.payment_starts).toMatchObject([{ reference: contact.references[1], terms_version: "2025-06-25" }]);
    expect(idsOf(data.payment_events, "state")).toEqual(["applied", "waiting"]);
    const [first, month] = invoicesOf(claire.marker);
    expect(idsOf(data.invoices)).toEqual([first, month]);
    const events = data.messages.map(({ event }) => event);
    for (const event of ["questionnaire.submitted", "closing.registered", "mail.password-changed", "user.signed_in"]) {
      expect(events).toContain(event);
    }
    expect(data.messages[0]).toMatchObject({ status: "waiting", delivered_at: null });
    const { names, codes } = (JSON.parse(text) as { words: { names: object; codes: object } }).words;
    expect(names).toMatchObject({
      leads: "Demandes",
      lead_status: "Statut",
      granted: "Accordé",
      calls_per_day: "Appels par jour",
    });
    expect(codes).toMatchObject({
      funnel_origin: { secretariat: "Secrétariat" },
      lead_status: { to_contact: "À contacter" },
      action: { "account.exported": expect.stringMatching(/^Copie|^Données|^Export/) },
    });
    expect([data.sessions.length, data.announced_sign_ins.length, data.pending_links.length]).toEqual([1, 1, 1]);
  });

  test("holds no data of others, no secret, and no way to sign in", async () => {
    const jean = await addCustomer(wire, db, "marker-jean");
    const colleague = await signUpCustomer(wire);
    await db.inspect("insert into private.audit_log (actor, action, lead_id) values ($1, 'lead.opened', $2)", [
      colleague.userId,
      claire.contact.leadIds[0],
    ]);
    const { text, data } = await exportOf(claire);
    expect(data.history).toContainEqual(expect.objectContaining({ action: "lead.opened", is_by_account: false }));

    const { rows: secrets } = await db.inspect<{ secret: string }>(
      `select encrypted_password as secret from auth.users
       union all select encode(refresh_token_hmac_key, 'hex') from auth.sessions
       union all select id::text from auth.sessions
       union all select token_hash from auth.one_time_tokens union all select code_hash from auth.one_time_tokens
       union all select subject_hash from auth.known_devices
       union all select body -> 'data' ->> 'link' from private.deliveries where body -> 'data' ? 'link'
       union all select body -> 'data' ->> 'code' from private.deliveries where body -> 'data' ? 'code'
       union all select url from private.receivers union all select encrypted_private_jwk from auth.signing_keys`,
    );
    const others = [jean.marker, jean.userId, ...jean.contact.leadIds, jean.contact.profileId, colleague.userId];
    expect(secrets.length).toBeGreaterThan(10);
    for (const word of [...others, ...secrets.map(({ secret }) => secret), claire.refresh, claire.access]) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
  });

  test("leaves out what was asked under an address that was never confirmed", async () => {
    const unproved = await signUpCustomer(wire);
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [unproved.userId]);
    await addContact(db, { email: unproved.email });
    const { data } = await exportOf(unproved);
    expect([data.profiles, data.leads, data.submissions]).toEqual([[], [], []]);
  });

  test("leaves out the mails to an address that has become another account's", async () => {
    const jean = await addCustomer(wire, db, "marker-jean");
    await db.inspect("update public.user_profiles set email = $2 where id = $1", [
      claire.contact.profileId,
      jean.email,
    ]);
    const before = (await exportOf(claire)).data.messages.length;
    await db.inspect("insert into private.deliveries (kind, event, body) values ('mail', 'mail.recovery', $1)", [
      JSON.stringify({ to: jean.email }),
    ]);
    expect((await exportOf(claire)).data.messages).toHaveLength(before);
  });

  test("leaves out payments, invoices and mails of an address that its forms name and it never proved", async () => {
    const victim = "victime@exemple.example";
    const { data, text } = await exportOf(await addNamer(wire, db, victim));
    expect(data.leads).toMatchObject([{ email: victim }]);
    expect([data.payment_events, data.invoices]).toEqual([[], []]);
    expect(data.messages.map(({ event }) => event)).not.toContain("mail.password-changed");
    expect(text).not.toContain("factures.example");
  });

  test("is given to an administrator too, of their own data alone", async () => {
    const admin = await signUpCustomer(wire);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [admin.userId]);
    const { text, data } = await exportOf(admin);
    expect([data.profiles, data.leads, data.submissions]).toEqual([[], [], []]);
    expect(text).not.toContain("marker-");
  });

  test("is given whole to ten calls at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => exportOf(claire)));
    expect(new Set(answers.map(({ data }) => data.leads.length))).toEqual(new Set([3]));
  });
});

describe("Nothing is exported", () => {
  test("to the public key, the secret key, nonsense, an ended session or a ban", async () => {
    for (const headers of strangersOf(wire.context, claire)) {
      const { status, answer } = await call(headers);
      expect([headers, status, answer]).toEqual([headers, 401, refusal(401, "no_authorization").answer]);
    }
    const other = await signInWithPassword(wire, claire.email);
    await wire.send("POST", "/logout?scope=local", { token: other.access });
    expect(await call(bearer(other))).toMatchObject(refusal(401, "session_not_found"));
    await db.inspect("update auth.users set banned_until = now() + interval '1 h' where id = $1", [claire.userId]);
    expect(await call(bearer(claire))).toMatchObject(refusal(401, "session_not_found"));
    const { rows } = await db.inspect("select action, detail from private.audit_log where action like 'account.%'");
    expect(rows).toEqual(Array(2).fill({ action: "account.export_refused", detail: { code: "session_not_found" } }));
  });

  test("before the second factor, when one is enrolled", async () => {
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      claire.userId,
    ]);
    expect(await call(bearer(claire))).toMatchObject(refusal(403, "insufficient_aal"));
  });

  test("for a body that is no JSON", async () => {
    expect(await call(bearer(claire), "{")).toMatchObject(refusal(400, "unreadable"));
    expect(await call(bearer(claire), { a: "a".repeat(70_000) })).toMatchObject(refusal(413, "unreadable"));
    expect(await call({ ...bearer(claire), "content-type": "text/plain" }, "{}")).toMatchObject(
      refusal(415, "unreadable"),
    );
  });

  test("without its line in the log", async () => {
    await db.inspect(
      `create or replace function public.refuse() returns trigger language plpgsql as
       $$ begin raise exception 'secret-internal-detail'; end $$`,
    );
    await db.inspect(
      "create trigger refuse before insert on private.audit_log for each row execute function public.refuse()",
    );
    const { status, text } = await call(bearer(claire));
    await db.inspect("drop trigger refuse on private.audit_log");
    expect([status, text]).toEqual([
      500,
      JSON.stringify({ error: functionProblems.unexpected_failure, code: "unexpected_failure" }),
    ]);
  });
});

/** Where a column's value stands under another name, or why it does not leave. */
const renamed: Record<string, string> = {
  "public.user_profiles.user_id": "is_of_account",
  "public.user_profiles.calls_per_month": "calls_per_day",
  "public.leads.user_profile_id": "profile_id",
  "public.leads.calls_per_month": "calls_per_day",
  "private.submissions.idempotency_key": "reference",
  "private.submissions.import_id": "import_source",
  "private.submissions.user_id": "is_of_account",
  "private.submissions.written_by": "is_written_by_team",
  "private.former_answers.submission_id": "reference",
  "private.merged_leads.before": "lead",
  "private.audit_log.actor": "is_by_account",
  "auth.users.raw_app_meta_data": "app_metadata",
  "auth.users.raw_user_meta_data": "user_metadata",
  "auth.users.email_change": "new_email",
  "auth.users.phone_change": "new_phone",
  "auth.identities.provider_id": "id",
  "auth.sessions.not_after": "ends_at",
  "auth.one_time_tokens.token_type": "type",
  "auth.one_time_tokens.relates_to": "email",
};
const withheld: Record<string, string[]> = {
  // Names of rows, the account being named once, and secrets.
  "private.submissions": ["id"],
  // Who of the team did something.
  "public.leads": ["owner", "setup_by"],
  "private.lead_notes": ["id", "author", "template_id", "template_version"],
  "private.lead_corrections": ["id", "author"],
  "private.former_answers": ["id"],
  "private.merged_leads": ["merge_id", "author", "kept_updated_at"],
  "private.newsletter_requests": ["id", "token_hash", "former_ids"],
  "private.kept_agreements": ["id", "lead_id", "fingerprint", "former_ids"],
  "private.first_passwords": ["id"],
  "private.sign_in_events": ["session_id", "user_id"],
  "private.audit_log": ["id", "detail"],
  "auth.sessions": [
    "id",
    "user_id",
    "aal",
    "factor_id",
    "refresh_token_hmac_key",
    "refresh_token_counter",
    "refresh_token_floor",
    "proved_at",
    "idle_limit",
    "ends_at",
    "updated_at",
  ],
  "auth.known_devices": ["subject_hash", "user_id"],
  "auth.one_time_tokens": [
    "id",
    "user_id",
    "token_hash",
    "code_hash",
    "attempts",
    "attempt_id",
    "flow_state_id",
    "updated_at",
  ],
  "auth.mfa_factors": ["user_id", "secret", "used_steps", "wrong_codes", "wait_until", "web_authn_credential"],
  "auth.webauthn_credentials": ["id", "user_id", "credential_id", "public_key", "sign_count", "updated_at"],
  "auth.users": [
    "encrypted_password",
    "is_password_trusted",
    "email_change_browser_hash",
    "email_change_confirmed_by",
    "email_change_is_readers",
    "email_change_session_id",
    "banned_until",
    "is_sso_user",
    "deleted_at",
  ],
  // Figured out again from the amount.
  "private.payment_events": ["right_for", "attached"],
  // What tells two events apart; who of the team.
  "private.billing_events": ["version", "settled_by"],
  // Bodies repeat the submission or hold links; the rest is how and where to we send.
  "private.deliveries": [
    "id",
    "receiver_id",
    "submission_id",
    "merged_from",
    "body",
    "attempts",
    "next_try_at",
    "leased_until",
    "leased_by",
    "last_status",
    "last_error",
    "last_answer",
    "traceparent",
  ],
};
/** No personal data, hashes alone, a sign-in or a sign-up under way (by anybody), or what lists repeat of leads. */
const nobodys = [
  "public.admin_users",
  "private.questions",
  "private.settings",
  "private.job_reports",
  "private.site_alerts",
  "private.receivers",
  "private.rate_buckets",
  "private.consent_proofs",
  "private.lead_words",
  "private.lead_list",
  "private.adoptions",
  "private.lead_facets",
  "private.lead_volumes",
  "private.lead_facet_changes",
  "private.lead_events",
  // Filters of the list. A search is what the team typed, and goes with the last lead that it finds.
  "private.lead_views",
  // Of a file, how many lines became what: where it came from is said with each request.
  "private.lead_imports",
  "private.site_draft",
  "private.site_versions",
  "private.site_articles",
  "private.site_pictures",
  "private.site_picture_files",
  // Of administrators, beside their right.
  "private.lead_turns",
  // What mails of the team begin with.
  "private.mail_template_versions",
  // Of the team, which lead and which colleague: nothing of what either says.
  "private.notifications",
  "private.notification_choices",
  "private.note_mentions",
  // An address of an administrator.
  "private.callback_feeds",
  // The team's words; those on a lead are in its file.
  "private.tags",
  // Sums of a day, or of a month.
  "private.step_counts",
  "private.step_months",
  "private.lead_figures",
  "private.lead_day_figures",
  "private.lead_month_figures",
  "private.lead_figure_changes",
  "auth.flow_state",
  "auth.sign_up_attempts",
  "auth.mfa_amr_claims",
  "auth.mfa_challenges",
  "auth.webauthn_challenges",
  "auth.signing_keys",
  "auth.used_proofs",
  // Of accounts that are erased already.
  "private.account_removals",
  "private.erasures",
];

test("Every column of every table that holds a person is exported under a French name, or withheld", async () => {
  await db.inspect(
    `update auth.users set phone = '33639984107', phone_confirmed_at = now(), invited_at = now(), email_change = 'a@b.example',
       email_change_sent_at = now(), confirmation_sent_at = now(), recovery_sent_at = now(),
       phone_change = '33639984108', phone_change_sent_at = now(), reauthentication_sent_at = now() where id = $1`,
    [claire.userId],
  );
  await db.inspect("insert into auth.mfa_factors (user_id, factor_type, friendly_name) values ($1, 'totp', 'a')", [
    claire.userId,
  ]);
  await db.inspect(`update auth.mfa_factors set phone = '33639984107', last_challenged_at = now() where user_id = $1`, [
    claire.userId,
  ]);
  await db.inspect(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, aaguid, last_used_at)
     values ($1, 'a', 'a', gen_random_uuid(), now())`,
    [claire.userId],
  );
  await db.inspect("insert into auth.known_devices (subject_hash, user_id) values ('a', $1) on conflict do nothing", [
    claire.userId,
  ]);
  await db.inspect("update auth.identities set last_sign_in_at = now() where user_id = $1", [claire.userId]);
  await db.inspect("insert into private.newsletter_requests (lead_id, email, token_hash) values ($1, $2, 'a')", [
    claire.contact.leadIds[0],
    claire.email,
  ]);
  await db.inspect(
    `insert into private.kept_agreements (lead_id, purpose, email, version, form, given_at)
     values (gen_random_uuid(), 'waitlist', $1, '1', 'conferences', now())`,
    [claire.email],
  );
  await db.inspect("insert into private.first_passwords (lead_id, email) values ($1, $2)", [
    claire.contact.leadIds[0],
    claire.email,
  ]);
  const [leadId, otherLeadId] = claire.contact.leadIds;
  await db.inspect("insert into private.lead_notes (lead_id, author, text) values ($1, $2, 'a')", [
    leadId,
    claire.userId,
  ]);
  await db.inspect(
    "insert into private.lead_corrections (lead_id, author, before, after) values ($1, $2, '{}', '{}')",
    [leadId, claire.userId],
  );
  await db.inspect("update private.submissions set contact = '{}' where lead_id = $1", [leadId]);
  await db.inspect(
    `insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
     values (gen_random_uuid(), $2, $1, $3, '{"lead": {}}')`,
    [leadId, otherLeadId, claire.userId],
  );
  await db.inspect(
    `insert into private.billing_events (id, kind, object, version, happened_at, told_on, lead_id, detail)
     values ('evt', 'credit_note', 'cn_1', '', now(), now(), $1, '{"number": "CN-1"}')`,
    [leadId],
  );
  const { data } = await exportOf(claire);
  const shown: Record<string, Record<string, unknown> | undefined> = {
    "public.user_profiles": data.profiles[0],
    "public.leads": data.leads[0],
    "private.submissions": data.submissions[0],
    "private.lead_notes": data.notes[0],
    "private.lead_corrections": data.corrections[0],
    "private.former_answers": data.former_answers[0],
    "private.merged_leads": data.merged_leads[0],
    "private.newsletter_requests": data.newsletter_requests[0],
    "private.kept_agreements": data.kept_agreements[0],
    "private.first_passwords": data.first_passwords[0],
    "private.payment_starts": data.payment_starts[0],
    "private.payment_events": data.payment_events[0],
    "private.invoices": data.invoices[0],
    "private.billing_events": data.billing_events[0],
    "private.deliveries": data.messages[0],
    "private.sign_in_events": data.announced_sign_ins[0],
    "private.audit_log": data.history[0],
    "auth.users": data.account,
    "auth.identities": data.account.identities[0],
    "auth.mfa_factors": data.account.factors[0],
    "auth.webauthn_credentials": data.passkeys[0],
    "auth.sessions": data.sessions[0],
    "auth.known_devices": data.known_devices[0],
    "auth.one_time_tokens": data.pending_links[0],
  };
  const { rows: columns } = await db.inspect<{ table: string; column: string }>(
    `select format('%I.%I', relation.relnamespace::regnamespace, relation.relname) as "table", attname as "column"
     from pg_class as relation join pg_attribute on attrelid = relation.oid
     where relkind = 'r' and attnum > 0 and not attisdropped
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`,
  );
  const missing = columns.filter(({ table, column }) => {
    if (nobodys.includes(table) || withheld[table]?.includes(column)) return false;
    return !Object.hasOwn(shown[table] ?? {}, renamed[`${table}.${column}`] ?? column);
  });
  expect(columns.length).toBeGreaterThan(150);
  expect(missing).toEqual([]);
  // The team's screen names what no label knows by its column.
  const names = new Set(Object.values(shown).flatMap((row) => Object.keys(row ?? {})));
  expect([...names].filter((name) => columnLabel(name) === name)).toEqual([]);
});
