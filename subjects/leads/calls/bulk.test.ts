import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createBulkApi } from "./bulk.ts";

const fetchStub = vi.fn<typeof fetch>();
const bulk = createBulkApi({ url: "https://site.example", publishableKey: "sb_publishable_x" }, async () => "token");

beforeEach(() => {
  vi.stubGlobal("fetch", fetchStub);
  vi.stubGlobal("location", { origin: "https://page.example" });
});
afterEach(() => {
  fetchStub.mockReset();
  vi.unstubAllGlobals();
});

const answer = (body: unknown, status = 200) => fetchStub.mockResolvedValueOnce(Response.json(body, { status }));
const askedBody = (call = 0): unknown => JSON.parse(fetchStub.mock.calls[call]?.[1]?.body as string);

test("A change carries the seen state of each lead, and none for a lead that was not shown", async () => {
  answer({ results: [{ lead_id: "a", code: "changed", before: { owner: null }, updated_at: "2026-11-23T12:00:00Z" }] });
  const seen = { leadId: "a", updatedAt: "2026-11-23T11:00:00Z" };
  const changed = await bulk.change([seen, { leadId: "b", updatedAt: null }], { owner: "me" });
  expect(askedBody()).toEqual({ ids: ["a", "b"], set: { owner: "me" }, seen_at: { a: "2026-11-23T11:00:00Z" } });
  expect(changed).toMatchObject({ ok: true, value: [{ leadId: "a", code: "changed", before: { owner: null } }] });
});

test.for([
  [409, "changed_meanwhile", true],
  [404, "unknown_lead", true],
  [404, "lead_merged", true],
  [409, "unknown_owner", false],
  [429, "over_request_rate_limit", false],
] as const)("Of one lead alone, the refusal %i %s is its outcome: %s", async ([status, code, isOutcome]) => {
  answer({ error: "Phrase.", code }, status);
  const changed = await bulk.change([{ leadId: "a", updatedAt: null }], { lead_status: "client" });
  expect(changed).toMatchObject(
    isOutcome
      ? { ok: true, value: [{ leadId: "a", code, sentence: "Phrase." }] }
      : { ok: false, problem: { code: "refused", sentence: "Phrase." } },
  );
});

test("A refusal of several is of none of them alone", async () => {
  answer({ error: "Phrase.", code: "changed_meanwhile" }, 409);
  const two = ["a", "b"].map((leadId) => ({ leadId, updatedAt: null }));
  expect(await bulk.delete(two)).toMatchObject({ ok: false, problem: { code: "refused" } });
});

test("An export of more than one request takes is one file with one head, whole or not at all", async () => {
  const file = (lines: string) =>
    new Response(`\uFEFF"Lead";"Nom"\r\n${lines}`, {
      headers: { "content-disposition": 'attachment; filename="leads-2026-11-23.csv"' },
    });
  const ids = Array.from({ length: 2100 }, (_, number) => String(number));
  for (const lines of ['"1";"a\r\nb"\r\n', '"2";"c"\r\n', '"3";"d"\r\n']) fetchStub.mockResolvedValueOnce(file(lines));
  const saved = await bulk.export(ids, "csv");
  expect(saved.ok && saved.value.name).toBe("leads-2026-11-23.csv");
  const bytes = saved.ok
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(await saved.value.content.arrayBuffer())
    : "";
  expect(bytes).toBe('\uFEFF"Lead";"Nom"\r\n"1";"a\r\nb"\r\n"2";"c"\r\n"3";"d"\r\n');
  expect([0, 1, 2].map((call) => (askedBody(call) as { ids: string[] }).ids.length)).toEqual([1000, 1000, 100]);

  fetchStub.mockResolvedValueOnce(file("")).mockRejectedValueOnce(new TypeError("cut"));
  expect(await bulk.export(ids, "csv")).toMatchObject({ ok: false, problem: { code: "unavailable" } });
});
