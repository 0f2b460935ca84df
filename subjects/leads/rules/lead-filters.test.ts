import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";

import {
  type LeadFilters,
  chooseFilter,
  countActiveFilters,
  countsExactly,
  leadQueryOf,
  mayFit,
  mostCounted,
  noFilters,
  readLeadFilters,
  reasonChoices,
  writeLeadFilters,
} from "./lead-filters.ts";
import { readLeadRow } from "./lead-row.ts";
import { leadSortColumns, newestFirst } from "./lead-sort.ts";

const today = civilDate("2026-11-23");
const someone = "7d444840-9dc0-11d1-b245-5ffdce74fad2";
const read = (address: string) => readLeadFilters(new URLSearchParams(address));

const everything: LeadFilters = {
  search: 'dup, (a)&b=%_\\*"é+1',
  origin: ["closing", "marketing"],
  status: ["to_contact"],
  reason: ["price", "none"],
  isPaid: false,
  from: civilDate("2026-11-01"),
  to: civilDate("2026-11-30"),
  hasCallConsent: true,
  isSuspect: false,
  isDuplicate: true,
  hasAccount: false,
  owner: ["me"],
  tags: ["VIP", "à relancer"],
  isWaiting: true,
  expiresWithinDays: 15,
  sort: { column: "last_name", direction: "asc" },
};

const days = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => civilDate(date.toISOString().slice(0, 10)));

const someOf = <Value>(values: readonly Value[]) => fc.shuffledSubarray([...values], { minLength: 1 });

const anyFilters: fc.Arbitrary<LeadFilters> = fc
  .record(
    {
      // As typed.
      search: fc
        .string({ unit: "binary", maxLength: 300 })
        .map((text) => read(`?${new URLSearchParams([["recherche", text]])}`).search),
      origin: someOf(funnelOrigins),
      status: someOf(leadStatuses),
      reason: someOf(reasonChoices),
      isPaid: fc.boolean(),
      from: days,
      to: days,
      hasCallConsent: fc.boolean(),
      isSuspect: fc.boolean(),
      isDuplicate: fc.boolean(),
      hasAccount: fc.boolean(),
      owner: fc.uniqueArray(fc.oneof(fc.constantFrom("me", "none"), fc.uuid()), { minLength: 1 }),
      tags: fc.uniqueArray(fc.stringMatching(/^[a-zéà]{1,5}( [a-z]{1,5})?$/), { minLength: 1, maxLength: 20 }),
      isWaiting: fc.boolean(),
      expiresWithinDays: fc.integer({ min: 1, max: 365 }),
      sort: fc.record({ column: fc.constantFrom(...leadSortColumns), direction: fc.constantFrom("asc", "desc") }),
    } satisfies { [Name in keyof Required<LeadFilters>]: fc.Arbitrary<LeadFilters[Name]> },
    { requiredKeys: ["sort"] },
  )
  .map(
    (filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as LeadFilters,
  );

describe("Filters in the address", () => {
  test("come back as they were, whatever they are", () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(read(`?${writeLeadFilters(filters)}`)).toEqual(filters);
      }),
    );
  });

  test("have the names that the contract fixes", () => {
    expect([...writeLeadFilters(everything).keys()]).toEqual([
      ..."recherche tunnel statut motif paiement du au appel suspect doublon compte".split(" "),
      ..."proprietaire etiquette attente expire tri sens".split(" "),
    ]);
    expect(writeLeadFilters(everything).get("proprietaire")).toBe("moi");
    expect(writeLeadFilters({ ...everything, owner: ["none", "me"] }).get("proprietaire")).toBe("aucun,moi");
    expect(writeLeadFilters(everything).get("tunnel")).toBe("closing,marketing");
  });

  test("leave a plain address when nothing is filtered", () => {
    expect(writeLeadFilters(noFilters).toString()).toBe("");
    expect(read("")).toEqual(noFilters);
  });

  test("with hostile values are ignored, never an error, and ask for nothing that PostgreSQL could refuse", () => {
    const params = [...writeLeadFilters(everything).keys(), "vue", "fiche", "__proto__"];
    const values = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("constructor", "toString", "__proto__", "true", "null", "2026-02-30", "0000-01-01", "+1", "1e3"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...params), values)), (entries) => {
        const filters = readLeadFilters(new URLSearchParams(entries));
        const { filters: asked, sort } = leadQueryOf(filters, today);
        expect(leadSortColumns).toContain(sort);
        expect(Object.keys(asked).filter((name) => name !== "search" && name !== "tags")).toEqual([]);
        // No text of PostgreSQL holds either.
        expect(JSON.stringify(asked)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      }),
    );
  });

  test.each([
    ["an unknown tunnel", "tunnel=autre"],
    ["an unknown status", "statut=CLIENT"],
    ["several that are all unknown", "statut=,CLIENT,&motif=toString&proprietaire=,"],
    ["an unknown payment", "paiement=true"],
    ["a sort on no column", "tri=secret.desc"],
    ["a sort without direction", "tri=created_at"],
    ["a sort with more than a direction", "tri=created_at.upwards"],
    ["a direction that is none", "tri=created_at&sens=upwards"],
    ["a search of spaces", "recherche=%20%20"],
    ["a day that is none", "du=2026-02-30&au=hier"],
    ["a year that PostgreSQL does not have", "du=0000-01-01"],
    ["an owner that is no account", "proprietaire=constructor"],
    ["an answer that is neither", "appel=1&suspect=OUI&doublon=&compte=toString&attente=peut-%C3%AAtre"],
    ["an expiry that is no number of days", "expire=-1"],
    ["an expiry beyond what is kept", "expire=366"],
  ])("ignore %s", (_, address) => {
    expect(read(address)).toEqual(noFilters);
  });

  test.each([
    ["tri=last_name.asc", { column: "last_name", direction: "asc" }],
    ["tri=last_name&sens=desc", { column: "last_name", direction: "desc" }],
    ["tri=volume", { column: "volume", direction: "desc" }],
    ["sens=asc", { column: "created_at", direction: "asc" }],
    ["tri=last_name.asc&sens=desc", { column: "last_name", direction: "asc" }],
    ["tri=nothing&sens=asc", newestFirst],
  ])("« %s » is the order %o", (address, sort) => {
    expect(read(address).sort).toEqual(sort);
  });

  test.each([
    ["statut=to_contact,contacted", { status: ["to_contact", "contacted"] }],
    ["statut=client,constructor,client,", { status: ["client"] }],
    [`proprietaire=moi,personne,${someone}`, { owner: ["me", someone] }],
    ["motif=price,none", { reason: ["price", "none"] }],
    [`etiquette= VIP ,,${"x".repeat(41)},a%00b,salon`, { tags: ["VIP", "salon"] }],
  ])("« %s » is several values, each once, without those that are unknown", (address, filters) => {
    expect(read(address)).toEqual({ ...noFilters, ...filters });
  });

  test("cut no character of a long search in two", () => {
    expect(read(`recherche=${"a".repeat(199)}%F0%9F%98%80`).search).toMatch(/^a{199}$/);
  });

  test("count what narrows the list, not its order", () => {
    expect(countActiveFilters(noFilters)).toBe(0);
    expect(countActiveFilters({ sort: everything.sort })).toBe(0);
    expect(countActiveFilters(everything)).toBe(15);
    expect(countActiveFilters({ ...noFilters, isPaid: false })).toBe(1);
  });

  test("are chosen as the address says them, one at a time", () => {
    const chosen = chooseFilter(everything, "owner", someone);
    expect(chosen).toEqual({ ...everything, owner: [someone] });
    expect(chooseFilter(chosen, "owner", "")).toEqual({ ...everything, owner: undefined });
    expect(chooseFilter(noFilters, "isPaid", "non-paye")).toEqual({ ...noFilters, isPaid: false });
  });
});

test("What is asked of list_leads has its names, with days of Paris, both included", () => {
  expect(leadQueryOf(everything, today)).toEqual({
    filters: {
      search: everything.search,
      funnel_origin: ["closing", "marketing"],
      lead_status: ["to_contact"],
      inactive_reason: ["price", "none"],
      payment_status: false,
      created_from: "2026-11-01 00:00 Europe/Paris",
      created_to: "2026-11-30 24:00 Europe/Paris",
      call_consent: true,
      is_suspect: false,
      is_duplicate: true,
      has_account: false,
      owner: ["me"],
      tags: ["VIP", "à relancer"],
      is_waiting: true,
      expires_before: "2026-12-08 24:00 Europe/Paris",
    },
    sort: "last_name",
    isDescending: false,
  });
  expect(leadQueryOf(noFilters, today)).toEqual({ filters: {}, sort: "created_at", isDescending: true });
});

test("A total is exact, except beyond ten thousand where the count stops", () => {
  expect(countsExactly(noFilters, 1_000_000)).toBe(true);
  expect(countsExactly({ ...noFilters, isSuspect: true, status: ["client", "inactive"] }, mostCounted + 1)).toBe(true);
  expect(countsExactly({ ...noFilters, search: "a" }, mostCounted)).toBe(true);
  for (const narrowed of ["search", "from", "to", "owner", "tags", "expiresWithinDays"] as const) {
    expect(countsExactly({ ...noFilters, [narrowed]: everything[narrowed] }, mostCounted + 1)).toBe(false);
  }
});

describe("A new lead", () => {
  const lead = readLeadRow({
    lead_id: "a",
    funnel_origin: "closing",
    lead_status: "to_contact",
    payment_status: false,
    created_at: "2026-11-22T23:30:00Z",
    expires_at: "2026-12-08T22:30:00Z",
    call_consent: true,
    is_suspect: false,
    account_exists: true,
    owner: someone,
    tags: ["À relancer"],
  })!;

  test.each([
    ["", true],
    ["recherche=autre", true],
    ["tunnel=closing&statut=to_contact&paiement=non-paye", true],
    ["tunnel=marketing", false],
    ["tunnel=marketing,closing", true],
    ["motif=price", false],
    ["motif=none,price", true],
    ["du=2026-11-23&au=2026-11-23", true],
    ["du=2026-11-24", false],
    ["au=2026-11-22", false],
    ["appel=oui&suspect=non&compte=oui&attente=non", true],
    ["appel=non", false],
    ["compte=non", false],
    ["attente=oui", false],
    ["doublon=oui", true],
    [`proprietaire=${someone}`, true],
    ["proprietaire=moi", true],
    ["proprietaire=aucun", false],
    [`proprietaire=aucun,${someone}`, true],
    ["etiquette=vip,a relancer", true],
    ["etiquette=vip", false],
    ["expire=15", true],
    ["expire=14", false],
  ])("« %s » may show it: %j", (address, isShown) => {
    expect(mayFit(lead, read(address), today)).toBe(isShown);
  });
});
