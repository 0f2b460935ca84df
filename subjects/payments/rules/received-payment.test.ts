import { expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { invoiceAddress, readPayments } from "./received-payment.ts";

const row = { id: "evt_1", amount_cents: 11_640, currency: "eur", paid_on: "2026-11-20" };
const url = "https://factures.example/1";

test("A payment is read with its invoice, and what has no day or no id is none", () => {
  expect(
    readPayments([{ ...row, invoice_number: "F-1", invoice_url: url }, { ...row, paid_on: null }, null, { id: 7 }]),
  ).toEqual([
    { id: "evt_1", amountCents: 11_640, currency: "eur", paidOn: "2026-11-20", invoice: { number: "F-1", url } },
  ]);
  expect(readPayments({})).toEqual([]);
  expect(readPayments([{ ...row, paid_on: null, received_at: "2026-11-20T10:00:00Z" }])).toMatchObject([
    { paidOn: "2026-11-20T10:00:00Z", invoice: null },
  ]);
});

test.each([["javascript:alert(1)"], ["//factures.example"], [7], [null], [undefined]])(
  "%s is no address of an invoice",
  (invoice_url) => {
    expect(readPayments([{ ...row, invoice_url, invoice_number: "F-1" }])).toMatchObject([
      { invoice: { number: "F-1", url: null } },
    ]);
  },
);

test("The link of an invoice is shown for as long as the provider answers it: 30 days", () => {
  const [payment] = readPayments([{ ...row, invoice_url: url }]);
  if (!payment) throw new Error("the payment was not read");
  expect(invoiceAddress(payment, civilDate("2026-11-20"))).toBe(url);
  expect(invoiceAddress(payment, civilDate("2026-12-19"))).toBe(url);
  expect(invoiceAddress(payment, civilDate("2026-12-20"))).toBeUndefined();
  expect(invoiceAddress({ ...payment, invoice: null }, civilDate("2026-11-20"))).toBeUndefined();
});
