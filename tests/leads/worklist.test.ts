import { afterEach, expect, test } from "vitest";

import { workReasons } from "#subjects/leads/rules/today.ts";
import { addContact, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth, createDraw, seed } from "#tests/support/depth.ts";

const db = await openDatabaseForFile();
afterEach(() => db.reset());

type Line = { reason: string; due_at: string; lead: Record<string, unknown> };
type Worklist = { lines: Line[]; more: string[]; astray: { deliveries: number; payments: number } };

async function readAs<Value>(admin: Person, sql: string): Promise<Value[]> {
  const claims = { sub: admin.userId, session_id: admin.sessionId, aal: "aal1", role: "authenticated" };
  return db.asCaller({ role: "authenticated", claims }, { isReadOnly: true }, async (tx) => {
    const { rows } = await tx.query<{ read: Value }>(sql);
    return rows.map(({ read }) => read);
  });
}

const enter = () => signIn(createTestContext({ db }), db, { isAdministrator: true });

async function read(admin?: Person): Promise<Worklist> {
  const [worklist] = await readAs<Worklist>(admin ?? (await enter()), "select worklist() as read");
  return worklist!;
}

/** Who is on the list for which reason, by the first part of the e-mail. */
async function today(): Promise<string[]> {
  const nameOf = ({ lead }: Line) => String(lead["email"]).split("@")[0] ?? "";
  return (await read()).lines.map((line) => `${line.reason} ${nameOf(line)}`);
}

let count = 0;

/** A lead of a few days ago that agreed to be called. */
async function addLead(name: string, { origin = "closing", set = "" } = {}) {
  const contact = await addContact(db, { email: `${name}@travail.example`, origins: [origin] });
  const leadId = contact.leadIds[0]!;
  await db.inspect(
    `update public.leads
     set consents = '{"calls": {"granted": true}}', created_at = now() - interval '3 days' + $2 * interval '1 second',
       last_contact_at = now() - interval '3 days' where id = $1`,
    [leadId, (count += 1)],
  );
  if (set !== "") await db.inspect(`update public.leads set ${set} where id = $1`, [leadId]);
  return { leadId, reference: contact.references[0]! };
}

async function startPayment(reference: string, ago: string) {
  await db.inspect(
    `insert into private.payment_starts (reference, terms_version, started_at) values ($1, $2, now() - $3::interval)
     on conflict do nothing`,
    [reference, ago, ago],
  );
}

const note = (leadId: string) =>
  db.inspect("insert into private.lead_notes (lead_id, author, text) values ($1, gen_random_uuid(), 'Relancé.')", [
    leadId,
  ]);
const giveUp = (leadId: string) =>
  db.inspect(
    `insert into private.deliveries (kind, event, lead_id, body, status)
     values ('mail', 'mail.team-message', $1, '{"to": "a@b.example"}', 'dead') on conflict do nothing`,
    [leadId],
  );
const pay = (id: string, leadId: string | null, columns: { reference?: string; schedule?: object; state?: string }) =>
  db.inspect(
    `insert into private.payment_events (id, type, lead_id, reference, schedule, state)
     values ($1, 'checkout.session.completed', $2, $3, $4, $5)`,
    [id, leadId, columns.reference ?? null, columns.schedule ?? null, columns.state ?? "waiting"],
  );
const freeUntil = (date: string) => ({
  lines: [
    { date: "2026-01-01", amount: { includingTax: 0 } },
    { date, amount: { includingTax: 11640 } },
  ],
});
const paid = "payment_status = true, lead_status = 'client'";
const lastOfToday = `((now() at time zone 'Europe/Paris')::date + time '23:59:59') at time zone 'Europe/Paris'`;

test("Who is to be contacted is called or written to, the oldest first, with or without an order", async () => {
  await addLead("second", { set: "created_at = now() - interval '4 days'" });
  await addLead("third", { origin: "secretariat" });
  await addLead("first", { set: "created_at = now() - interval '5 months'" });
  await addLead("sans-accord", { set: "consents = '{}'" });
  await addLead("a-la-main", { origin: "general", set: "consents = '{}'" });
  await addLead("suspect", { set: "is_suspect = true" });
  await addLead("appele", { set: "lead_status = 'contacted'" });
  await addLead("client", { set: "lead_status = 'client'" });
  await addLead("inactif", { set: "lead_status = 'inactive'" });
  expect(await today()).toEqual([
    "call first",
    "call second",
    "call third",
    "write sans-accord",
    "write a-la-main",
    "suspect suspect",
  ]);
});

test("What is paid waits for its setup until that is ticked, and for its debit from seven days before", async () => {
  const leads: Record<string, string> = {};
  for (const name of ["paye", "proche", "loin", "installe", "ferme"]) {
    leads[name] = (await addLead(name, { origin: "secretariat", set: paid })).leadId;
  }
  await addLead("place", { origin: "conferences", set: paid });
  await db.inspect("update public.leads set setup_at = now() where id = $1", [leads["installe"]]);
  await db.inspect("update public.leads set lead_status = 'inactive' where id = $1", [leads["ferme"]]);
  const [{ near, far } = { near: "", far: "" }] = (
    await db.inspect<{ near: string; far: string }>(
      `select (today + 7)::text as near, (today + 8)::text as far
       from (select (now() at time zone 'Europe/Paris')::date as today) as clock`,
    )
  ).rows;
  await pay("evt_near", leads["proche"]!, { schedule: freeUntil(near), state: "applied" });
  await pay("evt_far", leads["loin"]!, { schedule: freeUntil(far), state: "applied" });
  expect(await today()).toEqual(["debit proche", "setup paye", "setup loin"]);
});

test("A payment to look at comes first, whether it belongs to its lead or only names it", async () => {
  const named = await addLead("nomme");
  const held = await addLead("paye", { origin: "secretariat", set: paid });
  await pay("evt_named", null, { reference: named.reference });
  await pay("evt_held", held.leadId, { state: "applied" });
  await db.inspect("update private.payment_events set email = 'autre@travail.example' where id = 'evt_held'");
  expect((await today()).toSorted()).toEqual(["payment nomme", "payment paye"]);
});

test("Who went to pay after a talk is listed for a fortnight, until they are spoken to again", async () => {
  const contacted = { origin: "suiviclient", set: "lead_status = 'contacted'" };
  for (const [name, ago] of Object.entries({ hier: "1 day", maintenant: "10 minutes", ancien: "15 days" })) {
    const { leadId, reference } = await addLead(name, contacted);
    await db.inspect("update public.leads set last_contact_at = now() - interval '20 days' where id = $1", [leadId]);
    await startPayment(reference, ago);
    if (name === "hier") await startPayment(reference, "2 days");
  }
  expect(await today()).toEqual(["unpaid hier"]);
  const { rows } = await db.inspect<{ id: string }>("select id from public.leads where email like 'hier%'");
  await note(rows[0]!.id);
  expect(await today()).toEqual([]);
});

test("A call-back of today stands before first contacts, one of another day waits for its day", async () => {
  const at = (instant: string, more = "") => ({ origin: "secretariat", set: `callback_at = ${instant}${more}` });
  const tomorrow = `${lastOfToday} + interval '1 second'`;
  await addLead("ce-soir", at(lastOfToday));
  await addLead("en-retard", at("now() - interval '2 days'"));
  await addLead("demain", at(tomorrow));
  await addLead("demain-paye", at(tomorrow, `, ${paid}`));
  await addLead("demain-corrige", at(tomorrow, ", newer_answers_at = now()"));
  expect(await today()).toEqual([
    "setup demain-paye",
    "answers demain-corrige",
    "callback en-retard",
    "callback ce-soir",
  ]);
});

test("What was given up of a lead, and a lead erased within 15 days, come last", async () => {
  const old = (days: number) => `last_contact_at = now() - interval '6 months' + ${days} * interval '1 day'`;
  const contacted = { set: "lead_status = 'contacted'" };
  const dead = await addLead("abandon", contacted);
  await giveUp(dead.leadId);
  await giveUp((await addLead("nouveau")).leadId);
  const soon = await addLead("bientot", contacted);
  await addLead("plus-tard", contacted);
  await db.inspect(`update public.leads set ${old(10)} where email like 'bientot%'`);
  await db.inspect(`update public.leads set ${old(20)} where email like 'plus-tard%'`);
  expect(await today()).toEqual(["call nouveau", "delivery abandon", "expiry bientot"]);
  await note(soon.leadId);
  expect(await today()).toEqual(["call nouveau", "delivery abandon"]);
});

test("Thirty of a reason are shown, and that there are more; those of one's own are told apart", async () => {
  const admin = await enter();
  for (let n = 0; n < 30; n += 1) await addLead(`lead-${n}`, { origin: n % 2 === 0 ? "closing" : "conferences" });
  expect(await read(admin)).toMatchObject({ more: [], lines: { length: 30 } });
  const own = await addLead("un-de-plus");
  await db.inspect("update public.leads set owner = $2 where id = $1", [own.leadId, admin.userId]);
  const { lines, more } = await read(admin);
  expect(more).toEqual(["call"]);
  expect(lines.map(({ lead }) => lead["email"])).toEqual(
    Array.from({ length: 30 }, (_, n) => `lead-${n}@travail.example`),
  );
  expect(await readAs(admin, "select to_jsonb(line) as read from list_today(true) as line")).toEqual([
    { lead_id: own.leadId, reason: "call", due_at: expect.any(String), owner: admin.userId },
  ]);
});

test("What went astray is counted, and nothing is missed when there is nothing", async () => {
  expect(await read()).toEqual({ lines: [], more: [], astray: { deliveries: 0, payments: 0 } });
});

/** What the list means, asked of every lead, without an index. */
const everyLead = `
  with facts as (
    select lead.*, private.has_consented(lead.consents, 'calls') as may_call,
      (callback_at at time zone 'Europe/Paris')::date > (now() at time zone 'Europe/Paris')::date as is_put_off,
      (select min(received_at) from private.payment_events as event
       where (state = 'waiting' or event.email is not null)
         and (event.lead_id = lead.id
           or reference in (select idempotency_key::text from private.submissions where lead_id = lead.id))
      ) as asked_at,
      (select min(created_at) from private.deliveries where lead_id = lead.id and status = 'dead') as dead_at,
      (select max(started_at) from private.payment_starts
       where reference in (select idempotency_key from private.submissions where lead_id = lead.id)) as started_at,
      (select max(written_at) from private.lead_notes where lead_id = lead.id) as noted_at
    from public.leads as lead
  )
  select id as lead_id, owner, case
      when asked_at is not null then 'payment'
      when payment_status and setup_at is null and lead_status <> 'inactive' and funnel_origin <> 'conferences'
        then 'setup'
      when newer_answers_at is not null then 'answers'
      when callback_at is not null and not is_put_off then 'callback'
      when is_put_off then null
      when lead_status = 'to_contact' and not is_suspect then case when may_call then 'call' else 'write' end
      when lead_status = 'contacted' and not is_suspect and not payment_status and started_at > last_contact_at
        and started_at between now() - interval '14 days' and now() - interval '1 hour'
        and coalesce(noted_at <= started_at, true) then 'unpaid'
      when lead_status = 'to_contact' then 'suspect'
      when dead_at is not null then 'delivery'
      when lead_status = 'contacted' and not payment_status and not is_suspect
        and last_contact_at + interval '6 months' < now() + interval '15 days'
        and coalesce(noted_at <= last_contact_at + interval '6 months' - interval '15 days', true) then 'expiry'
    end as reason
  from facts`;

test("Nothing is left to do exactly when a question to every lead finds nothing", async () => {
  const admin = await enter();
  const turns = atDepth(40, 400);
  const draw = createDraw(seed);
  const random = <Value>(values: readonly Value[]): Value => values[Math.floor(draw() * values.length)]!;
  const leads: Awaited<ReturnType<typeof addLead>>[] = [];
  const origins = ["general", "secretariat", "marketing", "closing", "conferences"];
  for (let n = 0; n < 12; n += 1) leads.push(await addLead(`hasard-${n}`, { origin: random(origins) }));
  const changes = [
    "lead_status = 'to_contact'",
    "lead_status = 'contacted'",
    "lead_status = 'inactive'",
    "lead_status = 'client'",
    "payment_status = not payment_status",
    "setup_at = now()",
    "setup_at = null",
    "callback_at = null",
    "callback_at = now() - interval '1 hour'",
    "callback_at = now() + interval '2 days'",
    "is_suspect = not is_suspect",
    "newer_answers_at = now()",
    "newer_answers_at = null",
    "consents = '{}'",
    `owner = '${admin.userId}'`,
    "last_contact_at = now() - interval '6 months' + interval '10 days'",
  ];
  const others = [
    (lead: (typeof leads)[number]) => startPayment(lead.reference, random(["30 minutes", "1 day", "2 days"])),
    (lead: (typeof leads)[number]) => note(lead.leadId),
    (lead: (typeof leads)[number]) => giveUp(lead.leadId),
    (lead: (typeof leads)[number]) => pay(`evt_${draw()}`, null, { reference: lead.reference }),
  ];
  const check = async (isMine: boolean) => {
    type Told = { lead_id: string; reason: string };
    const listed = await readAs<Told>(admin, `select to_jsonb(line) as read from list_today(${isMine}) as line`);
    const { rows } = await db.inspect<Told & { owner: string | null }>(everyLead);
    const meant = rows.filter(({ reason, owner }) => reason !== null && (!isMine || owner === admin.userId));
    const told = ({ lead_id: id, reason }: Told) => `${reason} ${id}`;
    expect(listed.map(told).toSorted()).toEqual(meant.map(told).toSorted());
    const ranks = listed.map(({ reason }) => workReasons.findIndex((known) => known === reason));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    return listed.length;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const lead = random(leads);
    if (draw() < 0.25) await random(others)(lead);
    else await db.inspect(`update public.leads set ${random(changes)} where id = $1`, [lead.leadId]);
    await check(false);
    await check(true);
  }
  await db.inspect("delete from private.deliveries");
  await db.inspect("delete from private.payment_events");
  await db.inspect("delete from private.payment_starts");
  await db.inspect("update public.leads set lead_status = 'inactive', callback_at = null, newer_answers_at = null");
  expect(await check(false)).toBe(0);
});
