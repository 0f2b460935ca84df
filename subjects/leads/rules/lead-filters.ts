import { type CivilDate, addDays, dayInParis, readCivilDate } from "#kit/civil-date.ts";
import { funnelOrigins, inactiveReasons, leadStatuses } from "#domain/kernel/lead.ts";
import { keepStorable } from "#domain/kernel/text-rules.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import { readUuid } from "#kit/uuid.ts";

import type { LeadRow } from "./lead-row.ts";
import { readTagNames } from "./tags.ts";
import { type LeadSort, type LeadSortColumn, newestFirst, readLeadSort, writeLeadSort } from "./lead-sort.ts";

/** Under the names of `list_leads`. */
type AskedFilters = Readonly<Record<string, string | boolean | readonly string[]>>;

/** One filter of the list: all that is known of it, wherever it is read, written, asked or compared. */
type Filter<Value> = {
  /** Its name in the address. */
  param: string;
  /** Whatever is not understood narrows nothing: undefined. */
  read: (text: string) => Value | undefined;
  write: (value: Value) => string;
  ask: (value: Value, today: CivilDate) => AskedFilters;
  /** Whether a list with this filter would show the lead; true where its row does not say. */
  mayFit: (lead: LeadRow, value: Value, today: CivilDate) => boolean;
  /** Counted by itself, however many match: see `countsExactly`. */
  hasCounter: boolean;
  /** Its values stand in the address separated by commas, and each of them lets a lead in. */
  takesSeveral?: true;
};

/** Longer searches are cut: no name, e-mail or phone is that long. */
export const searchMaxLength = 200;

/** `none`: of leads that are open, or were closed without a reason. */
export const reasonChoices = [...inactiveReasons, "none"] as const;

/** The administrator who reads, no owner, or the account with this id. */
export type OwnerFilter = "me" | "none" | (string & {});
const ownerWords = { moi: "me", aucun: "none" } as const;

/** More values of one filter than anything offers. */
const mostValues = 50;

/** A lead is kept for six months: further ahead, all of them expire. */
const mostDaysAhead = 365;

const declared = {
  search: {
    param: "recherche",
    read: readSearch,
    write: (search) => search,
    ask: (search) => ({ search }),
    // More than one field is compared, and other spellings.
    mayFit: () => true,
    hasCounter: false,
  } satisfies Filter<string>,

  origin: choices("tunnel", "funnel_origin", funnelOrigins, ({ origin }) => origin),
  status: choices("statut", "lead_status", leadStatuses, ({ status }) => status),
  reason: choices("motif", "inactive_reason", reasonChoices, ({ inactiveReason }) => inactiveReason ?? "none"),
  isPaid: flag("paiement", "payment_status", ({ isPaid }) => isPaid, { paye: true, "non-paye": false }),

  from: day("du", {
    ask: (from) => ({ created_from: startOf(from) }),
    mayFit: (createdOn, from) => createdOn >= from,
  }),
  to: day("au", {
    ask: (to) => ({ created_to: endOf(to) }),
    mayFit: (createdOn, to) => createdOn <= to,
  }),

  hasCallConsent: flag("appel", "call_consent", ({ hasCallConsent }) => hasCallConsent),
  isSuspect: flag("suspect", "is_suspect", ({ isSuspect }) => isSuspect),
  // A row does not hold its duplicates: only the database can say.
  isDuplicate: flag("doublon", "is_duplicate", () => null),
  hasAccount: flag("compte", "has_account", (lead) => lead.userId !== null || lead.hasAccountElsewhere),

  owner: {
    param: "proprietaire",
    read: (text) => readSeveral(text, readOwner),
    write: (owners) =>
      owners.map((owner) => Object.entries(ownerWords).find(([, value]) => value === owner)?.[0] ?? owner).join(","),
    ask: (owner) => ({ owner }),
    mayFit: (lead, owners) =>
      owners.some((owner) =>
        owner === "none" ? lead.owner === null : lead.owner !== null && (owner === "me" || owner === lead.owner),
      ),
    hasCounter: false,
    takesSeveral: true,
  } satisfies Filter<readonly OwnerFilter[]>,

  tags: {
    param: "etiquette",
    read: readTagNames,
    write: (tags) => tags.join(","),
    ask: (tags) => ({ tags }),
    // Another spelling is the same tag.
    mayFit: (lead, tags) => tags.some((tag) => lead.tags.some((name) => foldAccents(name) === foldAccents(tag))),
    hasCounter: false,
    takesSeveral: true,
  } satisfies Filter<readonly string[]>,

  isWaiting: flag("attente", "is_waiting", ({ isWaitingList }) => isWaitingList),

  expiresWithinDays: {
    param: "expire",
    read: readDaysAhead,
    write: String,
    ask: (days, today) => ({ expires_before: endOf(addDays(today, days)) }),
    mayFit: ({ expiresAt }, days, today) =>
      expiresAt !== null && dayInParis(new Date(expiresAt)) <= addDays(today, days),
    hasCounter: false,
  } satisfies Filter<number>,
};

type Values = { [Name in keyof typeof declared]: (typeof declared)[Name] extends Filter<infer Value> ? Value : never };
export type LeadFilterName = keyof Values;

/** What narrows the list, and its order; what is undefined narrows nothing. Days are those of Paris, both included. */
export type LeadFilters = { [Name in LeadFilterName]?: Values[Name] | undefined } & { sort: LeadSort };

export const noFilters: LeadFilters = { sort: newestFirst };

/** All of them, in the order of the address. */
export const leadFilterNames = Object.keys(declared) as readonly LeadFilterName[];
const filterOf = (name: LeadFilterName) => declared[name] as unknown as Filter<unknown>;

/** Those that narrow, in the order of their declaration. */
export function activeFilters(filters: LeadFilters): LeadFilterName[] {
  return leadFilterNames.filter((name) => filters[name] !== undefined && filters[name] !== "");
}

/** How many things narrow the list; the order narrows nothing. */
export function countActiveFilters(filters: LeadFilters): number {
  return activeFilters(filters).length;
}

/** Addresses are typed, shared and kept: whatever is not understood reads as no filter. */
export function readLeadFilters(params: URLSearchParams): LeadFilters {
  const read = leadFilterNames.map(
    (name) => [name, filterOf(name).read(params.get(filterOf(name).param) ?? "")] as const,
  );
  const understood = read.filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(understood) as Partial<LeadFilters>), sort: readLeadSort(params) };
}

/** The address parameters of these filters; what is at rest is left out, so a plain list has a plain address. */
export function writeLeadFilters(filters: LeadFilters): URLSearchParams {
  const written = activeFilters(filters).map((name) => [filterOf(name).param, filterOf(name).write(filters[name])]);
  return new URLSearchParams([...written, ...writeLeadSort(filters.sort)]);
}

/**
 * The same filters with one chosen as the address says it; empty takes it away.
 *
 * Choices go through the address, so that what a field holds is read where a shared link is read.
 */
export function chooseFilter(filters: LeadFilters, name: LeadFilterName, text: string): LeadFilters {
  const params = writeLeadFilters(filters);
  params.set(filterOf(name).param, text);
  return readLeadFilters(params);
}

/** One filter as the address says it; empty when it narrows nothing. */
export function filterText(filters: LeadFilters, name: LeadFilterName): string {
  return writeLeadFilters(filters).get(filterOf(name).param) ?? "";
}

/** Whether one filter takes several values, in the address separated by commas. */
export function takesSeveral(name: LeadFilterName): boolean {
  return filterOf(name).takesSeveral === true;
}

/** What `list_leads` and `private.list_lead_page` are asked for these filters. */
export type LeadQuery = { filters: AskedFilters; sort: LeadSortColumn; isDescending: boolean };

/** @param today in Paris: what expires soon is counted from it */
export function leadQueryOf(filters: LeadFilters, today: CivilDate): LeadQuery {
  const asked = activeFilters(filters).map((name) => filterOf(name).ask(filters[name], today));
  return {
    filters: Object.assign({}, ...asked) as AskedFilters,
    sort: filters.sort.column,
    isDescending: filters.sort.direction === "desc",
  };
}

/** What is searched for and the order stay: they are chosen elsewhere. */
export function clearFilters({ search, sort }: LeadFilters): LeadFilters {
  return { ...noFilters, search, sort };
}

/** Whether a list with these filters would show the lead, as far as its row says. */
export function mayFit(lead: LeadRow, filters: LeadFilters, today: CivilDate): boolean {
  return activeFilters(filters).every((name) => filterOf(name).mayFit(lead, filters[name], today));
}

/** So many are counted where no counter is kept; one more stands for more. SQL: `private.few_enough`. */
export const mostCounted = 10_000;

/** Whether `total`, as `list_leads` counts it, is how many match; else there are more than {@link mostCounted}. */
export function countsExactly(filters: LeadFilters, total: number): boolean {
  return total <= mostCounted || activeFilters(filters).every((name) => filterOf(name).hasCounter);
}

function choices<Value extends string>(
  param: string,
  column: string,
  values: readonly Value[],
  valueOf: (lead: LeadRow) => Value | null,
): Filter<readonly Value[]> {
  return {
    param,
    read: (text) => readSeveral(text, (one) => values.find((value) => value === one)),
    write: (chosen) => chosen.join(","),
    ask: (chosen) => ({ [column]: chosen }),
    mayFit: (lead, chosen) => chosen.some((value) => value === valueOf(lead)),
    hasCounter: true,
    takesSeveral: true,
  };
}

/** Each once, as they were chosen; what is not understood is left out, and nothing understood narrows nothing. */
function readSeveral<Value>(text: string, read: (one: string) => Value | undefined): readonly Value[] | undefined {
  const values = text.split(",", mostValues).map(read);
  const understood = values.filter((value) => value !== undefined);
  return understood.length > 0 ? [...new Set(understood)] : undefined;
}

function flag(
  param: string,
  column: string,
  isSo: (lead: LeadRow) => boolean | null,
  words: Readonly<Record<string, boolean>> = { oui: true, non: false },
): Filter<boolean> {
  return {
    param,
    read: (text) => (Object.hasOwn(words, text) ? words[text] : undefined),
    write: (value) => Object.keys(words).find((word) => words[word] === value) ?? "",
    ask: (value) => ({ [column]: value }),
    mayFit: (lead, value) => (isSo(lead) ?? value) === value,
    hasCounter: true,
  };
}

type DayRule = {
  ask: (day: CivilDate) => AskedFilters;
  mayFit: (createdOn: CivilDate, day: CivilDate) => boolean;
};

/** Of the day on which a lead was created. */
function day(param: string, { ask, mayFit: fits }: DayRule): Filter<CivilDate> {
  return {
    param,
    read: readCivilDate,
    write: (value) => value,
    ask,
    mayFit: ({ createdAt }, value) => createdAt === null || fits(dayInParis(new Date(createdAt)), value),
    hasCounter: false,
  };
}

/** Midnight in Paris, as PostgreSQL reads an instant; it knows when the clocks change. */
function startOf(day: CivilDate): string {
  return `${day} 00:00 Europe/Paris`;
}

/** The midnight after it. */
function endOf(day: CivilDate): string {
  return `${day} 24:00 Europe/Paris`;
}

/** Ends trimmed; every other character is literal, but for those that no text of PostgreSQL can hold. */
function readSearch(text: string): string | undefined {
  const search = keepStorable(text.trim().slice(0, searchMaxLength)).trim();
  return search || undefined;
}

function readOwner(text: string): OwnerFilter | undefined {
  return Object.hasOwn(ownerWords, text) ? ownerWords[text as keyof typeof ownerWords] : readUuid(text);
}

/** Whole days. */
function readDaysAhead(text: string): number | undefined {
  const days = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;
  return days !== undefined && days <= mostDaysAhead ? days : undefined;
}
