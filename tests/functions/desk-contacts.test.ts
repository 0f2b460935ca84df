import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { deskProblems, type DeskRefusal } from "#subjects/leads/words/desk-problems.ts";
import { addReceivers, secretariat, send } from "#tests/leads/sending.ts";
import { signIn } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const refusal = (status: number, code: DeskRefusal) => ({
  status,
  body: expect.objectContaining({ error: deskProblems[code], code }),
});
const nowhere = "00000000-0000-4000-8000-000000000000";

const anyFunction = testOf("merge-contacts")
  .extend(
    "postTo",
    ({ admin, context }) =>
      (name: string) =>
      async (body: unknown, headers?: Record<string, string>) => {
        const said = headers ?? { authorization: `Bearer ${admin.token}` };
        const { status, answer } = await callFunction(context, name, said, body);
        return { status, body: answer };
      },
  )
  .extend(
    "rows",
    ({ db }) =>
      async (sql: string, values: unknown[] = []) =>
        (await db.inspect(sql, values)).rows,
  )
  /** @returns its lead, made as a visitor makes it */
  .extend("arrive", ({ db, rows }) => async (email: string, beside: Record<string, unknown> = {}) => {
    const { reference } = await send(db, { ...secretariat, email_param: email, ...beside });
    const [row] = await rows("select lead_id as id from private.submissions where idempotency_key = $1", [reference]);
    return String(row?.id);
  });

describe("create-lead", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("create-lead"));

  test("makes a lead as the form would, tells the receivers once and mails the person nothing", async ({
    admin,
    db,
    post,
    rows,
  }) => {
    await addReceivers(db, "https://hook.example/");
    const given = {
      email: "Claire@exemple.fr",
      first_name: "Claire",
      phone: "06 39 98 41 07",
      funnel_origin: "secretariat",
      calls_per_month: 50,
      business_hours: "24h",
      idempotency_key: randomUUID(),
    };
    const answers = await Promise.all(Array.from({ length: 3 }, () => post(given)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.lead_id)).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ is_new: true, reference: given.idempotency_key });
    expect(await rows("select email, phone_e164, calls_per_month, owner from public.leads")).toEqual([
      { email: "Claire@exemple.fr", phone_e164: "+33639984107", calls_per_month: 50, owner: null },
    ]);
    expect(await rows("select kind, event from private.deliveries")).toEqual([
      { kind: "webhook", event: "questionnaire.submitted" },
    ]);
    expect(await rows("select written_by, user_id from private.submissions")).toEqual([
      { written_by: admin.userId, user_id: null },
    ]);
    expect((await rows("select action, actor from private.audit_log"))[0]).toEqual({
      action: "lead.created_by_hand",
      actor: admin.userId,
    });
  });

  test("is general unless told otherwise, and gets no owner", async ({ post, rows }) => {
    expect(await post({ email: "a@b.example", website: "spam", user_id: nowhere })).toMatchObject({ status: 200 });
    expect(await rows("select funnel_origin, is_suspect from public.leads")).toEqual([
      { funnel_origin: "general", is_suspect: false },
    ]);
    expect(await rows("select user_id, email from public.user_profiles")).toEqual([
      { user_id: null, email: "a@b.example" },
    ]);
  });

  test("beside an existing lead is a proposal, and overwrites no answers", async ({ arrive, post, rows }) => {
    const lead = await arrive("claire@exemple.fr");
    const { body } = await post({ email: "claire@exemple.fr", funnel_origin: "secretariat", company_name: "Autre" });
    expect(body).toMatchObject({ lead_id: lead, is_new: false });
    const [row] = await rows("select company_name, newer_answers_at is not null as waits from public.leads");
    expect(row).toEqual({ company_name: "Pâtisserie Ravel", waits: true });
  });

  test("does not take the mail from who asks for themselves later", async ({ arrive, post, rows }) => {
    await post({ email: "claire@exemple.fr", funnel_origin: "secretariat" });
    await arrive("claire@exemple.fr");
    expect(await rows("select event from private.deliveries where kind = 'mail'")).toEqual([
      { event: "mail.lead-received" },
    ]);
  });

  test.for([
    [{}, "contact_missing"],
    [{ phone: "06 39 98" }, "phone_malformed"],
    [{ email: "sans arobase" }, "email_malformed"],
    [{ email: "a@b", phone: "0".repeat(301) }, "value_too_long"],
    [{ email: "a@b", calls_per_month: "x" }, "number_malformed"],
    [{ email: "a@b", registration_path: "https://ailleurs.example" }, "path_malformed"],
  ] as const)("refuses %j as the form would", async ([given, code], { post, rows }) => {
    expect(await post(given)).toEqual(refusal(400, code));
    expect(await rows("select from public.leads")).toEqual([]);
  });

  test("takes a telephone alone, with an owner, a call-back, a note and an agreement that is proved", async ({
    admin,
    db,
    post,
    rows,
  }) => {
    await addReceivers(db, "https://hook.example/");
    const given = {
      phone: "06 39 98 41 07",
      funnel_origin: "closing",
      prospects_count: "2000",
      objectives: ["leads"],
      note: "A appelé à midi.",
      owner: admin.userId,
      callback_at: new Date(Date.now() + 3_600_000).toISOString(),
      call_consent: { given_on: "2026-01-05", source: "Au téléphone", text: "Rappelez-moi." },
      idempotency_key: randomUUID(),
    };
    const { body } = await post(given);
    expect((await post(given)).body.lead_id).toBe(body.lead_id);
    expect(
      await rows(
        `select email, phone_e164, prospects_count, objectives, owner, callback_at is not null as is_promised,
                private.has_consented(consents, 'calls') as call_consent
         from public.leads`,
      ),
    ).toEqual([
      {
        email: null,
        phone_e164: "+33639984107",
        prospects_count: "2000",
        objectives: ["leads"],
        owner: admin.userId,
        is_promised: true,
        call_consent: true,
      },
    ]);
    expect(await rows("select text, author from private.lead_notes")).toEqual([
      { text: "A appelé à midi.", author: admin.userId },
    ]);
    expect(await rows("select kind, body ->> 'email' as email from private.deliveries")).toEqual([
      { kind: "webhook", email: "" },
    ]);
    await rows("delete from public.leads");
    expect(
      await rows("select purpose, email, fingerprint is not null as is_proved, version from private.kept_agreements"),
    ).toEqual([{ purpose: "calls", email: null, is_proved: true, version: "2026-01-05" }]);
  });

  test("with a telephone that a lead has already makes another, which is shown as alike", async ({
    db,
    post,
    rows,
  }) => {
    const [one, other] = [await post({ phone: "0639984107" }), await post({ phone: "+33 6 39 98 41 07" })];
    expect(one.body.lead_id).not.toBe(other.body.lead_id);
    expect(await rows("select alike from private.leads_like('', '+33639984107', '', null)")).toHaveLength(2);
    await db.reset();
  });

  test.for([
    [{ owner: nowhere }, 409, "unknown_owner"],
    [{ callback_at: "2020-01-01" }, 400, "callback_out_of_reach"],
    [{ call_consent: { given_on: "2999-01-01", source: "a", text: "b" } }, 400, "day_to_come"],
    [{ call_consent: { given_on: "2026-01-05", source: " ", text: "b" } }, 400, "unreadable"],
  ] as const)("makes none with %j", async ([given, status, code], { post, rows }) => {
    expect(await post({ email: "a@b.example", ...given })).toEqual(refusal(status, code));
    expect(await rows("select from public.leads")).toEqual([]);
  });

  test("takes a key for one person only, and hostile texts as texts", async ({ post, rows }) => {
    const idempotency_key = randomUUID();
    const hostile = "'; drop table leads; -- <img onerror=x>";
    expect(await post({ email: "a@b.example", idempotency_key, first_name: hostile })).toMatchObject({ status: 200 });
    expect(await post({ email: "c@d.example", idempotency_key })).toEqual(refusal(409, "key_reused"));
    expect(
      await post(`{"email": "e@f.example", "first_name": "a\\u0000\\ud800b", "consents": {"calls": "\\ud800"}}`),
    ).toMatchObject({ status: 200 });
    expect(
      (await rows("select first_name from public.leads order by created_at")).map(({ first_name }) => first_name),
    ).toEqual([hostile, "ab"]);
    for (const body of [
      { email: 4.5, funnel_origin: "autre" },
      { email: { a: 1 } },
      { email: "a@b", idempotency_key: "x" },
    ]) {
      expect(await post(body)).toEqual(refusal(400, "unreadable"));
    }
  });

  test("is for administrators", async ({ context, db, post, rows }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ email: "a@b.example" }, headers)).status).toBe(status);
    }
    expect(await rows("select from public.leads")).toEqual([]);
  });
});

describe("note-consent", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("note-consent"));
  const said = { given_on: "2026-01-05", source: "Au téléphone", text: "Rappelez-moi." };

  test("notes once what was agreed to elsewhere, under who noted it, and keeps its proof", async ({
    admin,
    arrive,
    post,
    rows,
  }) => {
    const lead = await arrive("claire@exemple.fr");
    for (const _ of [1, 2]) expect((await post({ lead_id: lead, ...said })).status).toBe(200);
    expect(await rows("select private.has_consented(consents, 'calls') as may from public.leads")).toEqual([
      { may: true },
    ]);
    expect(
      await rows(
        `select author, detail #>> '{consents,calls,source}' as source
         from private.facts_of_file($1) where kind = 'consent'`,
        [lead],
      ),
    ).toEqual([{ author: admin.email, source: said.source }]);
    await rows("delete from public.leads");
    expect(await rows("select version, form from private.kept_agreements")).toEqual([
      { version: said.given_on, form: "secretariat" },
    ]);
  });

  test("refuses what is half said, of a day to come, of a lead that is gone, and from strangers", async ({
    arrive,
    context,
    db,
    post,
    rows,
  }) => {
    const lead = await arrive("claire@exemple.fr");
    expect(await post({ lead_id: lead, ...said, text: "" })).toEqual(refusal(400, "unreadable"));
    expect(await post({ lead_id: lead, ...said, given_on: "2999-01-01" })).toEqual(refusal(400, "day_to_come"));
    expect(await post({ lead_id: nowhere, ...said })).toEqual(refusal(404, "unknown_lead"));
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, ...said }, headers)).status).toBe(status);
    }
    expect(await rows("select private.has_consented(consents, 'calls') as may from public.leads")).toEqual([
      { may: false },
    ]);
  });
});

/** Everything that hangs on leads, to be there before, after and again. */
const kept = `
  select (select count(*) from private.submissions) as submissions,
         (select count(*) from private.deliveries) as deliveries,
         (select count(*) from private.payment_events where lead_id is not null) as payments,
         (select count(*) from private.lead_notes) as notes,
         (select count(*) from private.first_passwords) as passwords,
         (select count(*) from private.submissions where consents <> '{}') as consents`;
const everything = `
  select jsonb_build_object(
    'leads', (select jsonb_agg(to_jsonb(l) - 'updated_at' order by id) from public.leads as l),
    'profiles', (select jsonb_agg(to_jsonb(p) - 'updated_at' order by id) from public.user_profiles as p),
    'submissions', (select jsonb_agg(to_jsonb(s) order by id) from private.submissions as s),
    'deliveries', (select jsonb_agg(to_jsonb(d) order by id) from private.deliveries as d),
    'payments', (select jsonb_agg(to_jsonb(e) order by id) from private.payment_events as e),
    'notes', (select jsonb_agg(to_jsonb(n) order by id) from private.lead_notes as n),
    'passwords', (select jsonb_agg(to_jsonb(p) order by id) from private.first_passwords as p),
    'newsletter', (select jsonb_agg(to_jsonb(n) order by lead_id) from private.newsletter_requests as n)) as all`;

describe("merge-contacts", () => {
  const test = anyFunction
    .extend("post", ({ postTo }) => postTo("merge-contacts"))
    /** Two that are the same person: what each sent, paid, was mailed and was noted. */
    .extend("two", async ({ admin, arrive, db, rows }) => {
      await addReceivers(db, "https://hook.example/");
      const keep = await arrive("claire@exemple.fr", {
        company_name_param: "",
        consents_param: { calls: { granted: true } },
      });
      const gone = await arrive("claire@autre.example", {
        phone_param: "",
        consents_param: { calls: { granted: false }, terms: { granted: true } },
      });
      const moved = await arrive("claire@autre.example", { funnel_origin_param: "marketing" });
      for (const [place, lead] of [keep, gone].entries()) {
        await db.inspect(
          `insert into private.payment_events (id, type, amount_cents, currency, lead_id, state)
           values ($2, 'checkout.session.completed', 11640, 'eur', $1, 'applied')`,
          [lead, `evt_${place}`],
        );
        await rows("insert into private.lead_notes (lead_id, author, text) values ($1, $2, 'Note')", [
          lead,
          admin.userId,
        ]);
        await db.inspect("insert into private.first_passwords (lead_id, email) values ($1, 'claire@autre.example')", [
          lead,
        ]);
        await rows(
          `insert into private.newsletter_requests (lead_id, email, token_hash) values ($1, 'a${place}', $2)`,
          [lead, `${place}`],
        );
      }
      await rows("update public.leads set payment_status = true, lead_status = 'client' where id = $1", [gone]);
      return { keep, gone, moved };
    });

  test("keeps every answer, consent, payment, message and note under one contact", async ({ post, rows, two }) => {
    const { keep, gone, moved } = two;
    const [before] = await rows(kept);
    const { status, body } = await post({ keep, merge: [gone] });
    expect(status).toBe(200);
    expect(body.leads).toEqual(
      [
        { lead_id: gone, into_lead_id: keep },
        { lead_id: moved, into_lead_id: moved },
      ].toSorted((a, b) => (a.lead_id < b.lead_id ? -1 : 1)),
    );
    expect(await rows(kept)).toEqual([before]);
    expect(
      await rows("select count(distinct user_profile_id) as contacts, count(*) as leads from public.leads"),
    ).toEqual([{ contacts: 1, leads: 2 }]);
    const [lead] = await rows("select * from public.leads where id = $1", [keep]);
    expect(lead).toMatchObject({
      email: "claire@exemple.fr",
      phone: secretariat.phone_param,
      company_name: secretariat.company_name_param,
      payment_status: true,
      lead_status: "client",
      consents: { calls: { granted: true }, terms: { granted: true } },
    });
    expect(await rows("select from private.submissions where lead_id = $1 and is_adopted", [keep])).toHaveLength(1);
    expect(await rows("select from private.submissions where lead_id = $1", [keep])).toHaveLength(2);
  });

  test("moves every table that hangs on a lead, but those that repeat it", async ({ rows }) => {
    const hanging = await rows(
      `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confrelid = 'public.leads'::regclass order by 1`,
    );
    const moved = [
      "private.billing_events",
      "private.deliveries",
      "private.first_passwords",
      "private.lead_corrections",
      "private.lead_notes",
      "private.merged_leads",
      "private.newsletter_requests",
      "private.payment_events",
      "private.submissions",
    ];
    const repeated = ["private.adoptions", "private.notifications", "private.lead_list", "private.lead_words"];
    // A new one is moved by private.join_leads and private.part_leads, or its rows go with the lead that is merged.
    expect(hanging.map(({ name }) => name)).toEqual([...moved, ...repeated].toSorted());
  });

  test("says so in the history of both leads, and adds no answer of one offer to the lead of another", async ({
    post,
    rows,
    two,
  }) => {
    await rows("update public.user_profiles set voice = null where email = 'claire@exemple.fr'");
    await rows("update public.user_profiles set voice = 'masculin' where email = 'claire@autre.example'");
    await post({ keep: two.keep, merge: [two.gone] });
    const waysOf = async (lead: string) => {
      const lines = await rows(
        "select detail ->> 'way' as way from private.facts_of_file($1) where kind = 'merged' order by 1",
        [lead],
      );
      return lines.map(({ way }) => way);
    };
    expect(await waysOf(two.keep)).toEqual(["beside", "joined"]);
    expect(await waysOf(two.moved)).toEqual(["moved"]);
    expect(await rows("select voice from public.user_profiles")).toEqual([{ voice: null }]);
  });

  test("sends no event or mail again", async ({ post, rows, two }) => {
    const before = await rows("select event, status, attempts from private.deliveries order by id");
    await post({ keep: two.keep, merge: [two.gone] });
    expect(await rows("select event, status, attempts from private.deliveries order by id")).toEqual(before);
  });

  test("is undone to the last row, until one of its leads is changed", async ({ admin, post, rows, two }) => {
    await rows("update private.submissions set from_another_device = true where lead_id = $1", [two.gone]);
    const before = await rows(everything);
    const { body } = await post({ keep: two.keep, merge: [two.gone] });
    expect(await post({ undo: body.merge_id })).toMatchObject({ status: 200 });
    expect(await rows(everything)).toEqual(before);
    expect(await post({ undo: body.merge_id })).toEqual(refusal(409, "merge_settled"));

    const again = await post({ keep: two.keep, merge: [two.gone] });
    await rows("update public.leads set owner = $2 where id = $1", [two.keep, admin.userId]);
    expect(await post({ undo: again.body.merge_id })).toEqual(refusal(409, "changed_meanwhile"));
  });

  test("is not undone after ten minutes", async ({ post, rows, two }) => {
    const { body } = await post({ keep: two.keep, merge: [two.gone] });
    await rows("update private.merged_leads set merged_at = now() - interval '11 minutes'");
    expect(await post({ undo: body.merge_id })).toEqual(refusal(409, "merge_settled"));
  });

  test("gives the account of one to both, and undone gives it back", async ({ context, db, post, rows, two }) => {
    const customer = await signIn(context, db, { email: "claire@autre.example" });
    await rows("update public.user_profiles set user_id = $1 where email = 'claire@autre.example'", [customer.userId]);
    const before = await rows(everything);
    const { body } = await post({ keep: two.keep, merge: [two.gone], account: customer.userId });
    expect(await rows("select user_id, email from public.user_profiles")).toEqual([
      { user_id: customer.userId, email: customer.email },
    ]);
    expect(await post({ undo: body.merge_id })).toMatchObject({ status: 200 });
    expect(await rows(everything)).toEqual(before);
  });

  test("asks which account will read everything, where it is not the kept contact's", async ({
    admin,
    context,
    db,
    post,
    rows,
    two,
  }) => {
    const stranger = await signIn(context, db, { email: "claire@autre.example" });
    await rows("update public.user_profiles set user_id = $1 where email = 'claire@autre.example'", [stranger.userId]);
    const before = await rows(everything);
    const preview = async (keep: string, merge: string) => {
      const found = await rows("select private.account_of_merge($1, array[$2]::uuid[]) as account", [keep, merge]);
      return found[0]?.account;
    };
    const named = { id: stranger.userId, email: stranger.email, phone: null };
    expect(await preview(two.keep, two.gone)).toEqual({ ...named, is_of_kept: false });
    expect(await preview(two.gone, two.keep)).toEqual({ ...named, is_of_kept: true });

    for (const account of [undefined, null, admin.userId, two.gone]) {
      const asked = { keep: two.keep, merge: [two.gone], account };
      expect(await post(asked)).toEqual(refusal(409, "account_unconfirmed"));
    }
    expect(await post({ keep: two.keep, merge: [two.gone], account: true })).toEqual(refusal(400, "unreadable"));
    expect(await rows(everything)).toEqual(before);
    // Its own contact goes on reading what it reads.
    expect((await post({ keep: two.gone, merge: [two.keep] })).status).toBe(200);
  });

  test("joins three at once, each with what it had, and parts them again", async ({ arrive, post, rows, two }) => {
    const third = await arrive("clara@troisieme.example", { voice_param: "masculin" });
    const before = await rows(everything);
    const { status, body } = await post({ keep: two.keep, merge: [two.gone, third] });
    expect(status).toBe(200);
    expect(await rows("select from public.user_profiles")).toHaveLength(1);
    expect(await rows("select from private.submissions where lead_id = $1", [two.keep])).toHaveLength(3);
    await post({ undo: body.merge_id });
    expect(await rows(everything)).toEqual(before);
  });

  test("keeps the history of a merge in a merge", async ({ arrive, post, rows, two }) => {
    await post({ keep: two.gone, merge: [two.keep] });
    const last = await arrive("derniere@exemple.fr");
    expect((await post({ keep: last, merge: [two.gone] })).status).toBe(200);
    expect(await rows("select lead_id from private.merged_leads where into_lead_id = $1", [last])).toHaveLength(2);
    expect(await rows("select from private.submissions where lead_id = $1", [last])).toHaveLength(3);
  });

  test("refuses itself, its own contact, one that is gone, one merged already, and a second account", async ({
    arrive,
    context,
    db,
    post,
    rows,
    two,
  }) => {
    const { keep, gone, moved } = two;
    const before = await rows(everything);
    expect(await post({ keep, merge: [keep] })).toEqual(refusal(409, "merge_itself"));
    expect(await post({ keep, merge: [gone, keep] })).toEqual(refusal(409, "merge_itself"));
    expect(await post({ keep: gone, merge: [moved] })).toEqual(refusal(409, "same_contact"));
    expect(await post({ keep, merge: [nowhere] })).toEqual(refusal(404, "unknown_lead"));
    expect(await post({ keep: nowhere, merge: [keep] })).toEqual(refusal(404, "unknown_lead"));
    for (const email of ["claire@exemple.fr", "claire@autre.example"]) {
      const { userId } = await signIn(context, db, { email });
      await rows("update public.user_profiles set user_id = $1 where email = $2", [userId, email]);
    }
    expect(await post({ keep, merge: [gone] })).toEqual(refusal(409, "two_accounts"));
    await rows("update public.user_profiles set user_id = null");
    expect(await rows(everything)).toEqual(before);

    await post({ keep, merge: [gone] });
    const other = await arrive("autre@exemple.fr");
    const answer = await post({ keep: other, merge: [gone] });
    expect(answer).toEqual(refusal(404, "lead_merged"));
    expect(answer.body.kept_lead_id).toBe(keep);
    for (const body of [
      { keep, merge: [] },
      { keep, merge: "x" },
      { keep },
      {},
      { keep, merge: Array(21).fill(gone) },
    ]) {
      expect(await post(body)).toEqual(refusal(400, "unreadable"));
    }
  });

  test("of two at once, crosswise, one is done and nothing is lost", async ({ post, rows, two }) => {
    const [before] = await rows(kept);
    const answers = await Promise.all([
      post({ keep: two.keep, merge: [two.gone] }),
      post({ keep: two.gone, merge: [two.keep] }),
    ]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "404"]);
    expect(await rows(kept)).toEqual([before]);
  });

  test("waits for what arrives under its addresses at the same moment", async ({ arrive, post, rows, two }) => {
    const [merged] = await Promise.all([
      post({ keep: two.keep, merge: [two.gone] }),
      arrive("claire@autre.example", { first_name_param: "Encore" }),
      arrive("claire@exemple.fr", { first_name_param: "Toujours" }),
    ]);
    expect(merged.status).toBe(200);
    expect(await rows("select from private.submissions")).toHaveLength(5);
  });

  test("shows what it will keep before it does", async ({ admin, db, two }) => {
    const claims = { sub: admin.userId, role: "authenticated", aal: "aal1", session_id: admin.sessionId };
    const preview = async (keep: string, merge: string[]) => {
      const { rows: found } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) =>
        tx.query<{ preview: any }>("select preview_merge($1, $2) as preview", [keep, merge]),
      );
      return found[0]!.preview;
    };
    const shown = await preview(two.keep, [two.gone]);
    expect(shown).toMatchObject({
      problem: null,
      submissions: 3,
      consents: 2,
      payments: 2,
      notes: 2,
      has_account: false,
    });
    expect(shown.leads.map(({ lead_id, into_lead_id }: any) => [lead_id, into_lead_id])).toEqual([
      [two.keep, null],
      [two.gone, two.keep],
      [two.moved, null],
    ]);
    expect(shown.contact.find(({ column }: any) => column === "email")).toEqual({
      column: "email",
      kept: "claire@exemple.fr",
      others: ["claire@autre.example"],
    });
    expect((await preview(two.keep, [two.keep])).problem).toEqual({ code: "merge_itself" });
    expect((await preview(two.keep, [nowhere])).problem).toEqual({ code: "unknown_lead" });
  });

  test("is for administrators", async ({ context, db, post, rows, two }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ keep: two.keep, merge: [two.gone] }, headers)).status).toBe(status);
    }
    expect(await rows("select from public.leads")).toHaveLength(3);
  });
});

describe("export-contact", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("export-contact"));

  test("is all that is kept of a person without an account, and is noted", async ({
    admin,
    arrive,
    post,
    postTo,
    rows,
  }) => {
    const lead = await arrive("claire@exemple.fr");
    const other = await arrive("jean@exemple.fr", { first_name_param: "Jean-Étranger" });
    await postTo("add-note")({ lead_id: lead, text: "Préfère le matin" });
    await postTo("correct-lead")({ lead_id: lead, set: { first_name: "Clara" } });
    await postTo("merge-contacts")({ keep: lead, merge: [await arrive("claire@autre.example")] });
    const { status, body } = await post({ lead_id: lead });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: null,
      sessions: [],
      leads: [{ id: lead, first_name: "Clara" }],
      notes: [{ text: "Préfère le matin" }],
      corrections: [{ before: { first_name: "Hélène" }, after: { first_name: "Clara" } }],
      merged_leads: [{ lead: { email: "claire@autre.example" } }],
    });
    expect(body.submissions).toHaveLength(2);
    const text = JSON.stringify(body);
    for (const hidden of [admin.userId, admin.email, other, "Jean-Étranger"]) expect(text).not.toContain(hidden);
    expect((await rows("select actor, action, lead_id from private.audit_log order by id desc limit 1"))[0]).toEqual({
      actor: admin.userId,
      action: "contact.exported",
      lead_id: lead,
    });
  });

  test("is the customer's own export when there is an account", async ({ arrive, context, db, post, rows }) => {
    const lead = await arrive("claire@exemple.fr");
    const customer = await signIn(context, db, { email: "claire@exemple.fr" });
    await rows("update public.user_profiles set user_id = $1", [customer.userId]);
    const own = await callFunction(context, "export-account", { authorization: `Bearer ${customer.token}` });
    const { body } = await post({ lead_id: lead });
    const { exported_at: exportedAt, history, ...same } = body;
    expect(own.answer).toMatchObject(same);
    expect([exportedAt, history]).toEqual([expect.any(String), expect.any(Array)]);
  });

  test("names a lead that is gone, and is for administrators", async ({ arrive, context, db, post }) => {
    const lead = await arrive("claire@exemple.fr");
    expect(await post({ lead_id: nowhere })).toEqual(refusal(404, "unknown_lead"));
    expect(await post({ lead_id: "x" })).toEqual(refusal(400, "unreadable"));
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead }, headers)).status).toBe(status);
    }
  });
});
