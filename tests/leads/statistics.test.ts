import { afterEach, describe, expect, test } from "vitest";

import type { CivilDate } from "#kit/civil-date.ts";
import { leadQueryOf, readLeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { ledgerLists } from "#subjects/leads/rules/ledger-lists.ts";
import type { Database } from "#engine/db/database.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { addContact, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
afterEach(() => db.reset());

type Day = Record<
  "leads" | "contacted" | "contact_seconds" | "within_hour" | "within_day" | "clients" | "paid",
  number
> & {
  day: string;
  funnel: string;
};
type Statistics = {
  days: Day[];
  volumes: { funnel: string; volume: string; leads: number; clients: number; paid: number }[];
  steps: { funnel: string; step: number; event: string; count: number }[];
  refusals: { funnel: string; step: number; field: string; count: number }[];
  visits: { count: number }[];
  sources: { name: string; seen: number; sent: number }[];
  reasons: { name: string; count: number }[];
};

async function asAdministrator<Value>(work: Parameters<Database["asCaller"]>[2]): Promise<Value> {
  const context = createTestContext({ db });
  const admin: Person = await signIn(context, db, { isAdministrator: true });
  const claims = { sub: admin.userId, session_id: admin.sessionId, aal: "aal1", role: "authenticated" };
  return (await db.asCaller({ role: "authenticated", claims }, {}, work)) as Value;
}

function read(from: string | null, to: string | null): Promise<Statistics> {
  return asAdministrator<Statistics>(async (tx) => {
    const { rows } = await tx.query<{ read: Statistics }>("select funnel_statistics($1, $2) as read", [from, to]);
    return rows[0]?.read;
  });
}

const addUp = () => run("add_up_lead_figures");

async function run(name: string, now = new Date()): Promise<void> {
  const job = scheduledJobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await runScheduledJob({ ...createTestContext({ db }), now: () => now }, job);
}

const year = ["2026-01-01", "2026-12-31"] as const;

test("Reasons of closed leads count on the day the lead came, and those that were taken up again do not", async () => {
  const { leadIds } = await addContact(db, {
    email: "a@exemple.example",
    origins: ["secretariat", "marketing", "closing", "general"],
  });
  const days = ["2026-06-30T22:30:00Z", "2026-06-30T10:00:00Z", "2026-07-02T10:00:00Z", "2026-07-03T10:00:00Z"];
  for (const [place, leadId] of leadIds.entries()) {
    await db.inspect(
      "update public.leads set lead_status = 'inactive', inactive_reason = $2, created_at = $3 where id = $1",
      [leadId, place === 2 ? "later" : "price", days[place]],
    );
  }
  await db.inspect("update public.leads set lead_status = 'contacted' where id = $1", [leadIds[3]]);
  expect((await read("2026-07-01", "2026-07-31")).reasons).toEqual([
    { name: "later", count: 1 },
    { name: "price", count: 1 },
  ]);
  expect((await read(...year)).reasons).toEqual([
    { name: "price", count: 2 },
    { name: "later", count: 1 },
  ]);
});

test("Leads count on the day they came, in Paris, with what became of them since", async () => {
  const { leadIds } = await addContact(db, { email: "a@exemple.example", origins: ["secretariat", "marketing"] });
  await db.inspect("update public.leads set created_at = '2026-06-30T22:30:00Z', calls_per_month = 50 where id = $1", [
    leadIds[0],
  ]);
  await db.inspect("update public.leads set created_at = '2026-06-30T10:00:00Z' where id = $1", [leadIds[1]]);
  const nothing = { contacted: 0, contact_seconds: 0, within_hour: 0, within_day: 0, clients: 0, paid: 0 };
  expect((await read(...year)).days).toEqual([
    { day: "2026-06-30", funnel: "marketing", leads: 1, ...nothing },
    { day: "2026-07-01", funnel: "secretariat", leads: 1, ...nothing },
  ]);

  await db.inspect("update public.leads set lead_status = 'client', payment_status = true where id = $1", [leadIds[0]]);
  await db.inspect("update public.leads set contacted_at = created_at + interval '30 min' where id = $1", [leadIds[0]]);
  const after = await read("2026-07-01", "2026-07-01");
  const called = { contacted: 1, within_hour: 1, within_day: 1, clients: 1, paid: 1 };
  expect(after.days).toMatchObject([{ leads: 1, ...called }]);
  expect(after.volumes).toEqual([{ funnel: "secretariat", volume: "50", leads: 1, clients: 1, paid: 1 }]);
});

test("The figures are the same before and after they are added up, and when a lead is erased", async () => {
  const { leadIds } = await addContact(db, { email: "a@exemple.example", origins: ["secretariat", "closing"] });
  await db.inspect("update public.leads set created_at = '2026-06-30T10:00:00Z'");
  const before = await read(...year);
  await addUp();
  expect(await read(...year)).toEqual(before);
  expect((await db.inspect("select from private.lead_figure_changes")).rows).toEqual([]);

  await db.inspect("update public.leads set lead_status = 'contacted'");
  await addUp();
  await db.inspect("delete from public.leads where id = any($1)", [leadIds]);
  await addUp();
  expect((await read(...year)).days.map(({ leads, contacted }) => [leads, contacted])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("What a program sent counts no more once it is erased, unless it was called or paid", async () => {
  const origins = ["secretariat", "marketing", "closing"];
  const { leadIds } = await addContact(db, { email: "robot@exemple.fr", origins });
  await db.inspect(
    "update public.leads set created_at = '2026-06-30T10:00:00Z', is_suspect = funnel_origin <> 'closing'",
  );
  await db.inspect("update public.leads set contacted_at = now() where id = $1", [leadIds[1]]);
  const counted = async () => (await read("2026-06-30", "2026-06-30")).days.map(({ funnel, leads }) => [funnel, leads]);
  expect(await counted()).toEqual([
    ["closing", 1],
    ["marketing", 1],
    ["secretariat", 1],
  ]);
  await db.inspect("delete from public.leads");
  expect((await counted()).filter(([, leads]) => leads !== 0)).toEqual([
    ["closing", 1],
    ["marketing", 1],
  ]);
});

test("The figures are those of a count of all leads, whatever was done to them", async () => {
  await db.inspect(
    `with profiles as (
       insert into public.user_profiles (email)
         select 'p' || number || '@exemple.example' from generate_series(1, 200) as number
       returning id
     )
     insert into public.leads (user_profile_id, funnel_origin, calls_per_month, created_at)
     select id, 'secretariat', 20, '2026-03-01T12:00:00Z'::timestamptz + (random() * 90)::int * interval '1 day'
     from profiles`,
  );
  await db.inspect("update public.leads set lead_status = 'client' where random() < 0.3");
  await addUp();
  await db.inspect("update public.leads set payment_status = true, calls_per_month = 50 where random() < 0.5");
  await db.inspect("update public.leads set lead_status = 'inactive' where random() < 0.2");

  const { rows } = await db.inspect(
    `select (created_at at time zone 'Europe/Paris')::date::text as day, count(*)::int as leads,
            count(contacted_at)::int as contacted, count(*) filter (where lead_status = 'client')::int as clients,
            count(*) filter (where payment_status)::int as paid
     from public.leads group by 1 order by 1`,
  );
  const { days } = await read(...year);
  expect(days.map(({ day, leads, contacted, clients, paid }) => ({ day, leads, contacted, clients, paid }))).toEqual(
    rows,
  );
});

/** The first and last days of months, their middles, periods within one month, and some years. */
const periods: [from: string, to: string][] = [
  ["2026-01-01", "2026-12-31"],
  ["2026-01-31", "2026-03-01"],
  ["2026-01-14", "2026-02-15"],
  ["2026-01-20", "2026-05-10"],
  ["2026-02-02", "2026-02-27"],
  ["2026-02-10", "2026-02-12"],
  ["2026-03-31", "2026-03-31"],
  ["2026-04-30", "2026-05-01"],
  ["2025-06-15", "2027-06-15"],
];

test("A period holds what each of its days holds, wherever it begins and ends within a month", async () => {
  await db.inspect(
    `with profiles as (
       insert into public.user_profiles (email)
         select 'p' || number || '@exemple.example' from generate_series(1, 400) as number
       returning id
     )
     insert into public.leads (user_profile_id, funnel_origin, calls_per_month, created_at)
     select id, case when random() < 0.5 then 'secretariat' else 'closing' end, 10 * floor(random() * 3),
       '2026-01-01T12:00:00Z'::timestamptz + floor(random() * 150) * interval '1 day'
     from profiles`,
  );
  await db.inspect(
    `insert into private.step_counts (day, funnel, step, event, field, source, device, count)
     select '2026-01-01'::date + number, 'secretariat', 1 + number % 3, event, case event when 'refused' then 'phone' else '' end,
       'direct', 'telephone', 1 + number
     from generate_series(0, 149) as number, unnest(array['seen', 'done', 'refused']) as event`,
  );
  await addUp();
  await db.inspect("update public.leads set lead_status = 'client' where random() < 0.5");
  await addUp();
  await db.inspect("update public.leads set payment_status = true where random() < 0.5");
  await run("sum_up_step_months", new Date("2026-05-20T12:00:00Z"));
  const { rows: months } = await db.inspect("select distinct day::text from private.step_months order by 1");
  expect(months.map(({ day }) => day)).toEqual(["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"]);

  for (const [from, to] of periods) {
    const { volumes, steps, refusals, visits, sources } = await read(from, to);
    const [counted, seen] = await countEach(from, to);
    expect(volumes.toSorted(byName), `${from} to ${to}`).toEqual(counted!.toSorted(byName));
    expect([...steps, ...refusals].toSorted(byName)).toEqual(seen!.toSorted(byName));
    const firstSteps = steps.find(({ step, event }) => step === 1 && event === "seen")?.count ?? 0;
    expect(visits.reduce((sum, { count }) => sum + count, 0)).toBe(firstSteps);
    expect(sources[0]?.seen ?? 0).toBe(firstSteps);
  }
});

const byName = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Volumes of the leads themselves; steps, then refusals, of the counts of each day. */
async function countEach(from: string, to: string): Promise<object[][]> {
  const { rows } = await db.inspect<{ counted: object[] }>(
    `select coalesce(jsonb_agg(counted), '[]') as counted from (
       select funnel_origin as funnel, calls_per_month::text as volume, count(*) as leads,
              count(*) filter (where lead_status = 'client') as clients, count(*) filter (where payment_status) as paid
       from public.leads where (created_at at time zone 'Europe/Paris')::date between $1 and $2 group by 1, 2
     ) as counted
     union all
     select coalesce(jsonb_agg(counted), '[]') from (
       select jsonb_build_object('funnel', funnel, 'step', step, 'event', event, 'count', sum(count)) as counted
       from private.step_counts where day between $1 and $2 group by funnel, step, event
       union all
       select jsonb_build_object('funnel', funnel, 'step', step, 'field', field, 'count', sum(count))
       from private.step_counts where day between $1 and $2 and event = 'refused' group by funnel, step, field
     ) as steps`,
    [from, to],
  );
  return rows.map(({ counted }) => counted);
}

test("What a day counted goes with the day, out of the sums of its month too", async () => {
  await addContact(db, { email: "a@exemple.example", origins: ["secretariat"] });
  await addContact(db, { email: "b@exemple.example", origins: ["secretariat"] });
  await db.inspect(
    `update public.leads set created_at = case email when 'a@exemple.example' then '2026-03-02' else '2026-03-28' end::date
     where true`,
  );
  await addUp();
  const leads = async () => (await read("2026-03-01", "2026-03-31")).volumes.map((volume) => volume.leads);
  expect(await leads()).toEqual([2]);

  await run("purge_lead_figures", new Date("2028-04-15T12:00:00Z"));
  expect(await leads()).toEqual([1]);
  await run("purge_lead_figures", new Date("2028-05-15T12:00:00Z"));
  const sums = await db.inspect(
    `select day from private.lead_day_figures where day < '2026-04-01'
     union all select day from private.lead_month_figures where day < '2026-04-01'`,
  );
  expect(sums.rows).toEqual([]);
});

test("No typed word is in the figures", async () => {
  const { leadIds } = await addContact(db, { email: "a@exemple.example", origins: ["closing"] });
  await db.inspect("update public.leads set prospects_count = 'Environ 2 000, dixit Zoé' where id = $1", [leadIds[0]]);
  await addUp();
  const { rows } = await db.inspect<{ volume: string }>("select volume from private.lead_figures where leads > 0");
  expect(rows).toEqual([{ volume: "2000" }]);
});

test("Steps, refusals, sources and devices are added up over the days that are asked for", async () => {
  await db.inspect(
    `insert into private.step_counts (day, funnel, step, event, field, source, device, shard, count) values
       ('2026-05-01', 'secretariat', 1, 'seen', '', 'recherche', 'telephone', 0, 10),
       ('2026-05-01', 'secretariat', 1, 'seen', '', 'recherche', 'telephone', 3, 5),
       ('2026-05-02', 'secretariat', 3, 'done', '', 'recherche', 'ordinateur', 1, 4),
       ('2026-05-02', 'secretariat', 2, 'refused', 'phone', 'direct', 'telephone', 0, 7),
       ('2027-05-02', 'secretariat', 2, 'refused', 'phone', 'direct', 'telephone', 0, 100)`,
  );
  const { steps, refusals, sources } = await read(...year);
  expect(steps).toContainEqual({ funnel: "secretariat", step: 1, event: "seen", count: 15 });
  expect(refusals).toEqual([{ funnel: "secretariat", step: 2, field: "phone", count: 7 }]);
  expect(sources).toEqual([
    { name: "recherche", seen: 15, sent: 4 },
    { name: "direct", seen: 0, sent: 0 },
  ]);
});

describe("Statistics are refused with a sentence for", () => {
  test.for<[string, string | null, string | null]>([
    ["days in the wrong order", "2026-02-01", "2026-01-01"],
    ["a century", "1926-01-01", "2026-01-01"],
    ["no day", null, "2026-01-01"],
    ["no end", "2026-01-01", null],
    ["the end of time", "2026-01-01", "infinity"],
  ])("%s", async ([, from, to]) => {
    await expect(read(from, to)).rejects.toMatchObject({ code: expect.stringMatching(/^(P0001|22008|22007)$/) });
  });
});

test("What payments brought counts payments, later months and refunds, whatever the status of the lead", async () => {
  const { leadIds } = await addContact(db, { email: "a@exemple.example", origins: ["secretariat", "marketing"] });
  const { userId } = await signIn(createTestContext({ db }), db, {
    email: "camille@ariane.example",
    isAdministrator: true,
  });
  await db.inspect("update public.leads set lead_status = 'inactive', payment_status = false");
  await db.inspect("update public.leads set owner = $2 where id = $1", [leadIds[0], userId]);
  await db.inspect(
    `insert into private.payment_events
       (id, type, amount_cents, currency, lead_id, state, received_at, subscription, schedule)
     values ('evt_1', 'x', 0, 'eur', $1, 'applied', '2026-06-30T10:00:00Z', 'sub_1', null),
            ('evt_2', 'x', 180000, 'eur', $2, 'applied', '2026-06-30T22:30:00Z', null, null),
            ('evt_3', 'x', 500, 'usd', $2, 'applied', '2026-07-01T10:00:00Z', null, null),
            ('evt_4', 'x', 900, 'eur', null, 'waiting', '2026-07-01T10:00:00Z', null, null),
            ('evt_5', 'x', 11640, 'eur', null, 'applied', '2026-07-02T10:00:00Z', null,
             '{"purchase": {"offer": "closing"}}')`,
    [leadIds[0], leadIds[1]],
  );
  await db.inspect(
    `insert into private.invoices (id, subscription, amount_cents, currency, paid_on, received_at)
     values ('in_1', 'sub_1', 58440, 'eur', '2026-07-15', '2026-07-15T10:00:00Z'),
            ('in_2', 'sub_1', 58440, 'eur', '2026-08-15', '2026-08-15T10:00:00Z')`,
  );
  await db.inspect(
    `insert into private.billing_events
       (id, kind, object, version, happened_at, told_on, received_at, amount_cents, currency, lead_id)
     select 'evt_r' || n, 'refund', 'ch_1', n::text, now(), now(), '2026-07-20T10:00:00Z', n * 1000, 'eur', $1
     from generate_series(1, 3) as n`,
    [leadIds[1]],
  );
  type Figure = { by: string; name: string; payments: number; taken: number; refunded: number };
  const figures = await asAdministrator<Figure[]>(
    async (tx) =>
      (await tx.query<{ read: Figure[] }>("select payment_figures('2026-07-01', '2026-07-31') as read")).rows[0]?.read,
  );
  const by = (group: string) =>
    figures.flatMap((each) => (each.by === group ? [[each.name, each.payments, each.taken, each.refunded]] : []));
  expect(by("month")).toEqual([["2026-07-01", 3, 250_080, 3000]]);
  expect(by("offer")).toEqual([
    ["marketing", 1, 180_000, 3000],
    ["secretariat", 1, 58_440, 0],
    ["closing", 1, 11_640, 0],
  ]);
  expect(by("source")).toEqual([["", 3, 250_080, 3000]]);
  expect(by("owner")).toEqual([
    ["", 2, 191_640, 3000],
    ["camille@ariane.example", 1, 58_440, 0],
  ]);
});

test("The ledger says where something is missing", async () => {
  type Stage = { stage: string; count: number; missing: number };
  const ledger = () =>
    asAdministrator<Stage[]>(async (tx) => (await tx.query<Stage>("select * from lead_ledger()")).rows);
  const stages = ["browser", "received", "lead", "delivered", "contacted", "paid"];
  expect(await ledger()).toEqual(stages.map((stage) => ({ stage, count: 0, missing: 0 })));

  const { leadIds } = await addContact(db, {
    email: "a@exemple.example",
    origins: ["secretariat", "closing", "marketing"],
  });
  await db.inspect("insert into private.payment_starts (reference, terms_version) values (gen_random_uuid(), '1')");
  await db.inspect(
    `insert into private.payment_events (id, type, state) values ('evt_1', 'checkout.session.completed', 'waiting')`,
  );
  await db.inspect(
    "insert into private.deliveries (kind, event, body, lead_id, status) values ('mail', 'mail.x', '{}', $1, 'dead')",
    [leadIds[0]],
  );
  await db.inspect("update public.leads set lead_status = 'contacted', payment_status = true where id = $1", [
    leadIds[1],
  ]);
  await db.inspect("update public.leads set created_at = now() - interval '3 days' where id = $1", [leadIds[2]]);
  expect(await ledger()).toEqual([
    { stage: "browser", count: 4, missing: 0 },
    { stage: "received", count: 3, missing: 1 },
    { stage: "lead", count: 3, missing: 0 },
    { stage: "delivered", count: 2, missing: 1 },
    { stage: "contacted", count: 1, missing: 1 },
    { stage: "paid", count: 1, missing: 1 },
  ]);
});

test("The list behind a number of the ledger holds as many leads, those at the edge of a day included", async () => {
  const { rows } = await db.inspect<{ today: CivilDate }>("select (now() at time zone 'Europe/Paris')::date as today");
  const { today } = rows[0]!;
  const edges = [0, 1, 2, 3, 29, 30, 31].flatMap((days) => [false, true].map((isLast) => ({ days, isLast })));
  for (const [number, { days, isLast }] of edges.entries()) {
    const { leadIds } = await addContact(db, { email: `p${number}@exemple.example`, origins: ["secretariat"] });
    // The first and the last microsecond of that day.
    await db.inspect(
      `update public.leads set payment_status = $4, lead_status = $5,
         created_at = ($2::date - $3::int + $6::int)::timestamp at time zone 'Europe/Paris' - $6::int * interval '1 microsecond'
       where id = $1`,
      [leadIds[0], today, days, number % 3 === 0, number % 4 === 0 ? "contacted" : "to_contact", isLast ? 1 : 0],
    );
  }
  const asked = await asAdministrator<{
    stages: { stage: string; count: number; missing: number }[];
    counts: number[];
  }>(async (tx) => {
    const stages = (await tx.query("select * from lead_ledger()")).rows;
    const counts: unknown[] = [];
    const { leads, paid, notCalled } = ledgerLists(today);
    for (const filters of [leads, paid, notCalled]) {
      const query = leadQueryOf(readLeadFilters(writeLeadFilters(filters)), today);
      const page = await tx.query<{ page: { count: number } }>("select list_leads($1, $2, $3) as page", [
        JSON.stringify(query.filters),
        query.sort,
        query.isDescending,
      ]);
      counts.push(page.rows[0]?.page.count);
    }
    return { stages, counts };
  });
  const stageOf = (name: string) => asked.stages.find(({ stage }) => stage === name)!;
  expect(asked.counts).toEqual([stageOf("lead").count, stageOf("paid").count, stageOf("contacted").missing]);
  expect(asked.counts[0]).toBe(12);
  expect(Math.min(...asked.counts)).toBeGreaterThan(0);
});
