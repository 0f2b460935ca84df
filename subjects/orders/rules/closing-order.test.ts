import { expect, test } from "vitest";

import { refusedCalls, takenCalls } from "#tests/support/calls-examples.ts";

import { readClosingOrder, readKeptClosingOrder } from "./closing-order.ts";
import { callsOrdered } from "#subjects/offers/rules/closing/calls-ordered.ts";

const order = {
  firstName: "Claire",
  lastName: "Delmas",
  role: "Avocate",
  company: "Cabinet Orsay",
  email: "c@orsay.example",
  phone: "1",
  objectives: ["meetings"],
};

test.each(takenCalls)("%j is an order of %i calls", (typed, calls) => {
  expect(callsOrdered(typed)).toBe(calls);
  expect(readClosingOrder({ ...order, prospectsCount: typed })).toMatchObject({ ok: true });
});

test.each(refusedCalls)("%j is no number of calls, and the form asks for one", (typed) => {
  expect(callsOrdered(typed)).toBeUndefined();
  expect(readClosingOrder({ ...order, prospectsCount: typed })).toEqual({
    ok: false,
    problem: { prospectsCount: "malformed" },
  });
});

test("Words that a browser kept since before the form asked for a number are read with the other answers", () => {
  const kept = { ...order, prospectsCount: "environ deux mille" };
  expect(readKeptClosingOrder(kept)).toMatchObject({ ok: true, value: kept });
  expect(readKeptClosingOrder({ ...kept, prospectsCount: "" })).toMatchObject({
    problem: { prospectsCount: "missing" },
  });
  expect(readKeptClosingOrder({ ...kept, email: "?" })).toMatchObject({ problem: { email: "malformed" } });
});
