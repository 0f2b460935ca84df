import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { noFilters } from "#subjects/leads/rules/lead-filters.ts";

import { createLeadViewsApi } from "./lead-views.ts";

const fetchStub = vi.fn<typeof fetch>();
const views = createLeadViewsApi({ url: "https://site.example", publishableKey: "k" }, async () => "token");

const stored = { id: "a", name: "À rappeler", search: null, is_shared: true, is_own: false, may_delete: false };
const asked = () => JSON.parse(fetchStub.mock.calls[0]?.[1]?.body as string) as unknown;

beforeEach(() => {
  vi.stubGlobal("fetch", fetchStub);
  vi.stubGlobal("location", new URL("https://site.example/admin"));
});
afterEach(() => {
  fetchStub.mockReset();
  vi.unstubAllGlobals();
});

test("A hostile address in a view narrows nothing, and its search is the one that stands beside it", async () => {
  const queries = [
    "statut=client&recherche=Claire&%72echerche=Claire",
    "statut=x&tri=constructor.asc&du=%00",
    "?appel=oui&tri=volume",
  ];
  const search = (query: string) => (query.startsWith("?") ? " Zoé " : null);
  fetchStub.mockResolvedValueOnce(Response.json(queries.map((query) => ({ ...stored, query, search: search(query) }))));
  const read = await views.list();
  expect(read.ok && read.value.map(({ filters }) => filters)).toEqual([
    { ...noFilters, status: ["client"] },
    noFilters,
    { search: "Zoé", hasCallConsent: true, sort: { column: "volume", direction: "desc" } },
  ]);
});

test("A view keeps filters, order, columns, density, and apart from them the search", async () => {
  fetchStub.mockResolvedValueOnce(Response.json("a"));
  const sort = { column: "last_name", direction: "asc" } as const;
  const saved = await views.save({
    name: "Clients",
    filters: { search: "Claire", status: ["client"], sort },
    look: { columns: ["last_name", "volume"], density: "aeree" },
    isShared: true,
  });
  expect(saved).toEqual({ ok: true, value: "a" });
  expect(asked()).toEqual({
    name_param: "Clients",
    query_param: "statut=client&tri=last_name&sens=asc&colonnes=last_name%2Cvolume&densite=aeree",
    is_shared_param: true,
    search_param: "Claire",
  });
});

test("One view too many is told as such", async () => {
  fetchStub.mockResolvedValueOnce(Response.json(null));
  expect(await views.save({ name: "Clients", filters: noFilters, look: {}, isShared: false })).toEqual({
    ok: false,
    problem: { code: "too_many" },
  });
});
