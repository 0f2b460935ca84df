import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { noFilters } from "#subjects/leads/rules/lead-filters.ts";
import { readLeadRow } from "#subjects/leads/rules/lead-row.ts";

import { createLeadsApi } from "./leads.ts";

const api = { url: "https://site.example", publishableKey: "sb_publishable_x" };
const fetchStub = vi.fn<typeof fetch>();

function leadsFor(token: string | undefined) {
  return createLeadsApi(api, async () => token);
}

function answer(body: unknown, { status = 200, range = "" } = {}) {
  const text = body === undefined ? null : JSON.stringify(body);
  fetchStub.mockResolvedValueOnce(new Response(text, { status, headers: range ? { "content-range": range } : {} }));
}

function request(index = 0) {
  const [input, init] = fetchStub.mock.calls[index] ?? [];
  if (input === undefined) throw new Error(`Request ${index} was not sent.`);
  const url = new URL(input as string);
  const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
  return { url, params: url.searchParams, method: init?.method, headers: new Headers(init?.headers), body, init };
}

beforeEach(() => {
  vi.stubGlobal("fetch", fetchStub);
  // Functions are asked of the page's own server, wherever the data is.
  vi.stubGlobal("location", { origin: "https://page.example" });
});
afterEach(() => {
  fetchStub.mockReset();
  vi.unstubAllGlobals();
});

describe("The list", () => {
  const lastPage = { rows: [], next: null, count: 0 };

  test("asks one procedure for a page after a place, and says how many match", async () => {
    const [after, next] = [
      { rank: "", key: "2026-11-20", id: "a" },
      { rank: "", key: "2026-11-19", id: "b" },
    ];
    answer({ rows: [{ lead_id: "b" }], next, count: 1200 });
    const page = await leadsFor("token").list(noFilters, after);

    const { url, method, headers, body } = request();
    expect([method, url.pathname, url.search]).toEqual(["POST", "/rest/v1/rpc/list_leads", ""]);
    expect(body).toEqual({
      filters_param: {},
      sort_param: "created_at",
      descending_param: true,
      after_param: after,
      limit_param: 50,
    });
    expect(headers.get("authorization")).toBe("Bearer token");
    expect(headers.get("apikey")).toBe("sb_publishable_x");
    expect(page).toMatchObject({ ok: true, value: { total: 1200, next, rows: [{ leadId: "b" }] } });
  });

  test("is not counted where the database did not, unless all of it is here", async () => {
    answer({ ...lastPage, count: null });
    answer({ ...lastPage, count: null, next: { id: "a" } });
    answer({ ...lastPage, count: null });
    const totalAfter = async (place: { id: string } | null) => {
      const page = await leadsFor("t").list(noFilters, place);
      return page.ok && page.value.total;
    };
    expect([await totalAfter(null), await totalAfter(null), await totalAfter({ id: "a" })]).toEqual([0, null, null]);
  });

  test.each(["%", "_", ",", "(a)", '"', "\\", "*", "a&lead_status=eq.client", "');--", "é+1 %2C"])(
    "carries the search %j as a bound value and nothing else",
    async (search) => {
      answer(lastPage);
      const sort = { column: "last_name", direction: "asc" } as const;
      await leadsFor("t").list({ search, status: ["client"], sort }, null);

      const { url, body } = request();
      expect(url.search).toBe("");
      expect(body).toMatchObject({
        filters_param: { search, lead_status: ["client"] },
        sort_param: "last_name",
        descending_param: false,
        after_param: null,
      });
    },
  );

  test("is aborted when its answer is no longer awaited", async () => {
    fetchStub.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        }),
    );
    const search = new AbortController();
    const page = leadsFor("t").list(noFilters, null, search.signal);
    await vi.waitFor(() => expect(fetchStub).toHaveBeenCalled());
    search.abort();
    expect(await page).toMatchObject({ ok: false, problem: { code: "unavailable" } });
  });
});

describe("Every request", () => {
  test("is not sent once the session is over, rather than with the public key", async () => {
    expect(await leadsFor(undefined).list(noFilters, null)).toMatchObject({ problem: { code: "access_ended" } });
    expect(await leadsFor(undefined).change("a", { payment_status: true })).toMatchObject({
      problem: { code: "access_ended" },
    });
    expect(fetchStub).not.toHaveBeenCalled();
  });

  test.each([
    [401, { code: "access_ended" }],
    [403, { code: "refused", reason: "42501" }],
    [500, { code: "refused", status: 500 }],
    [429, { code: "refused", status: 429 }],
  ])("reads a %i of the database as %o, by a procedure and of a view", async (status, problem) => {
    answer({ code: "42501", message: "…" }, { status });
    expect(await leadsFor("t").list(noFilters, null)).toMatchObject({ ok: false, problem });
    answer({ code: "42501", message: "…" }, { status });
    expect(await leadsFor("t").ofProfile("p")).toMatchObject({ ok: false, problem });
  });
});

describe("Key figures", () => {
  test("come in one request", async () => {
    const figures = { statuses: { to_contact: 3, contacted: 4, client: 5, inactive: 1 }, paid: 6, total: 13 };
    answer(figures);
    const counts = await leadsFor("t").count();

    expect(fetchStub).toHaveBeenCalledTimes(1);
    expect(request().url.pathname).toBe("/rest/v1/rpc/count_leads");
    expect(counts).toEqual({ ok: true, value: figures });
  });
});

describe("A change", () => {
  const seen = readLeadRow({ lead_id: "a", lead_status: "to_contact", updated_at: "2026-11-23T11:00:00Z" });
  const meanwhile = (stored: object) =>
    answer(
      { error: "…", code: "changed_meanwhile", stored: { ...stored, updated_at: "2026-11-23T12:00:00Z" } },
      { status: 409 },
    );
  const saved = (code = "changed") => answer({ results: [{ lead_id: "a", code }] });

  test("is made on the state of the lead that was seen, then its row is read again", async () => {
    saved();
    answer([{ lead_id: "a", lead_status: "client" }]);
    const row = await leadsFor("t").change("a", { lead_status: "client" }, seen);

    expect(request(0)).toMatchObject({
      method: "POST",
      body: { ids: ["a"], set: { lead_status: "client" }, seen_at: "2026-11-23T11:00:00Z" },
    });
    expect(request(0).url.pathname).toBe("/functions/v1/change-leads");
    expect(request(1).url.pathname).toBe("/rest/v1/admin_dashboard");
    expect(request(1).params.get("lead_id")).toBe("eq.a");
    expect(row).toMatchObject({ ok: true, value: { status: "client" } });
  });

  test("is sent again when a colleague changed something else of the lead meanwhile", async () => {
    meanwhile({ lead_status: "to_contact" });
    saved();
    answer([{ lead_id: "a", lead_status: "client" }]);
    expect(await leadsFor("t").change("a", { lead_status: "client" }, seen)).toMatchObject({ ok: true });
    expect(request(1).body).toMatchObject({ seen_at: "2026-11-23T12:00:00Z" });
  });

  test.each([
    [
      "another value, which stays",
      "inactive",
      { ok: false, problem: { code: "not_saved", row: { status: "inactive" } } },
    ],
    ["the same value", "client", { ok: true, value: { status: "client" } }],
  ])("is not sent again when a colleague chose %s", async (_, lead_status, outcome) => {
    meanwhile({ lead_status });
    answer([{ lead_id: "a", lead_status }]);
    expect(await leadsFor("t").change("a", { lead_status: "client" }, seen)).toMatchObject(outcome);
    expect(fetchStub).toHaveBeenCalledTimes(2);
  });

  test.each(["unknown_lead", "lead_merged"])("of a lead that is gone (%s) is not saved", async (code) => {
    answer({ error: "…", code }, { status: 404 });
    answer([]);
    expect(await leadsFor("t").change("a", { payment_status: true })).toMatchObject({
      ok: false,
      problem: { code: "not_saved" },
    });
  });

  test("is not taken for saved when the row kept its value", async () => {
    saved();
    answer([{ lead_id: "a", payment_status: false }]);
    expect(await leadsFor("t").change("a", { payment_status: true })).toMatchObject({
      ok: false,
      problem: { code: "not_saved" },
    });
  });
});

describe("Leads with the same e-mail", () => {
  test("are those whose e-mail is the same whatever its case, not those that contain it", async () => {
    answer([
      { lead_id: "a", email: "Ana@x.example" },
      { lead_id: "b", email: "susana@x.example" },
    ]);
    const rows = await leadsFor("t").withEmail("ana@X.example");
    expect(rows.ok && rows.value.map(({ leadId }) => leadId)).toEqual(["a"]);
  });
});

describe("A deletion", () => {
  const deletion = { leadId: "a", profileId: "b", userId: null, scope: "contact" } as const;

  test("is one call with the public key as bearer and the administrator's token beside it", async () => {
    answer({ deleted: { leads: 1, profiles: 1, accounts: 0 } });
    expect(await leadsFor("token").delete(deletion)).toEqual({ ok: true, value: undefined });

    const { url, method, headers, body } = request();
    expect(`${method} ${url.href}`).toBe("POST https://page.example/functions/v1/delete-user");
    expect(headers.get("authorization")).toBe("Bearer sb_publishable_x");
    expect(headers.get("apikey")).toBe("sb_publishable_x");
    expect(headers.get("x-admin-token")).toBe("token");
    expect(body).toEqual({ user_id: null, lead_id: "a", profile_id: "b", scope: "contact" });
    expect(fetchStub).toHaveBeenCalledTimes(1);
  });

  test.each([
    [500, { error: "…", stage: "profile" }, { code: "refused", stage: "profile", sentence: "…" }],
    [502, "<html>", { code: "refused", status: 502, sentence: "" }],
    [401, { error: "…", stage: "unexpected" }, { code: "access_ended" }],
    [403, { error: "…", code: "not_admin", stage: "unexpected" }, { code: "access_ended" }],
    [403, { error: "…", code: "administrator_account", stage: "account" }, { code: "refused", stage: "account" }],
  ])("refused with %i %j says where it stopped", async (status, body, problem) => {
    answer(body, { status });
    expect(await leadsFor("t").delete(deletion)).toMatchObject({ ok: false, problem });
  });

  test("without an answer is logged", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    fetchStub.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await leadsFor("t").delete(deletion)).toMatchObject({ problem: { code: "unavailable" } });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe("Opening a lead", () => {
  test("reads its row again and leaves a trace", async () => {
    fetchStub.mockImplementation(async (input) =>
      (input as string).includes("record_lead_opened") ? new Response(null, { status: 204 }) : Response.json([]),
    );
    expect(await leadsFor("t").open("a")).toEqual({ ok: true, value: null });
    await vi.waitFor(() => expect(fetchStub).toHaveBeenCalledTimes(2));
    const trace = [request(0), request(1)].find(({ url }) => url.pathname.endsWith("/rpc/record_lead_opened"));
    expect(trace?.body).toEqual({ lead_id_param: "a" });
  });
});
