import { firstPrices } from "#subjects/offers/rules/prices.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { sourceNames } from "#subjects/statistics/words/admin-statistics.ts";
import { civilDate } from "#kit/civil-date.ts";
import { funnelOrigins, inactiveReasons, leadStatuses } from "#domain/kernel/lead.ts";
import { type Touch, readAttribution } from "#subjects/leads/rules/attribution.ts";
import { leadQueryOf, mostCounted, readLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import type { VolumeCount } from "#subjects/leads/contract/lead-reading.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { isMonthly, priceOf } from "#subjects/offers/rules/schedule.ts";
import { worthOf } from "#subjects/orders/rules/offer-value.ts";
import { purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";
import { leadSortColumns } from "#subjects/leads/rules/lead-sort.ts";
import { sourceOf } from "#subjects/leads/rules/visit-source.ts";
import { actors, admin, adminWithFactor, arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";

type Filters = Record<string, string | boolean | readonly string[]>;
type Row = Record<
  | "lead_id"
  | "user_profile_id"
  | "email"
  | "first_name"
  | "funnel_origin"
  | "lead_status"
  | "created_at"
  | "updated_at",
  string
> &
  Record<
    | "last_name"
    | "company_name"
    | "phone_e164"
    | "expires_at"
    | "owner"
    | "callback_at"
    | "user_id"
    | "inactive_reason",
    string | null
  > &
  Record<"tags", string[]> &
  Record<"payment_status" | "call_consent" | "is_suspect" | "account_exists", boolean> & {
    extra_answers: { kind?: string };
    first_visit: unknown;
  };
type Page = { rows: Row[]; next: { key: string } | null; count: number | null };
type Asked = { filters?: Filters; sort?: string; isDescending?: boolean; after?: unknown; limit?: number };

const leadCount = 120;
const lastNames = ["Ravel", "Gaudin", "Élie", "de La Tour", "", "Œdipe", "Zoé"];
const touches: Touch[] = [
  { utm_medium: "cpc" },
  { utm_medium: "Paid-Social" },
  { utm_medium: "e-mail", referrer: "www.google.com" },
  { utm_medium: "SOCIAL" },
  { utm_medium: "organic" },
  { utm_medium: "qr" },
  { referrer: "www.Google.fr" },
  { referrer: "mail.google.com" },
  { referrer: "outlook.live.com" },
  { referrer: "lnkd.in" },
  { referrer: "notx.com" },
  { referrer: "x.com", utm_source: "lettre" },
  { utm_source: "lettre" },
  { utm_campaign: "rentrée" },
  { at: "2026-10-01T08:00:00Z" },
];
const letter = (n: number) => String.fromCodePoint(97 + n);

const db = await openDatabaseForFile({ isOwn: true });
await arrangeAccounts(db);
for (let n = 0; n < leadCount; n += 1) await insertLead(n);
await db.inspect(
  `select private.tag_leads(array(select id from public.leads where calls_per_month > 250), '{VIP}', '{}'),
          private.tag_leads(array(select id from public.leads where payment_status), '{"À relancer"}', '{}')`,
);
let all = await everyRow();

/** Answers that repeat at different beats, so that each combination comes. */
async function insertLead(n: number) {
  const origin = funnelOrigins[n % funnelOrigins.length]!;
  const { rows } = await db.inspect<{ id: string }>(
    "insert into public.user_profiles (email, phone) values ($1, $2) returning id",
    [`${letter(n % 26)}${n}@list.example`, n % 10 === 3 ? "06 39 98 00 01" : null],
  );
  await db.inspect(
    `with lead as (
       insert into public.leads
         (user_profile_id, funnel_origin, lead_status, payment_status, last_name, first_name, company_name, calls_per_month,
          consents, is_suspect, account_exists, extra_answers, owner, created_at, last_contact_at, callback_at,
          inactive_reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::timestamptz, $14::timestamptz, $15, $17)
       returning id
     )
     insert into private.submissions (idempotency_key, form, email, contact, lead_id, attribution)
     select gen_random_uuid(), $2, 'a@b.example', '{}', id, $16 from lead`,
    [
      rows[0]!.id,
      origin,
      leadStatuses[Math.floor(n / 2) % leadStatuses.length],
      n % 5 === 0,
      lastNames[n % lastNames.length] || null,
      `Prénom ${n % 9}`,
      n % 3 === 0 ? null : `Société ${n % 40}`,
      n % 4 === 0 ? null : (n * 37) % 500,
      JSON.stringify(n % 3 === 0 ? {} : { calls: { granted: true } }),
      n % 17 === 0,
      n % 13 === 0,
      JSON.stringify(origin === "conferences" && n % 4 === 1 ? { kind: "waitlist" } : {}),
      n % 7 === 2 ? admin.account : n % 7 === 4 ? adminWithFactor.account : null,
      new Date(Date.UTC(2026, 9, 1 + (n % 50), n % 24)).toISOString(),
      n % 6 === 1 ? new Date(Date.UTC(2026, 10, 1 + ((n * 7) % 60), 9)).toISOString() : null,
      JSON.stringify(n % 8 === 0 ? {} : { first: touches[n % touches.length] }),
      Math.floor(n / 2) % leadStatuses.length === 3 && n % 3 > 0 ? inactiveReasons[n % 2] : null,
    ],
  );
}

async function everyRow(): Promise<Row[]> {
  const { rows } = await db.asCaller(actors["admin aal1"], {}, (tx) =>
    tx.query<{ row: Row }>("select to_jsonb(dashboard) as row from admin_dashboard as dashboard"),
  );
  return rows.map(({ row }) => row);
}

async function list({ filters = {}, sort = "created_at", isDescending = true, after = null, limit = 50 }: Asked) {
  const { rows } = await db.asCaller(actors["admin aal1"], { isReadOnly: true }, (tx) =>
    tx.query<{ page: Page }>("select list_leads($1, $2, $3, $4, $5) as page", [
      JSON.stringify(filters),
      sort,
      isDescending,
      after === null ? null : JSON.stringify(after),
      limit,
    ]),
  );
  return rows[0]!.page;
}

/** All pages, one after the other. */
async function listEvery(asked: Asked): Promise<{ rows: Row[]; count: number | null }> {
  const first = await list(asked);
  const rows = [...first.rows];
  let { next } = first;
  while (next !== null) {
    const page: Page = await list({ ...asked, after: next });
    rows.push(...page.rows);
    next = page.next;
  }
  return { rows, count: first.count };
}

const sameAs = (column: keyof Row) => (row: Row, value: unknown) => row[column] === value;
const alike = new Map<string, Set<string>>();

/** What each filter means, said once more in another language. */
const meanings: Record<string, (row: Row, value: string | boolean) => boolean> = {
  funnel_origin: sameAs("funnel_origin"),
  lead_status: sameAs("lead_status"),
  inactive_reason: (row, value) => (row.inactive_reason ?? "none") === value,
  payment_status: sameAs("payment_status"),
  call_consent: sameAs("call_consent"),
  is_suspect: sameAs("is_suspect"),
  has_account: (row, value) => (row.account_exists || row.user_id !== null) === value,
  is_waiting: (row, value) => (row.funnel_origin === "conferences" && row.extra_answers.kind === "waitlist") === value,
  is_duplicate: (row, value) => isAlike(row) === value,
  owner: (row, value) => row.owner === (value === "none" ? null : value === "me" ? admin.account : value),
  tags: (row, value) => row.tags.some((tag) => folded(tag) === folded(String(value))),
  created_from: (row, value) => Date.parse(row.created_at) >= Date.parse(String(value)),
  created_to: (row, value) => Date.parse(row.created_at) < Date.parse(String(value)),
  expires_before: (row, value) => row.expires_at !== null && Date.parse(row.expires_at) < Date.parse(String(value)),
  search: (row, value) => {
    const name = `${row.first_name} ${row.last_name ?? ""} ${row.email} ${row.company_name ?? ""}`;
    return folded(name).includes(folded(String(value)));
  },
};

const alikeBy = ["email", "phone_e164", "company_name"] as const;

function isAlike(row: Row): boolean {
  const keyOf = (each: Row, column: (typeof alikeBy)[number]) => `${column} ${folded(each[column] ?? "")}`;
  if (alike.size === 0) {
    for (const each of all) {
      for (const column of alikeBy) {
        const key = keyOf(each, column);
        if (each[column] !== null) alike.set(key, (alike.get(key) ?? new Set()).add(each.user_profile_id));
      }
    }
  }
  return alikeBy.some((column) => row[column] !== null && alike.get(keyOf(row, column))!.size > 1);
}

const folded = (text: string) => text.replaceAll(/œ/gi, "oe").normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const sourceSaid = ({ first_visit }: Pick<Row, "first_visit">) => {
  const { first } = readAttribution({ first: first_visit });
  return first ? sourceOf(first) : "";
};
const ownerEmails: Record<string, string> = Object.fromEntries(
  [admin, adminWithFactor].map(({ account, email }) => [account, email]),
);

/** `last` comes after all others in the order that is meant. */
const keys: Record<string, (row: Row, last: string) => string | number> = {
  created_at: (row) => Date.parse(row.created_at),
  updated_at: (row) => Date.parse(row.updated_at),
  expires_at: (row) => (row.expires_at === null ? Infinity : Date.parse(row.expires_at)),
  last_name: (row) => folded(`${row.last_name ?? ""} ${row.first_name}`).trim(),
  company_name: (row) => (row.company_name === null ? "\uffff" : folded(row.company_name)),
  email: (row) => row.email,
  funnel_origin: (row) => row.funnel_origin,
  lead_status: (row) => row.lead_status,
  payment_status: (row) => String(row.payment_status),
  owner: (row, last) => (row.owner === null ? last : ownerEmails[row.owner]!),
  callback_at: (row, last) => (row.callback_at === null ? last : new Date(row.callback_at).toISOString()),
  first_visit: (row, last) => folded(sourceNames[sourceSaid(row)] ?? last),
};
/** Many leads are alike in these: the newest of them come first. */
const shared = ["funnel_origin", "lead_status", "payment_status", "owner", "first_visit"];

function expectOrder(rows: Row[], sort: string, isDescending: boolean) {
  const shown = rows.map((row) => keys[sort]!(row, isDescending ? "" : "\uffff"));
  const isInOrder = shown.every((key, n) => n === 0 || (isDescending ? shown[n - 1]! >= key : shown[n - 1]! <= key));
  expect(isInOrder, `${sort} ${isDescending ? "desc" : "asc"}: ${shown.join(", ")}`).toBe(true);
  if (!shared.includes(sort)) return;
  const ages = rows.map((row) => Date.parse(row.created_at));
  const isNewestFirst = ages.every((age, n) => n === 0 || shown[n - 1] !== shown[n] || ages[n - 1]! >= age);
  expect(isNewestFirst, `${sort}, the newest first`).toBe(true);
}

const oneOrSeveral = (values: readonly string[]) =>
  fc.oneof(fc.constantFrom(...values), fc.shuffledSubarray([...values], { minLength: 1 }));

const filterValues = fc.record(
  {
    funnel_origin: oneOrSeveral(funnelOrigins),
    lead_status: oneOrSeveral(leadStatuses),
    inactive_reason: oneOrSeveral([...inactiveReasons.slice(0, 2), "none"]),
    payment_status: fc.boolean(),
    call_consent: fc.boolean(),
    is_suspect: fc.boolean(),
    has_account: fc.boolean(),
    is_waiting: fc.boolean(),
    is_duplicate: fc.boolean(),
    owner: oneOrSeveral(["none", "me", admin.account, adminWithFactor.account]),
    tags: oneOrSeveral(["VIP", "a relancer", "inconnue"]),
    created_from: fc.constantFrom("2026-10-05T00:00:00Z", "2026-11-01T00:00:00+01:00"),
    created_to: fc.constantFrom("2026-10-20T00:00:00Z", "2026-11-11T12:00:00Z"),
    expires_before: fc.constantFrom("2027-04-15T00:00:00Z", "2030-01-01T00:00:00Z"),
    search: fc.constantFrom(
      "ravel",
      "ra",
      "Élie",
      "societe 1",
      "prénom 3",
      "personne",
      "@list",
      "œdipe",
      "z",
      "zz",
      "@",
      "é 4",
    ),
  },
  { requiredKeys: [] },
);

test("What the screens take for « more than » is what is counted", async () => {
  const { rows } = await db.inspect<{ enough: number }>("select private.few_enough() as enough");
  expect(rows).toEqual([{ enough: mostCounted }]);
});

describe.each([
  ["the few that match, at once", 10_000],
  ["each order from its index", 2],
])("Reading %s", (_, fewEnough) => {
  beforeAll(() =>
    db.inspect(
      `create or replace function private.few_enough() returns integer language sql immutable parallel safe return ${fewEnough}`,
    ),
  );

  test("every combination of filters, order and pages lists what the filters mean, once each", async () => {
    const asked = fc.record({
      filters: fc.oneof(filterValues, fc.constant({})),
      sort: fc.constantFrom(...Object.keys(keys)),
      isDescending: fc.boolean(),
      limit: fc.constantFrom(1, 7, 50, 500),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ filters, sort, isDescending, limit }) => {
        const expected = all.filter((row) =>
          Object.entries(filters).every(([name, value]) => [value].flat().some((one) => meanings[name]!(row, one))),
        );
        const { rows, count } = await listEvery({ filters, sort, isDescending, limit });
        expect(rows.map((row) => row.lead_id).toSorted()).toEqual(expected.map((row) => row.lead_id).toSorted());
        expectOrder(rows, sort, isDescending);
        const isExact = count !== null && count <= fewEnough;
        expect(isExact ? count : expected.length).toBe(expected.length);
      }),
      { numRuns: atDepth(8, 60) },
    );
  });
});

test("A row says where its lead came from: the first visit of its first request", async () => {
  const { rows } = await db.inspect<{ lead_id: string }>(
    "select id as lead_id from public.leads order by created_at desc, id desc limit 2",
  );
  await db.inspect("delete from private.submissions where lead_id = any($1)", [rows.map((row) => row.lead_id)]);
  for (const [name, attribution] of [
    ["later", '{"first": {"utm_medium": "cpc"}}'],
    ["first", '{"first": {"referrer": "www.google.com"}}'],
    ["before", "{}"],
  ] as const) {
    const days = ["later", "first", "before"].indexOf(name);
    await db.inspect(
      `insert into private.submissions (idempotency_key, form, email, contact, lead_id, attribution, created_at)
       values (gen_random_uuid(), 'secretariat', 'a@b.example', '{}', $1, $2, now() - $3 * interval '1 day')`,
      [rows[0]!.lead_id, attribution, days],
    );
  }
  const [newest, next] = (await list({})).rows;
  expect(newest!.lead_id).toBe(rows[0]!.lead_id);
  expect([newest, next].map((row) => readLeadRow(row)?.source)).toEqual(["recherche", null]);
});

describe("Where visits came from", () => {
  test("is one answer, in the list and where it is sorted", async () => {
    const words = "cpc ppc paid ads ad banner email newsletter social reseaux organic seo www.google.com x.com".split(
      " ",
    );
    const text = fc.oneof(fc.constantFrom(...words, "", "  ", "mail.free.fr"), fc.string());
    const touch = fc.record(
      { utm_source: text, utm_medium: text, utm_campaign: text, referrer: text, at: text },
      { requiredKeys: [] },
    );
    const values: unknown[] = [...touches, null, "texte", 3, ...fc.sample(touch, atDepth(200, 2000))];
    const { rows } = await db.inspect<{ source: string }>(
      `select private.visit_source(value) as source
       from jsonb_array_elements($1) with ordinality as given (value, place) order by place`,
      [JSON.stringify(values).replaceAll("\\u0000", "")],
    );
    for (const [n, value] of values.entries()) {
      expect([value, rows[n]!.source]).toEqual([value, sourceSaid({ first_visit: value })]);
    }
  });

  test("is sorted as it is shown also when a visit arrives later, moves to another lead, or is erased", async () => {
    const sorted = async () => {
      const { rows } = await db.inspect<{ id: string; source: string }>(
        "select lead_id as id, source from private.lead_list",
      );
      return Object.fromEntries(rows.map(({ id, source }) => [id, source]));
    };
    const shown = async () => {
      const { rows } = await listEvery({ sort: "first_visit", limit: 500 });
      return Object.fromEntries(rows.map((row) => [row.lead_id, sourceSaid(row)]));
    };
    const [one, other] = (await list({ sort: "first_visit" })).rows.map((row) => row.lead_id);
    await db.inspect(
      `insert into private.submissions (idempotency_key, form, email, contact, lead_id, attribution, created_at)
       values (gen_random_uuid(), 'secretariat', 'plus-tot@b.example', '{}', $1, '{"first": {"utm_source": "tract"}}', '2020-01-01')`,
      [one],
    );
    expect((await sorted())[one!]).toBe("autre");
    expect(await sorted()).toEqual(await shown());
    await db.inspect("update private.submissions set lead_id = $1 where email = 'plus-tot@b.example'", [other]);
    expect((await sorted())[other!]).toBe("autre");
    expect(await sorted()).toEqual(await shown());
    await db.inspect("delete from private.submissions where email = 'plus-tot@b.example'");
    expect(await sorted()).toEqual(await shown());
  });
});

describe("The figures", () => {
  const figures = async () => {
    const { rows } = await db.asCaller(actors["admin aal1"], {}, (tx) =>
      tx.query<{ figures: Record<string, unknown> }>("select count_leads() as figures"),
    );
    return rows[0]!.figures;
  };
  const counted = async () => {
    const rows = await everyRow();
    const counts = leadStatuses.map((status) => [status, rows.filter((row) => row.lead_status === status).length]);
    return {
      statuses: Object.fromEntries(counts.filter(([, count]) => count !== 0)),
      paid: rows.filter((row) => row.payment_status).length,
      total: rows.length,
    };
  };

  test("are exact before and after their changes are added, and after changes and deletions", async () => {
    expect(await figures()).toEqual(await counted());
    await db.inspect("select private.add_facet_changes(50)");
    expect(await figures()).toEqual(await counted());

    await db.inspect(
      "update public.leads set lead_status = 'client', payment_status = true where lead_status = 'inactive'",
    );
    await db.inspect("delete from public.leads where funnel_origin = 'closing'");
    expect(await figures()).toEqual(await counted());
    await db.inspect("select private.add_facet_changes(100000)");
    expect(await figures()).toEqual(await counted());
    const { rows } = await db.inspect("select * from private.lead_facet_changes");
    expect(rows).toEqual([]);
    all = await everyRow();
  });

  test("sum up what all leads of a status asked for, whatever is filtered, as their rows say it", async () => {
    const countUpTo = (most: number) =>
      db.inspect(
        `create or replace function private.few_enough() returns integer language sql immutable parallel safe
         return ${most}`,
      );
    const before = await db.inspect<{ enough: number }>("select private.few_enough() as enough");
    await countUpTo(mostCounted);
    await db.inspect(
      `update public.leads set calls_per_month = case funnel_origin when 'secretariat' then 50 end,
         prospects_per_month = case funnel_origin when 'marketing' then '1000-5000' end,
         active_clients_per_month = case funnel_origin when 'suiviclient' then 50 end,
         prospects_count = case funnel_origin when 'closing' then '2000' end
       where calls_per_month is not null`,
    );
    await db.inspect("update public.leads set calls_per_month = 20 where calls_per_month = 50 and owner is null");
    const sumsOf = (volumes: readonly VolumeCount[]) =>
      leadStatuses.map((status) =>
        worthOf(
          volumes.filter((each) => each.status === status),
          firstPrices,
        ),
      );
    const counted = async (filters: Filters) => {
      const { rows } = await db.asCaller(actors["admin aal1"], { isReadOnly: true }, (tx) =>
        tx.query<{ volumes: VolumeCount[] }>("select count_volumes($1) as volumes", [JSON.stringify(filters)]),
      );
      return sumsOf(rows[0]!.volumes);
    };
    const summed = async (filters: Filters) => {
      const { rows } = await listEvery({ filters, limit: 500 });
      return leadStatuses.map((status) => {
        const purchases = rows
          .filter((row) => row.lead_status === status)
          .flatMap((row) => purchaseOfLead(readLeadRow(row)!) ?? []);
        const total = (isEachMonth: boolean) =>
          purchases
            .filter((each) => isMonthly(each) === isEachMonth)
            .reduce((sum, each) => sum + (priceOf(each, firstPrices) ?? 0), 0);
        return { monthly: total(true), once: total(false) };
      });
    };
    const shown = await summed({});
    expect(shown.some(({ monthly, once }) => monthly > 0 && once > 0)).toBe(true);
    const filters: Filters[] = [
      {},
      { funnel_origin: ["secretariat", "marketing"], lead_status: "client" },
      { owner: "me" },
      { search: "ravel" },
      { search: "zoé", owner: "none", created_from: "2026-10-10T00:00:00Z" },
      { search: "nothing like it" },
    ];
    for (const each of filters) expect([each, await counted(each)]).toEqual([each, await summed(each)]);
    await db.inspect("select private.add_facet_changes(100000)");
    expect(await counted({})).toEqual(shown);
    await countUpTo(before.rows[0]!.enough);
    all = await everyRow();
  });
});

describe("Another contact that is alike", () => {
  const duplicates = async () => {
    const { rows } = await listEvery({
      filters: { is_duplicate: true, search: "@alike.example" },
      sort: "email",
      isDescending: false,
    });
    return rows.map((row) => row.email.split("@")[0]);
  };
  const add = async (name: string, phone: string, company: string | null = null) => {
    await db.inspect(
      `with profile as (insert into public.user_profiles (email, phone, company_name) values ($1, $2, $3) returning id)
       insert into public.leads (user_profile_id, funnel_origin) select id, 'general' from profile`,
      [`${name}@alike.example`, phone, company],
    );
  };

  test("is marked with the first that comes, and no more when it is alone again", async () => {
    await add("un", "06 39 98 77 01");
    expect(await duplicates()).toEqual([]);
    await add("deux", "+33 6 39 98 77 01");
    expect(await duplicates()).toEqual(["deux", "un"]);
    await add("trois", "06 39 98 77 02", "Ets Pareil");
    await add("quatre", "06 39 98 77 03", "ETS  PAREIL");
    expect(await duplicates()).toEqual(["deux", "quatre", "trois", "un"]);

    await db.inspect("update public.user_profiles set phone = '06 39 98 77 09' where email = 'un@alike.example'");
    expect(await duplicates()).toEqual(["quatre", "trois"]);
    await db.inspect("delete from public.user_profiles where email = 'quatre@alike.example'");
    expect(await duplicates()).toEqual([]);
  });
});

describe("What is not understood", () => {
  test("an unknown order is that of age; an unknown filter narrows nothing", async () => {
    const plain = await list({});
    expect((await list({ sort: "drop table" })).rows).toEqual(plain.rows);
    expect((await list({ filters: { nothing: "x", "": true } })).rows).toEqual(plain.rows);
  });

  test.for([
    [{ filters: { owner: "x' or true --" } }, "22P02"],
    [{ filters: { created_from: "demain'" } }, "22007"],
    [{ after: { key: "'; select 1", id: "x", rank: "" } }, "22007"],
    [{ sort: "volume", after: { key: "x", id: admin.account } }, "22P02"],
  ] as const)("%o is refused: %s", ([asked, code]) => expect(list(asked)).rejects.toMatchObject({ code }));

  test("quotes and signs of patterns are letters", async () => {
    expect((await list({ filters: { search: "%" } })).rows).toEqual([]);
    expect((await list({ filters: { search: "'; drop table public.leads; --" } })).rows).toEqual([]);
    expect((await list({ filters: { search: "\\" } })).rows).toEqual([]);
  });
});

describe("A value that PostgreSQL takes as an instant, though it looks like a format or like SQL", () => {
  // What PostgreSQL does not understand of an instant it passes over; how much that is, its versions differ on.
  const understood: string[] = [];

  beforeAll(async () => {
    for (const from of ["2025-01-01 %", "2025-01-01 %s 5", "2025-01-01 %1$s"]) {
      const isUnderstood = await db.inspect("select $1::timestamptz", [from]).then(
        () => true,
        () => false,
      );
      if (isUnderstood) understood.push(from);
    }
  });

  test("there is one", () => expect(understood).toContain("2025-01-01 %"));

  test.for(["created_at", "lead_status", "owner", "last_name"])(
    "sorted by %s, filters as the instant does",
    async (sort) => {
      for (const others of [{}, { search: "Prénom" }, { funnel_origin: "marketing", search: "Prénom" }]) {
        const { rows: meant } = await listEvery({ filters: { ...others, created_from: "2025-01-01" }, sort });
        expect(meant.length).toBeGreaterThan(0);
        for (const created_from of understood) {
          expect((await listEvery({ filters: { ...others, created_from }, sort })).rows).toEqual(meant);
          const none = { ...others, created_to: created_from };
          expect(await list({ filters: none, sort })).toMatchObject({ rows: [], next: null });
        }
      }
    },
  );

  test("a condition with percent signs reaches the walk over facets as it is", async () => {
    const walk = `select private.walk_facets($1, $2, '{1,1}', null, private.lead_order('created_at', true), null, $3, $3, null, 1, 10) as page`;
    const condition = "entry.created_at >= '2025-01-01 %'::timestamptz";
    const { rows } = await db.inspect<{ page: unknown[] }>(walk, [[1, 2], ["%s", "50%"], condition]);
    expect(Array.isArray(rows[0]?.page)).toBe(true);
  });
});

describe("An address of the list", () => {
  const params =
    "recherche tunnel statut paiement du au appel suspect doublon compte proprietaire attente expire tri sens";
  const listAt = (address: string, today = civilDate("2026-11-23")) => {
    const { filters, ...order } = leadQueryOf(readLeadFilters(new URLSearchParams(address)), today);
    return listEvery({ filters: { ...filters }, ...order });
  };

  test("is never an error, whatever it says", async () => {
    const names = params.split(" ");
    const values = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "0001-01-01",
        "9999-12-31",
        "0000-01-01",
        "2026-02-30",
        "365",
        "moi",
        "aucun",
        admin.account,
        "oui",
      ),
      fc.constantFrom(...leadSortColumns, "last_name.asc", "asc", "%00", "'; drop table leads --"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 5 }), async (entries) => {
        await listAt(`${new URLSearchParams(entries)}`);
      }),
      { numRuns: atDepth(20, 60) },
    );
    const all = await everyRow();
    for (const day of ["du=0001-01-01", "au=9999-12-31"]) expect((await listAt(day)).rows).toHaveLength(all.length);
    for (const day of ["au=0001-01-01", "du=9999-12-31"]) expect((await listAt(day)).rows).toEqual([]);
    expect((await listAt("recherche=%00%ED%A0%80")).rows).toEqual([]);
  });

  test("counts its days in Paris, both included, also when the clocks change", async () => {
    for (const [n, at] of ["24T21:59", "24T22:01", "25T22:59", "25T23:01"].entries()) {
      await db.inspect(
        `with profile as (insert into public.user_profiles (email) values ('nuit${n}@heure.example') returning id)
         insert into public.leads (user_profile_id, funnel_origin, created_at) select id, 'general', $1 from profile`,
        [`2026-10-${at}:00Z`],
      );
    }
    const shown = async (address: string) =>
      (await listAt(`recherche=@heure&${address}`)).rows
        .map((row) => row.email.slice(4, 5))
        .toSorted()
        .join("");
    expect(await shown("du=2026-10-25&au=2026-10-25")).toBe("12");
    expect(await shown("au=2026-10-24")).toBe("0");
    expect(await shown("du=2026-10-26")).toBe("3");
    expect(await shown("du=2026-10-26&au=2026-10-24")).toBe("");
  });

  test("shows what expires on that day or before, counted from today", async () => {
    await db.inspect(
      `with profile as (insert into public.user_profiles (email) values ('bientot@terme.example') returning id)
       insert into public.leads (user_profile_id, funnel_origin, last_contact_at)
         select id, 'general', '2026-05-23T10:00:00Z' from profile`,
    );
    const isShown = async (days: number, today: string) =>
      (await listAt(`recherche=@terme&expire=${days}`, civilDate(today))).rows.length === 1;
    expect(await isShown(1, "2026-11-22")).toBe(true);
    expect(await isShown(15, "2026-11-08")).toBe(true);
    expect(await isShown(15, "2026-11-07")).toBe(false);
  });
});
