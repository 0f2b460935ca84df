import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { deskProblems, type DeskRefusal } from "#subjects/leads/words/desk-problems.ts";
import { addContact, signIn } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const refusal = (status: number, code: DeskRefusal) => ({
  status,
  body: expect.objectContaining({ error: deskProblems[code], code }),
});
const nowhere = "00000000-0000-4000-8000-000000000000";

const anyFunction = testOf("change-leads")
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
  .extend("lead", async ({ db }) => (await addContact(db, { email: "claire@exemple.fr" })).leadIds[0]!)
  .extend("read", ({ db, lead }) => async () => {
    const { rows } = await db.inspect(
      `select lead_status, payment_status, owner, callback_at, updated_at::text as updated_at, first_name, phone,
                company_name, email, business_hours, calls_per_month, extra_answers from public.leads where id = $1`,
      [lead],
    );
    return rows[0] as Record<string, any>;
  })
  .extend("audit", ({ db }) => async () => {
    const { rows } = await db.inspect("select actor, action, lead_id, detail from private.audit_log order by id");
    return rows;
  })
  .extend("touch", ({ db, lead }) => async () => {
    await db.inspect(
      "update public.leads set payment_status = not payment_status, updated_at = now() + interval '1 s' where id = $1",
      [lead],
    );
  });

/** JavaScript takes each of them, PostgreSQL none: a year 0, a year of five digits, a zone 16 hours away. */
const impossibleInstants = [
  "0000-01-01T00:00:00Z",
  "0000-12-31T23:59:59.999999+00:00",
  "0001-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
  "2026-01-01T00:00:00+16:00",
  "2026-01-01T00:00:00-23:59",
];

describe("Every change", () => {
  const test = anyFunction;

  test("refuses what the database could not read as an instant, before it", async ({ postTo }) => {
    const ids = [nowhere];
    for (const at of impossibleInstants) {
      const asked: [name: string, body: object][] = [
        ["change-leads", { ids, set: { lead_status: "client" }, seen_at: at }],
        ["change-leads", { ids, set: { lead_status: "client" }, seen_at: { [nowhere]: at } }],
        ["correct-lead", { lead_id: nowhere, set: { first_name: "Clara" }, seen_at: at }],
        ["set-callback", { lead_id: nowhere, at: null, seen_at: at }],
        ["delete-leads", { ids, seen_at: { [nowhere]: at } }],
      ];
      for (const [name, body] of asked) {
        expect([name, at, await postTo(name)(body)]).toEqual([name, at, refusal(400, "unreadable")]);
      }
    }
  });
});

describe("change-leads", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("change-leads"));

  test("changes several, says of each what became of it, and whose doing it was", async ({
    admin,
    audit,
    db,
    lead,
    post,
  }) => {
    const other = (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!;
    const set = { lead_status: "contacted", owner: admin.userId };
    const { status, body } = await post({ ids: [lead, other, nowhere, lead], set });
    expect(status).toBe(200);
    const results = body.results as Record<string, any>[];
    expect(results).toHaveLength(3);
    const before = { lead_status: "to_contact", owner: null };
    expect(results.find(({ lead_id }) => lead_id === lead)).toMatchObject({ code: "changed", before, stored: set });
    expect(results.find(({ lead_id }) => lead_id === nowhere)).toMatchObject({
      code: "unknown_lead",
      error: deskProblems.unknown_lead,
    });
    const lines = await audit();
    expect(lines.filter(({ action }) => action === "lead.status_changed")).toHaveLength(2);
    expect(lines.every(({ actor }) => actor === admin.userId)).toBe(true);
    const again = await post({ ids: [lead, other], set });
    expect((again.body.results as { code: string }[]).map(({ code }) => code)).toEqual(["unchanged", "unchanged"]);
    expect(await audit()).toHaveLength(lines.length);
  });

  test("keeps why a lead is closed, in its history too, until it is taken up again", async ({
    audit,
    db,
    lead,
    post,
  }) => {
    const reason = async () =>
      (await db.inspect("select inactive_reason from public.leads where id = $1", [lead])).rows[0]?.inactive_reason;
    await post({ ids: [lead], set: { inactive_reason: "price" } });
    expect(await reason()).toBeNull();
    const closed = await post({ ids: [lead], set: { lead_status: "inactive", inactive_reason: "price" } });
    expect(closed.body.results).toMatchObject([{ code: "changed", before: { inactive_reason: null } }]);
    expect(await reason()).toBe("price");
    await post({ ids: [lead], set: { inactive_reason: "later" } });
    expect(await reason()).toBe("later");
    await post({ ids: [lead], set: { lead_status: "contacted" } });
    expect(await reason()).toBeNull();
    expect((await audit()).map(({ action, detail }) => [action, detail])).toEqual([
      ["lead.status_changed", { from: "to_contact", to: "inactive", reason: "price" }],
      ["lead.reason_changed", { from: "price", to: "later" }],
      ["lead.status_changed", { from: "inactive", to: "contacted" }],
    ]);
    expect(await post({ ids: [lead], set: { inactive_reason: "<b>" } })).toEqual(refusal(400, "unreadable"));
  });

  test("is undone by setting what stood there", async ({ lead, post, read }) => {
    const { body } = await post({ ids: [lead], set: { payment_status: true, lead_status: "client" } });
    const [{ before, updated_at }] = body.results as [{ before: object; updated_at: string }];
    expect(await post({ ids: [lead], set: before, seen_at: updated_at })).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ payment_status: false, lead_status: "to_contact" });
  });

  test("tells who saw an older state, with both values, and replaces nothing", async ({
    db,
    lead,
    post,
    read,
    touch,
  }) => {
    const { updated_at: seen } = await read();
    await touch();
    const asked = { lead_status: "client", payment_status: false };
    const answer = await post({ ids: [lead], set: asked, seen_at: isoOf(seen) });
    expect(answer).toEqual(refusal(409, "changed_meanwhile"));
    expect(answer.body).toMatchObject({ stored: { lead_status: "to_contact", payment_status: true }, asked });
    expect(await read()).toMatchObject({ lead_status: "to_contact" });
    // Of several, the others change all the same.
    const other = (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!;
    const { status, body } = await post({
      ids: [lead, other],
      set: asked,
      seen_at: { [lead.toUpperCase()]: isoOf(seen) },
    });
    expect(status).toBe(200);
    const codes = Object.fromEntries((body.results as any[]).map(({ lead_id, code }) => [lead_id, code]));
    expect(codes).toEqual({ [lead]: "changed_meanwhile", [other]: "changed" });
  });

  test("of two who change one state at once, one is told", async ({ lead, post, read }) => {
    const seen = isoOf((await read()).updated_at);
    const statuses = ["contacted", "client", "inactive"];
    const answers = await Promise.all(
      statuses.map((lead_status) => post({ ids: [lead], set: { lead_status }, seen_at: seen })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
  });

  test("changes the same hundreds from both ends at once, without a deadlock", async ({ db, post }) => {
    const profile = randomUUID();
    const ids = Array.from({ length: 300 }, () => randomUUID());
    await db.inspect("insert into public.user_profiles (id, email) values ($1, 'a@b.example')", [profile]);
    await db.inspect("alter table public.leads drop constraint leads_one_per_profile_and_funnel");
    await db.inspect(
      "insert into public.leads (id, user_profile_id, funnel_origin) select unnest($1::uuid[]), $2, 'general'",
      [ids, profile],
    );
    const [one, two] = await Promise.all([
      post({ ids, set: { lead_status: "client" } }),
      post({ ids: ids.toReversed(), set: { payment_status: true } }),
    ]);
    await db.inspect("delete from public.leads");
    await db.inspect(
      "alter table public.leads add constraint leads_one_per_profile_and_funnel unique (user_profile_id, funnel_origin)",
    );
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(new Set((one.body.results as any[]).map(({ code }) => code))).toEqual(new Set(["changed"]));
  });

  test("gives a lead to administrators only", async ({ db, context, lead, post, read }) => {
    const customer = await signIn(context, db);
    for (const owner of [customer.userId, nowhere]) {
      expect(await post({ ids: [lead], set: { owner } })).toEqual(refusal(409, "unknown_owner"));
    }
    expect((await read()).owner).toBeNull();
  });

  test("gives no lead to who only reads, and takes those of who comes to", async ({
    db,
    context,
    lead,
    post,
    read,
  }) => {
    const colleague = await signIn(context, db, { isAdministrator: true, role: "reader" });
    const owner = colleague.userId;
    expect(await post({ ids: [lead], set: { owner } })).toEqual(refusal(409, "owner_reads_only"));
    await expect(db.inspect("update public.leads set owner = $2 where id = $1", [lead, owner])).rejects.toThrow(
      "who only reads looks after no lead",
    );
    await db.inspect("update public.admin_users set role = 'seller' where user_id = $1", [owner]);
    expect((await post({ ids: [lead], set: { owner } })).status).toBe(200);
    await db.inspect("update public.admin_users set role = 'reader' where user_id = $1", [owner]);
    expect((await read()).owner).toBeNull();
  });

  test.for([
    [{ ids: [], set: { lead_status: "client" } }],
    [{ ids: Array.from({ length: 1001 }, () => nowhere), set: { lead_status: "client" } }],
    [{ ids: [nowhere], set: {} }],
    [{ ids: [nowhere], set: { lead_status: "vip" } }],
    [{ ids: [nowhere], set: { payment_status: "true" } }],
    [{ ids: [nowhere], set: { id: nowhere } }],
    [{ ids: [nowhere], set: { email: "x@y" } }],
    [{ ids: ["1' or 1=1"], set: { lead_status: "client" } }],
    [{ ids: [nowhere], set: { lead_status: "client" }, seen_at: "hier" }],
    [{ ids: [nowhere], set: { lead_status: "client" }, seen_at: { x: "2026-01-01T00:00:00Z" } }],
    ["{"],
    [null],
  ])("refuses %j", async ([body], { post }) => {
    expect(await post(body)).toEqual(refusal(400, "unreadable"));
  });

  test("is for administrators", async ({ context, db, lead, post, read }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ ids: [lead], set: { lead_status: "client" } }, headers)).status).toBe(status);
    }
    expect((await read()).lead_status).toBe("to_contact");
  });
});

describe("add-note", () => {
  const test = anyFunction
    .extend("post", ({ postTo }) => postTo("add-note"))
    .extend("notes", ({ db }) => async () => {
      const { rows } = await db.inspect("select id, lead_id, author, text from private.lead_notes order by written_at");
      return rows;
    });

  test.for([
    ["Rappeler après 18 h."],
    ["<script>alert(1)</script>"],
    ["שלום \u202E evil \u202C"],
    ["é".repeat(10_000)],
    ["📞".repeat(10_000)],
  ])("keeps a text as it was written: %.20s", async ([text = ""], { admin, lead, notes, post }) => {
    expect(await post({ lead_id: lead, text })).toMatchObject({ status: 200 });
    expect(await notes()).toMatchObject([{ lead_id: lead, author: admin.userId, text }]);
  });

  test("keeps what a database can of nulls and halves of pairs", async ({ lead, notes, post }) => {
    expect(await post(`{"lead_id": "${lead}", "text": "a\\u0000b\\ud800c"}`)).toMatchObject({ status: 200 });
    expect(await notes()).toMatchObject([{ text: "abc" }]);
  });

  test("is written once, however often it is sent under its id, and at once", async ({ lead, notes, post }) => {
    const note = { lead_id: lead, text: "Bonjour", note_id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(note)));
    expect(answers.map(({ status, body }) => [status, body.note_id])).toEqual(Array(5).fill([200, note.note_id]));
    expect(await notes()).toHaveLength(1);
  });

  test("to the customer is refused when the contact has no account", async ({ lead, notes, post }) => {
    expect(await post({ lead_id: lead, text: "Bonjour", for_customer: true })).toEqual(refusal(409, "no_account"));
    expect(await notes()).toEqual([]);
  });

  test("is withdrawn by its author only", async ({ audit, context, db, lead, notes, post }) => {
    const { body } = await post({ lead_id: lead, text: "Une erreur" });
    const colleague = await signIn(context, db, { isAdministrator: true });
    const withdrawal = { lead_id: lead, withdraw: body.note_id };
    expect(await post(withdrawal, { authorization: `Bearer ${colleague.token}` })).toEqual(
      refusal(403, "not_your_note"),
    );
    expect(await post(withdrawal)).toMatchObject({ status: 200 });
    expect(await post(withdrawal)).toMatchObject({ status: 200 });
    expect(await notes()).toEqual([]);
    expect((await audit()).map(({ action }) => action)).toEqual(["lead.noted", "lead.note_withdrawn"]);
    expect(JSON.stringify(await audit())).not.toContain("Une erreur");
  });

  test("goes with its lead", async ({ db, lead, notes, post }) => {
    await post({ lead_id: lead, text: "Bonjour" });
    await db.inspect("delete from public.leads where id = $1", [lead]);
    expect(await notes()).toEqual([]);
    expect(await post({ lead_id: lead, text: "Bonjour" })).toEqual(refusal(404, "unknown_lead"));
  });

  test.for([["x".repeat(10_001)], [""], [" \n "], [undefined], [42]])(
    "refuses %.8s",
    async ([text], { lead, post }) => {
      expect(await post({ lead_id: lead, text })).toEqual(refusal(400, "unreadable"));
    },
  );

  test("is for administrators", async ({ context, db, lead, notes, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, text: "x" }, headers)).status).toBe(status);
    }
    expect(await notes()).toEqual([]);
  });
});

describe("set-setup", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("set-setup"));

  test("ticks the service of a paid lead once, says who, and takes it back", async ({
    admin,
    audit,
    db,
    lead,
    post,
  }) => {
    expect(await post({ lead_id: lead, is_done: true })).toEqual(refusal(409, "not_paid"));
    await db.inspect("update public.leads set payment_status = true where id = $1", [lead]);
    const setUp = async () =>
      (await db.inspect("select setup_at, setup_by from public.leads where id = $1", [lead])).rows[0];
    expect(await post({ lead_id: lead, is_done: true })).toMatchObject({ status: 200 });
    const first = await setUp();
    expect(first).toEqual({ setup_at: expect.any(Date), setup_by: admin.userId });
    await post({ lead_id: lead, is_done: true });
    expect(await setUp()).toEqual(first);
    await post({ lead_id: lead, is_done: false });
    expect(await setUp()).toEqual({ setup_at: null, setup_by: null });
    const lines = (await audit()).filter(({ action }) => action === "lead.setup_changed");
    expect(lines.map(({ actor }) => actor)).toEqual([admin.userId, admin.userId]);
  });

  test("tells who saw an older state, and knows what is gone", async ({ lead, post, read, touch }) => {
    const { updated_at: seen } = await read();
    await touch();
    expect(await post({ lead_id: lead, is_done: true, seen_at: isoOf(seen) })).toEqual(
      refusal(409, "changed_meanwhile"),
    );
    expect(await post({ lead_id: nowhere, is_done: true })).toEqual(refusal(404, "unknown_lead"));
  });

  test.for([[{ lead_id: nowhere }], [{ lead_id: "1", is_done: true }], [{ lead_id: nowhere, is_done: "oui" }]])(
    "refuses %j",
    async ([body], { post }) => {
      expect(await post(body)).toEqual(refusal(400, "unreadable"));
    },
  );

  test("is for administrators", async ({ context, db, lead, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, is_done: true }, headers)).status).toBe(status);
    }
  });
});

describe("log-call", () => {
  const test = anyFunction
    .extend("post", ({ postTo }) => postTo("log-call"))
    .extend("calls", ({ db, lead }) => async () => {
      const { rows } = await db.inspect<{ detail: Record<string, unknown>; author: string }>(
        "select detail - 'note_id' as detail, author from private.facts_of_file($1) where kind = 'call'",
        [lead],
      );
      return rows;
    })
    .extend("mayCall", ({ db, lead }) => async () => {
      const { rows } = await db.inspect(
        "select private.has_consented(consents, 'calls') as may, consents from public.leads where id = $1",
        [lead],
      );
      return rows[0];
    });
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

  test("keeps how a call ended, what was said, the next one and the status, as one", async ({
    admin,
    audit,
    calls,
    lead,
    post,
    read,
  }) => {
    const callback_at = tomorrow();
    const said = {
      lead_id: lead,
      outcome: "reached",
      note: " Veut 50 appels. ",
      callback_at,
      lead_status: "contacted",
    };
    expect(await post(said)).toMatchObject({
      status: 200,
      body: { before: { callback_at: null, lead_status: "to_contact" } },
    });
    const row = await read();
    expect([row.lead_status, row.callback_at.toISOString()]).toEqual(["contacted", callback_at]);
    expect(await calls()).toEqual([
      { author: admin.email, detail: { outcome: "reached", text: "Veut 50 appels.", is_for_customer: false } },
    ]);
    const done = new Set((await audit()).map(({ action }) => action));
    expect(done).toEqual(new Set(["lead.called", "lead.callback_changed", "lead.status_changed"]));
  });

  test("leaves what is not named, and is written once under its id", async ({ calls, lead, post, read }) => {
    const call = { lead_id: lead, outcome: "absent", call_id: randomUUID() };
    await post({ ...call, callback_at: tomorrow() });
    const row = await read();
    expect(row).toMatchObject({ lead_status: "to_contact" });
    expect(await post({ ...call, callback_at: null })).toMatchObject({ status: 200, body: { call_id: call.call_id } });
    expect(await read()).toEqual(row);
    expect(await calls()).toHaveLength(1);
  });

  test("withdraws the consent to calls of who refuses them, until the call is taken back", async ({
    db,
    lead,
    mayCall,
    post,
    postTo,
  }) => {
    await db.inspect(
      `update public.leads set consents = '{"calls": {"granted": true, "version": "2025-06-25"}}' where id = $1`,
      [lead],
    );
    const before = await mayCall();
    const { body } = await post({ lead_id: lead, outcome: "refused" });
    expect(await mayCall()).toMatchObject({
      may: false,
      consents: { calls: { granted: false, version: "2025-06-25" } },
    });
    await post({ lead_id: lead, outcome: "refused" });
    await postTo("add-note")({ lead_id: lead, withdraw: body.call_id });
    expect(await mayCall()).toEqual(before);
  });

  test("refuses a call-back in the past and an unknown lead", async ({ calls, lead, post }) => {
    const call = { lead_id: lead, outcome: "absent" };
    expect(await post({ ...call, callback_at: "2020-01-01" })).toEqual(refusal(400, "callback_out_of_reach"));
    expect(await post({ ...call, lead_id: nowhere })).toEqual(refusal(404, "unknown_lead"));
    expect(await calls()).toEqual([]);
  });

  test.for([
    [{ lead_id: nowhere }],
    [{ lead_id: nowhere, outcome: "joint" }],
    [{ lead_id: nowhere, outcome: "reached", lead_status: "vip" }],
    [{ lead_id: nowhere, outcome: "reached", note: "é".repeat(10_001) }],
  ])("refuses %j", async ([body], { post }) => {
    expect(await post(body)).toEqual(refusal(400, "unreadable"));
  });

  test("is for administrators", async ({ calls, context, db, lead, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, outcome: "reached" }, headers)).status).toBe(status);
    }
    expect(await calls()).toEqual([]);
  });
});

describe("set-callback", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("set-callback"));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test("keeps an instant, a day as nine in the morning in Paris, and nothing", async ({ audit, lead, post, read }) => {
    const at = inDays(3);
    expect(await post({ lead_id: lead, at })).toMatchObject({ status: 200, body: { before: null } });
    expect((await read()).callback_at.toISOString()).toBe(at);
    await post({ lead_id: lead, at: `${new Date().getUTCFullYear() + 1}-07-01` });
    expect((await read()).callback_at.toISOString()).toMatch(/-07-01T07:00:00.000Z$/);
    expect(await post({ lead_id: lead, at: null })).toMatchObject({ status: 200, body: { callback_at: null } });
    expect((await audit()).map(({ action }) => action)).toEqual(Array(3).fill("lead.callback_changed"));
  });

  test("tells who saw an older state", async ({ lead, post, read, touch }) => {
    const { updated_at: seen } = await read();
    await touch();
    const answer = await post({ lead_id: lead, at: inDays(1), seen_at: isoOf(seen) });
    expect(answer).toEqual(refusal(409, "changed_meanwhile"));
    expect(answer.body).toMatchObject({ stored: { callback_at: null } });
  });

  test("refuses impossible times", async ({ lead, post }) => {
    for (const at of [inDays(-3), inDays(900), "0001-01-01", "9999-12-31"]) {
      expect(await post({ lead_id: lead, at })).toEqual(refusal(400, "callback_out_of_reach"));
    }
    for (const at of ["demain", 3, "2026-02-31", undefined, {}, "0000-01-01", ...impossibleInstants]) {
      expect(await post({ lead_id: lead, at })).toEqual(refusal(400, "unreadable"));
    }
    expect(await post({ lead_id: nowhere, at: null })).toEqual(refusal(404, "unknown_lead"));
  });

  test("is for administrators", async ({ context, db, lead, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, at: null }, headers)).status).toBe(status);
    }
  });
});

describe("tag-leads", () => {
  const test = anyFunction.extend("post", ({ postTo }) => postTo("tag-leads"));

  test("puts tags on several, takes others away, and says so in the history of each", async ({
    admin,
    db,
    lead,
    post,
  }) => {
    const other = (await addContact(db, { email: "jean@exemple.fr" })).leadIds[0]!;
    const { status, body } = await post({ ids: [lead, other, nowhere], add: ["Salon 2026", "VIP"] });
    expect(status).toBe(200);
    const codes = (said: Record<string, any>) => said.results.map(({ code }: { code: string }) => code).toSorted();
    expect(codes(body)).toEqual(["changed", "changed", "unknown_lead"]);
    // The same tag, whatever its spelling; what is not there is taken from no lead.
    const again = await post({ ids: [lead, other], add: ["vip"], remove: ["absente"] });
    expect(codes(again.body)).toEqual(["unchanged", "unchanged"]);
    const removed = await post({ ids: [lead], remove: ["SALON 2026"] });
    expect(removed.body.results).toMatchObject([
      { code: "changed", before: { tags: ["Salon 2026", "VIP"] }, stored: { tags: ["VIP"] } },
    ]);
    const { rows } = await db.inspect(
      "select author, detail from private.facts_of_log($1) where kind = 'tag' order by at desc",
      [lead],
    );
    expect(rows).toEqual([
      { author: admin.email, detail: { added: [], removed: ["Salon 2026"] } },
      { author: admin.email, detail: { added: ["Salon 2026", "VIP"], removed: [] } },
    ]);
  });

  test("puts twenty on one lead at most, none without a name or with a comma, and only for administrators", async ({
    context,
    db,
    lead,
    post,
  }) => {
    const many = Array.from({ length: 20 }, (_, number) => `n${number}`);
    expect((await post({ ids: [lead], add: many })).status).toBe(200);
    expect(await post({ ids: [lead], add: ["une de plus"] })).toEqual(refusal(409, "too_many_tags"));
    for (const name of ["", "  ", "a,b", "x".repeat(41)]) {
      expect(await post({ ids: [lead], add: [name] })).toEqual(refusal(400, "unreadable"));
    }
    for (const { who, status, headers } of await listStrangers(context, db)) {
      expect([who, (await post({ ids: [lead], add: ["intruse"] }, headers)).status]).toEqual([who, status]);
    }
    await db.inspect("delete from private.tags where name = 'n7'");
    const { rows } = await db.inspect("select private.tag_names(tags) as tags from public.leads where id = $1", [lead]);
    expect(rows).toEqual([{ tags: many.filter((name) => name !== "n7").toSorted() }]);
  });
});

describe("correct-lead", () => {
  const test = anyFunction
    .extend("post", ({ postTo }) => postTo("correct-lead"))
    .extend("corrections", ({ db }) => async () => {
      const { rows } = await db.inspect("select author, before, after from private.lead_corrections order by id");
      return rows;
    });

  test("puts contact and answers right, and keeps what stood there", async ({
    admin,
    audit,
    corrections,
    lead,
    post,
    read,
  }) => {
    const set = {
      phone: "06 39 98 41 07",
      first_name: "  Clara ",
      calls_per_month: "50",
      business_hours: ["24h"],
      extra_answers: { commentaire: "Bonjour" },
    };
    const { status, body } = await post({ lead_id: lead, set });
    expect(status).toBe(200);
    expect(body.before).toMatchObject({ first_name: "Claire", phone: null });
    expect(await read()).toMatchObject({ ...set, first_name: "Clara", calls_per_month: 50 });
    const kept = await corrections();
    expect(kept).toEqual([{ author: admin.userId, before: body.before, after: body.after }]);
    const lines = await audit();
    expect(lines).toMatchObject([{ actor: admin.userId, action: "lead.corrected", lead_id: lead }]);
    expect(JSON.stringify(lines)).not.toContain("Clara");
    expect(await post({ lead_id: lead, set })).toMatchObject({ status: 200, body: { before: {}, after: {} } });
    expect(await corrections()).toHaveLength(1);
  });

  test("empties an answer that the profile would show through", async ({ db, lead, post }) => {
    await db.inspect("update public.user_profiles set phone = '01 99 00 00 00'");
    await post({ lead_id: lead, set: { phone: "" } });
    const { rows } = await db.inspect("select phone from public.user_profiles");
    expect(rows).toEqual([{ phone: null }]);
  });

  test("moves the contact to the right address, unless another contact has it", async ({ db, lead, post, read }) => {
    const profiles = async () =>
      (await db.inspect("select email from public.user_profiles order by email")).rows.map(({ email }) => email);
    await post({ lead_id: lead, set: { email: "Clara@exemple.fr" } });
    expect(await profiles()).toEqual(["clara@exemple.fr"]);
    await addContact(db, { email: "jean@exemple.fr" });
    expect(await post({ lead_id: lead, set: { email: "jean@exemple.fr" } })).toMatchObject({ status: 200 });
    expect((await read()).email).toBe("jean@exemple.fr");
    expect(await profiles()).toEqual(["clara@exemple.fr", "jean@exemple.fr"]);
  });

  test("tells who saw an older state, with both values", async ({ corrections, lead, post, read, touch }) => {
    const { updated_at: seen } = await read();
    await touch();
    const answer = await post({ lead_id: lead, set: { first_name: "Clara" }, seen_at: isoOf(seen) });
    expect(answer).toEqual(refusal(409, "changed_meanwhile"));
    expect(answer.body).toMatchObject({ stored: { first_name: "Claire" }, asked: { first_name: "Clara" } });
    expect(await corrections()).toEqual([]);
    const { updated_at: now } = answer.body.stored as { updated_at: string };
    expect(await post({ lead_id: lead, set: { first_name: "Clara" }, seen_at: now })).toMatchObject({ status: 200 });
  });

  test("leaves a lead its e-mail or a telephone", async ({ db, lead, post }) => {
    const contact = async () =>
      (
        await db.inspect(
          "select lead.email, profile.email as known from public.leads as lead, public.user_profiles as profile",
        )
      ).rows;
    expect(await post({ lead_id: lead, set: { email: "" } })).toEqual(refusal(400, "contact_missing"));
    expect(await post({ lead_id: lead, set: { email: "", phone: "06 39" } })).toEqual(refusal(400, "phone_malformed"));
    expect(await post({ lead_id: lead, set: { email: "", phone: "06 39 98 41 07" } })).toMatchObject({ status: 200 });
    expect(await contact()).toEqual([{ email: null, known: null }]);
    expect(await post({ lead_id: lead, set: { phone: "" } })).toEqual(refusal(400, "contact_missing"));
    expect(await post({ lead_id: lead, set: { phone: "", email: "claire@exemple.fr" } })).toMatchObject({
      status: 200,
    });
    expect(await contact()).toEqual([{ email: "claire@exemple.fr", known: "claire@exemple.fr" }]);
  });

  test("of two at once on one state, one is told", async ({ corrections, lead, post, read }) => {
    const seen = isoOf((await read()).updated_at);
    const answers = await Promise.all(
      ["Clara", "Clarisse", "Clémence"].map((first_name) =>
        post({ lead_id: lead, set: { first_name }, seen_at: seen }),
      ),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
    expect(await corrections()).toHaveLength(1);
  });

  test.for([
    [{ email: "sans arobase" }, "email_malformed"],
    [{ phone: "0".repeat(301) }, "value_too_long"],
    [{ calls_per_month: "beaucoup" }, "number_malformed"],
    [{ calls_per_month: -1 }, "number_malformed"],
    [{ calls_per_month: 60 }, "volume_not_sold"],
    [{ active_clients_per_month: "51", first_name: "Clara" }, "volume_not_sold"],
    [{ contacts_per_month: 1500 }, "volume_not_sold"],
    [{ phone: ["06"] }, "value_malformed"],
    [{ phone: { a: "b" } }, "value_malformed"],
    [{ lead_status: "client" }, "column_unknown"],
    [{ lead_id: nowhere }, "column_unknown"],
    [{ updated_at: "2020-01-01" }, "column_unknown"],
    [{ phone_e164: "+33" }, "column_unknown"],
    [{ extra_answers: { commentaire: "x".repeat(9000) } }, "value_too_long"],
    [{ objectives: ["x".repeat(400)] }, "value_too_long"],
  ] as const)("refuses %j as the forms would", async ([set, code], { corrections, lead, post }) => {
    const answer = await post({ lead_id: lead, set });
    expect(answer).toEqual(refusal(400, code));
    expect(answer.body.field).toBe(Object.keys(set)[0]);
    expect(await corrections()).toEqual([]);
  });

  test("refuses what is no correction, and names a lead that is gone", async ({ lead, post }) => {
    for (const set of [{}, null, "x", { "a b": "x" }, { phone: true }]) {
      expect(await post({ lead_id: lead, set })).toEqual(refusal(400, "unreadable"));
    }
    expect(await post({ lead_id: nowhere, set: { phone: "01" } })).toEqual(refusal(404, "unknown_lead"));
  });

  test("is for administrators", async ({ context, corrections, db, lead, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ lead_id: lead, set: { phone: "01" } }, headers)).status).toBe(status);
    }
    expect(await corrections()).toEqual([]);
  });
});

/** As the data service writes it. */
function isoOf(stored: string): string {
  return `${stored.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")}`;
}
