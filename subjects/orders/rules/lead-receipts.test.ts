import { expect, test } from "vitest";

import { readLeadReceipts } from "./lead-receipts.ts";

const nothing = {
  boxes: [],
  terms: null,
  newsletter: null,
  kept: [],
  paidOn: null,
  schedule: null,
  setup: null,
  payments: [],
  billing: [],
  payers: {},
  attribution: {},
};

test.each([
  undefined,
  null,
  7,
  [],
  {},
  { consents: [], terms: "x", newsletter: null, attribution: "x" },
  { consents: { calls: { granted: "yes" } } },
])("%j reads as nothing agreed to", (value) => expect(readLeadReceipts(value)).toEqual(nothing));

test("Each box is read with its proof; what is badly typed is missing", () => {
  const calls = {
    granted: false,
    at: "2025-10-15T10:00:00Z",
    version: "2025-06-25",
    form: "closing",
    text: "J'accepte.",
  };
  const { boxes } = readLeadReceipts({ consents: { calls, terms: { granted: true, at: 5, form: "x" }, other: calls } });
  expect(boxes).toEqual([
    {
      purpose: "calls",
      isGranted: false,
      at: calls.at,
      version: calls.version,
      form: "closing",
      text: calls.text,
      source: null,
    },
    { purpose: "terms", isGranted: true, at: null, version: null, form: null, text: null, source: null },
  ]);
});

test("A newsletter is confirmed only by its date", () => {
  const request = { requestedAt: "a", expiresAt: "b", isExpired: "true", confirmedAt: null };
  expect(readLeadReceipts({ newsletter: request }).newsletter).toEqual({
    ...request,
    isExpired: false,
    unsubscribedAt: null,
    version: null,
  });
  const left = readLeadReceipts({ newsletter: { ...request, unsubscribedAt: "2026-11-20T10:00:00Z" } });
  expect(left.newsletter?.unsubscribedAt).toBe("2026-11-20T10:00:00Z");
});

test("What outlived an earlier lead of the address is read with its end; what is none of ours is left out", () => {
  const calls = { purpose: "calls", at: "2025-10-15T10:00:00Z", version: "2025-06-25", form: "closing", text: "Oui." };
  const kept = [{ ...calls, endedAt: "2026-04-15T10:00:00Z" }, { purpose: "waitlist" }, { purpose: "other" }, null, 7];
  expect(readLeadReceipts({ kept }).kept).toEqual([
    { ...calls, endedAt: "2026-04-15T10:00:00Z" },
    { purpose: "waitlist", at: null, version: null, form: null, text: null, endedAt: null },
  ]);
});
