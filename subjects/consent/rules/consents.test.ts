import { expect, test } from "vitest";

import { readConsents } from "./consents.ts";

const receipt = { granted: true, at: "2025-10-15T10:00:00.000Z", version: "2025-06-25", text: "J'accepte." };

test("Receipts are kept for the purposes of the form, which names itself", () => {
  const sent = { calls: { ...receipt, form: "secretariat", extra: 1 }, terms: receipt, other: receipt };
  expect(readConsents(sent, "closing", ["calls", "terms", "certification"])).toEqual({
    calls: { ...receipt, form: "closing" },
    terms: { ...receipt, form: "closing" },
  });
});

test.each([undefined, null, "yes", 7, [], [receipt], { calls: true }, { calls: { granted: "true" } }, { calls: null }])(
  "%j holds no receipt",
  (sent) => {
    expect(readConsents(sent, "closing", ["calls"])).toEqual({});
  },
);

test("What no database stores is taken out, and a text that is too long is left out", () => {
  const sent = { calls: { ...receipt, at: "\0", version: "\ud800v", text: "x".repeat(1001) } };
  expect(readConsents(sent, "closing", ["calls"])).toEqual({
    calls: { granted: true, at: "", version: "v", text: "", form: "closing" },
  });
});
