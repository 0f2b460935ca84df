import { expect, test } from "vitest";

import { currentBilling, readBilling } from "./billing.ts";

const row = (kind: string, fields: Record<string, unknown> = {}) => ({
  id: `evt_${kind}`,
  kind,
  object: "o",
  told_on: "2025-10-15",
  amount_cents: 11_600,
  currency: "eur",
  detail: {},
  is_open: false,
  ...fields,
});

test("The newest of each object holds: a paid debit, an end that was called off or has come say no more", () => {
  const kept = currentBilling(
    readBilling([
      row("failed_debit", { id: "paid", object: "in_1" }),
      row("failed_debit", { id: "open", object: "in_2", is_open: true }),
      row("refund", { id: "part", object: "ch_1" }),
      row("refund", { id: "whole", object: "ch_1" }),
      row("subscription_changed", { id: "ends", object: "sub_1", detail: { ends_on: "2025-11-15" } }),
      row("subscription_changed", { id: "goes on", object: "sub_1", detail: { status: "active" } }),
      row("subscription_changed", { id: "ends too", object: "sub_2", detail: { ends_on: "2025-11-15" } }),
      row("subscription_ended", { id: "ended", object: "sub_2" }),
      { kind: "unknown", id: "x", told_on: "2025-10-15" },
    ]),
  );
  expect(kept.map(({ id }) => id)).toEqual(["open", "whole", "ended"]);
});
