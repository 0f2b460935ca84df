import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { importProblems } from "#subjects/imports/words/import-problems.ts";
import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { addReceivers, secretariat, send } from "#tests/leads/sending.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("import-leads")
  .extend(
    "rows",
    ({ db }) =>
      async (sql: string, values: unknown[] = []) =>
        (await db.inspect(sql, values)).rows,
  )
  .extend("undo", ({ admin, context }) => async (importId: string) => {
    const said = { authorization: `Bearer ${admin.token}` };
    return callFunction(context, "undo-import", said, { import_id: importId });
  });

const fileOf = (lines: Record<string, unknown>[]) => ({
  import_id: randomUUID(),
  source: "Salon de Lyon",
  file_name: "salon.csv",
  file_hash: "0".repeat(64),
  funnel_origin: "secretariat",
  last_line: lines.length + 1,
  choices: { email: 0 },
  lines: lines.map((line, place) => ({ line: place + 2, ...line })),
});
const codes = (body: Record<string, unknown>) => (body.results as { code: string }[]).map(({ code }) => code);

const five = [
  { email: "Claire@exemple.fr", first_name: "=1+1", phone: "06 39 98 41 07", note: "Vue au salon" },
  { phone: "0639984108", last_name: "Roux" },
  { email: "claire@EXEMPLE.fr" },
  { email: "sans arobase" },
  { phone: "+33 6 39 98 41 08", beside: true },
];

describe("import-leads", () => {
  test("says in a dry run what it does then, once, and tells no receiver, mailbox or colleague", async ({
    admin,
    db,
    post,
    rows,
  }) => {
    await addReceivers(db, "https://hook.example/");
    const file = fileOf(five);
    const dry = await post({ ...file, dry_run: true });
    expect(dry.status).toBe(200);
    expect(codes(dry.body)).toEqual(["created", "created", "duplicate", "refused", "created"]);
    expect(await rows("select from public.leads union all select from private.lead_imports")).toEqual([]);

    const answers = await Promise.all([post(file), post(file)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => codes(body).length).toSorted((one, other) => one - other)).toEqual([0, 5]);
    const done = answers.find(({ body }) => codes(body).length === 5)!.body;
    expect(codes(done)).toEqual(codes(dry.body));
    expect(done).toMatchObject({ reached_line: 6, created: 3, duplicates: 1, refused: 1 });
    expect((done.results as { error?: string }[])[3]?.error).toBe(deskProblems.email_malformed);
    expect(await rows("select first_name, email, phone_e164 from public.leads order by phone_e164, email")).toEqual([
      { first_name: "=1+1", email: "Claire@exemple.fr", phone_e164: "+33639984107" },
      { first_name: null, email: null, phone_e164: "+33639984108" },
      { first_name: null, email: null, phone_e164: "+33639984108" },
    ]);
    expect(await rows("select from private.deliveries union all select from private.notifications")).toEqual([]);
    expect(await rows("select text, author from private.lead_notes")).toEqual([
      { text: "Vue au salon", author: admin.userId },
    ]);
    expect(await rows("select action from private.audit_log where action like 'leads.import%' order by id")).toEqual([
      { action: "leads.import_started" },
      { action: "leads.imported" },
    ]);
    const [fact] = await rows(
      `select fact.* from public.leads as lead, private.facts_of_file(lead.id) as fact
       where lead.email is not null and kind = 'import'`,
    );
    expect(fact).toMatchObject({ author: admin.email, detail: { source: "Salon de Lyon", file_name: "salon.csv" } });
  });

  test("goes on behind the last line that was read, and takes its id for no other file", async ({ post, rows }) => {
    const file = fileOf([{ email: "a@exemple.fr" }, { email: "b@exemple.fr" }, { email: "c@exemple.fr" }]);
    const [first, ...others] = file.lines;
    expect((await post({ ...file, lines: [first] })).body).toMatchObject({ reached_line: 2, created: 1 });
    expect((await post({ ...file, lines: [first, ...others] })).body).toMatchObject({ reached_line: 4, created: 3 });
    expect(await post({ ...file, file_hash: "1".repeat(64) })).toMatchObject({
      status: 409,
      body: { code: "import_differs", error: importProblems.import_differs },
    });
    expect(await rows("select count(*)::int as n from public.leads")).toEqual([{ n: 3 }]);
  });

  test("loses nothing when its process is killed between two lines: the call is as if never sent, and goes on", async ({
    admin,
    db,
    post,
    rows,
  }) => {
    const file = fileOf([{ email: "a@exemple.fr" }, { email: "b@exemple.fr" }, { email: "c@exemple.fr" }]);
    expect((await post({ ...file, lines: file.lines.slice(0, 1) })).body).toMatchObject({ reached_line: 2 });
    const { lines, ...said } = file;
    const { import_id: id, ...facts } = said;
    const killed = db.asServer(async (tx) => {
      await tx.query("select private.import_lines($1, $2, $3)", [
        JSON.stringify({ id, ...facts }),
        JSON.stringify(lines.slice(1)),
        admin.userId,
      ]);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await rows("select count(*)::int as n from public.leads")).toEqual([{ n: 1 }]);
    expect(await rows("select reached_line, created_count from private.lead_imports")).toEqual([
      { reached_line: 2, created_count: 1 },
    ]);
    expect((await post(file)).body).toMatchObject({ reached_line: 4, created: 3 });
    expect(await rows("select count(*)::int as n from public.leads")).toEqual([{ n: 3 }]);
  });

  test("shows the leads that a line is like, and sets one beside them where that was chosen", async ({
    db,
    post,
    rows,
  }) => {
    await send(db, { ...secretariat, email_param: "claire@exemple.fr", phone_param: "06 39 98 41 07" });
    const file = fileOf([{ email: "claire@exemple.fr" }, { phone: "0033639984107" }]);
    const { body } = await post({ ...file, dry_run: true });
    expect(body.results).toMatchObject(
      file.lines.map(() => ({ code: "duplicate", alike: [{ lead_id: expect.any(String) }] })),
    );
    const beside = file.lines.map((line) => ({ ...line, beside: true }));
    expect((await post({ ...file, lines: beside })).body).toMatchObject({ created: 2 });
    expect(await rows("select count(distinct user_profile_id)::int as n from public.leads")).toEqual([{ n: 3 }]);
    expect(await rows("select from public.leads where newer_answers_at is not null")).toEqual([]);
  });

  test("gives consent to calls only with its day, its source and its words", async ({ post, rows }) => {
    const consent = { given_on: "2026-01-05", source: "Salon", text: "D’accord" };
    const file = fileOf([{ email: "a@exemple.fr", call_consent: consent }, { email: "b@exemple.fr" }]);
    expect((await post(file)).status).toBe(200);
    expect(
      await rows("select email, private.has_consented(consents, 'calls') as may from public.leads order by email"),
    ).toEqual([
      { email: "a@exemple.fr", may: true },
      { email: "b@exemple.fr", may: false },
    ]);
    for (const call_consent of [
      { ...consent, text: "" },
      { ...consent, given_on: "05/01/2026" },
      { source: "Salon" },
    ]) {
      expect(await post(fileOf([{ email: "c@exemple.fr", call_consent }]))).toMatchObject({ status: 400 });
    }
    expect(
      await post(fileOf([{ email: "c@exemple.fr", call_consent: { ...consent, given_on: "2999-01-01" } }])),
    ).toMatchObject({
      body: { code: "day_to_come" },
    });
  });

  test("brings answers and owners; leads whose line names no owner are given out by turns", async ({
    admin,
    post,
    rows,
  }) => {
    await rows("insert into private.lead_turns (funnel_origin, user_id) values ('secretariat', $1)", [admin.userId]);
    const answers = { calls_per_month: "50", voice: "feminin", business_hours: ["autres", "8h-12h"] };
    const file = fileOf([{ email: "a@exemple.fr", owner: admin.userId, ...answers }, { email: "b@exemple.fr" }]);
    expect((await post(file)).body).toMatchObject({ created: 2 });
    const stored = { calls_per_month: 50, voice: "feminin", business_hours: ["autres", "8h-12h"], owner: admin.userId };
    expect(await rows("select calls_per_month, voice, business_hours, owner from public.leads order by email")).toEqual(
      [stored, { calls_per_month: null, voice: null, business_hours: null, owner: admin.userId }],
    );
    expect(await rows("select last_turn::int as turns from private.lead_turns")).toEqual([{ turns: 1 }]);
    expect(await rows("select from private.notifications")).toEqual([]);

    const refused = async (line: object) => {
      const { status, body } = await post(fileOf([{ email: "c@exemple.fr", ...line }]));
      return [status, body.code];
    };
    expect(await refused({ calls_per_month: "60" })).toEqual([400, "volume_not_sold"]);
    expect(await refused({ owner: randomUUID() })).toEqual([409, "unknown_owner"]);
    expect(await refused({ owner: "moi" })).toEqual([400, "unreadable"]);
    expect(await refused({ objectives: Array.from({ length: 51 }, () => "x") })).toEqual([400, "unreadable"]);
  });

  test("is taken back within a day, but for what was changed since, which is named", async ({
    db,
    post,
    rows,
    undo,
  }) => {
    const consent = { given_on: "2026-01-05", source: "Salon", text: "D’accord" };
    const file = fileOf([
      { email: "a@exemple.fr", first_name: "Aline", call_consent: consent },
      { email: "b@exemple.fr", first_name: "Bruno" },
      { phone: "0639984109" },
    ]);
    await post(file);
    await db.inspect("update public.leads set lead_status = 'contacted' where first_name = 'Bruno'");
    const { status, answer } = await undo(file.import_id);
    expect({ status, answer }).toMatchObject({
      status: 200,
      answer: { undone: 2, is_done: true, kept_count: 1, kept: [{ name: "Bruno" }] },
    });
    expect(await rows("select email from public.user_profiles")).toEqual([{ email: "b@exemple.fr" }]);
    // What stood in a file by mistake proves nothing.
    expect(await rows("select from private.kept_agreements")).toEqual([]);
    expect(await post(file)).toMatchObject({ status: 409, body: { code: "import_undone" } });
    await db.inspect("update private.lead_imports set reached_at = now() - interval '25 hours'");
    expect(await undo(file.import_id)).toMatchObject({ status: 409, answer: { code: "import_settled" } });
    expect(await undo(randomUUID())).toMatchObject({ status: 404, answer: { code: "unknown_import" } });
  });

  test("is for administrators, as its end is", async ({ context, db, post, rows }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post(fileOf([{ email: "a@exemple.fr" }]), headers)).status).toBe(status);
      const { status: undone } = await callFunction(context, "undo-import", headers, { import_id: randomUUID() });
      expect(undone).toBe(status);
    }
    expect(await rows("select from public.leads")).toEqual([]);
  });
});
