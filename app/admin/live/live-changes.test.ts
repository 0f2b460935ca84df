// @vitest-environment happy-dom
import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import type { LeadPage, LeadsApi } from "#subjects/leads/calls/leads.ts";
import { failed, ok } from "#kit/result.ts";
import { noFilters } from "#subjects/leads/rules/lead-filters.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";

import { createLiveChanges } from "./live-changes.ts";

const rowOf = (id: string, status = "to_contact") => readLeadRow({ lead_id: id, lead_status: status })!;
const page = leadKeys.page(noFilters, null);

function desk(shown: string[]) {
  const queryClient = new QueryClient();
  const stored = new Map<string, LeadRow>(shown.map((id) => [id, rowOf(id)]));
  const rows = vi.fn<LeadsApi["rows"]>(async (ids) => ok(ids.flatMap((id) => stored.get(id) ?? [])));
  const counted = vi.fn<() => Promise<number>>(async () => 0);
  const stopCounting = new QueryObserver(queryClient, {
    queryKey: leadKeys.counts,
    queryFn: counted,
    initialData: 0,
    staleTime: Infinity,
    meta: { followsLeads: true },
  }).subscribe(() => {});
  queryClient.setQueryData<LeadPage>(page, { rows: [...stored.values()], next: null, total: stored.size });
  const news: LeadRow[] = [];
  const changes = createLiveChanges({
    queryClient,
    leads: { rows },
    onNewLeads: (leads) => void news.push(...leads),
    now: () => Date.now(),
  });
  const hear = (lead_id: string, change: "created" | "updated" | "deleted" = "updated") =>
    changes.hear({ name: "lead", data: { lead_id, change } });
  const end = () => {
    changes.stop();
    stopCounting();
  };
  return {
    end,
    queryClient,
    stored,
    rows,
    counted,
    news,
    changes,
    hear,
    shownStatuses: () => queryClient.getQueryData<LeadPage>(page)?.rows.map(({ status }) => status),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("A hundred changes at once are one request, and each row stays in its place", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `lead-${index}`);
  const { hear, stored, rows, counted, shownStatuses, end } = desk(ids);
  for (const id of ids) stored.set(id, rowOf(id, "client"));
  for (const id of ids) hear(id);
  await vi.advanceTimersByTimeAsync(200);
  expect(rows.mock.calls.map(([asked]) => asked.length)).toEqual([100]);
  expect(counted).toHaveBeenCalledOnce();
  expect(new Set(shownStatuses())).toEqual(new Set(["client"]));
  end();
});

test("However much happens, rows are read once a second at most, and the last word is shown", async () => {
  const { hear, stored, rows, shownStatuses, end } = desk(["a"]);
  for (let count = 0; count < 100; count += 1) {
    hear("a");
    await vi.advanceTimersByTimeAsync(30);
  }
  stored.set("a", rowOf("a", "inactive"));
  hear("a");
  await vi.advanceTimersByTimeAsync(1100);
  expect(rows.mock.calls.length).toBeLessThanOrEqual(5);
  expect(shownStatuses()).toEqual(["inactive"]);
  end();
});

test("What no list and no file shows is not asked for; what is new is offered", async () => {
  const { hear, stored, rows, news, end } = desk(["a"]);
  hear("elsewhere");
  await vi.advanceTimersByTimeAsync(100);
  expect(rows).not.toHaveBeenCalled();
  stored.set("b", rowOf("b"));
  hear("b", "created");
  await vi.advanceTimersByTimeAsync(1100);
  expect(news).toEqual([stored.get("b")]);
  end();
});

test("An open file follows without being opened again, and says when its lead is gone", async () => {
  const { hear, stored, queryClient, end } = desk([]);
  stored.set("a", rowOf("a"));
  queryClient.setQueryData(leadKeys.file("a"), rowOf("a"));
  stored.set("a", rowOf("a", "client"));
  hear("a");
  await vi.advanceTimersByTimeAsync(100);
  expect(queryClient.getQueryData<LeadRow>(leadKeys.file("a"))?.status).toBe("client");
  stored.delete("a");
  hear("a", "deleted");
  await vi.advanceTimersByTimeAsync(1100);
  expect(queryClient.getQueryData(leadKeys.file("a"))).toBeNull();
  end();
});

test("One's own change is passed over once; a colleague's beside it is read", async () => {
  const { hear, rows, queryClient, end } = desk(["a"]);
  const change = new MutationObserver(queryClient, {
    mutationKey: leadKeys.change("a", "column"),
    mutationFn: async () => ok({ changed: { updatedAt: new Date().toISOString() } }),
  });
  await change.mutate();
  hear("a");
  await vi.advanceTimersByTimeAsync(100);
  expect(rows).not.toHaveBeenCalled();
  hear("a");
  await vi.advanceTimersByTimeAsync(100);
  expect(rows).toHaveBeenCalledOnce();

  await change.mutate();
  await vi.advanceTimersByTimeAsync(4000);
  hear("a");
  await vi.advanceTimersByTimeAsync(1100);
  expect(rows).toHaveBeenCalledTimes(2);
  end();
});

test("A failed change of one's own does not hide the changes of others", async () => {
  const { hear, rows, queryClient, end } = desk(["a"]);
  const change = new MutationObserver(queryClient, {
    mutationKey: leadKeys.change("a", "column"),
    mutationFn: () => Promise.reject(new Error("refused")),
  });
  await change.mutate().catch(() => undefined);
  hear("a");
  await vi.advanceTimersByTimeAsync(100);
  expect(rows).toHaveBeenCalledOnce();
  end();
});

test("What could not be read is read as a whole a little later", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { hear, rows, counted, end } = desk(["a"]);
  rows.mockResolvedValueOnce(failed({ code: "unavailable", message: "503" }));
  hear("a");
  await vi.advanceTimersByTimeAsync(200);
  expect(counted).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5100);
  expect(counted).toHaveBeenCalledTimes(2);
  end();
});
