import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { leadsPerCall } from "#subjects/leads/calls/bulk.ts";
import { failed, ok } from "#kit/result.ts";

import { groupByBefore, runBulk, sortOutcomes } from "./bulk-run.ts";

const lead = (number: number) => ({ leadId: String(number), updatedAt: null });
const leads = (count: number) => Array.from({ length: count }, (_, number) => lead(number));
const changed = ({ leadId }: { leadId: string }) => ({ leadId, code: "changed" });
const never = new AbortController().signal;
const unavailable = failed({ code: "unavailable" } as const);

test("Whenever it is cut, each lead is either done or left, and going on does the rest once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(5 * leadsPerCall), fc.nat(6), async (count, cutAfter) => {
      const sent: string[] = [];
      let calls = 0;
      const send = async (chunk: { leadId: string; updatedAt: null }[]) => {
        calls += 1;
        if (calls === cutAfter + 1) return unavailable;
        sent.push(...chunk.map(({ leadId }) => leadId));
        return ok(chunk.map(changed));
      };
      const run = { send: send as never, onProgress: () => undefined, signal: never };
      const cut = await runBulk({ ...run, leads: leads(count) });
      expect(cut.outcomes.length + cut.left.length).toBe(count);
      expect(cut.problem !== undefined).toBe(cut.left.length > 0);

      const whole = await runBulk({ ...run, leads: cut.left, outcomes: cut.outcomes });
      expect(whole).toEqual({ outcomes: leads(count).map(changed), left: [] });
      expect(sent).toEqual(leads(count).map(({ leadId }) => leadId));
    }),
    { numRuns: 30 },
  );
});

test("Stopped, it asks nothing more, and says so of no lead that it did", async () => {
  const stop = new AbortController();
  const send = vi.fn<(chunk: { leadId: string }[]) => Promise<ReturnType<typeof ok<ReturnType<typeof changed>[]>>>>(
    async (chunk) => ok(chunk.map(changed)),
  );
  const onProgress = vi.fn<() => void>(() => stop.abort());
  const stopped = await runBulk({ leads: leads(3 * leadsPerCall), send, onProgress, signal: stop.signal });
  expect(send).toHaveBeenCalledOnce();
  expect([stopped.outcomes.length, stopped.left.length, stopped.problem]).toEqual([
    leadsPerCall,
    2 * leadsPerCall,
    undefined,
  ]);
});

test("What a colleague changed, what is gone and what is held fast are told apart from what is done", () => {
  const codes = ["changed", "unchanged", "changed_meanwhile", "unknown_lead", "lead_merged", "deleted", "not_deleted"];
  const outcomes = codes.map((code) => ({ leadId: code, code }));
  const refusedOf = (isDeletion: boolean) => sortOutcomes(outcomes, isDeletion).refused.map(({ code }) => code);
  expect(refusedOf(false)).toEqual(["changed_meanwhile", "unknown_lead", "lead_merged", "not_deleted"]);
  expect(refusedOf(true)).toEqual(["changed_meanwhile", "lead_merged", "not_deleted"]);
});

test("Each lead is set back to what stood there, and none that was not changed", () => {
  const outcome = (leadId: string, code: string, owner: string | null) => ({
    leadId,
    code,
    before: { owner },
    updatedAt: `at-${leadId}`,
  });
  const outcomes = [
    outcome("1", "changed", null),
    outcome("2", "changed", "a"),
    outcome("3", "unchanged", "b"),
    outcome("4", "changed", null),
    outcome("5", "changed_meanwhile", "c"),
  ];
  expect(groupByBefore(outcomes, { owner: "d" })).toEqual([
    {
      before: { owner: null },
      leads: [
        { leadId: "1", updatedAt: "at-1" },
        { leadId: "4", updatedAt: "at-4" },
      ],
    },
    { before: { owner: "a" }, leads: [{ leadId: "2", updatedAt: "at-2" }] },
  ]);
});

test("A tag is taken back from all that it was put on, whatever else they carry", () => {
  const outcomes = [["VIP"], []].map((tags, index) => ({ leadId: String(index), code: "changed", before: { tags } }));
  expect(groupByBefore(outcomes, { add: ["salon"] })).toEqual([
    { before: { add: [], remove: ["salon"] }, leads: outcomes.map(({ leadId }) => ({ leadId, updatedAt: null })) },
  ]);
});
