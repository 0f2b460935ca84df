import { expect, test } from "vitest";

import { callsOrdered, readClosingOrder } from "./closing-order.ts";

const order = {
  firstName: "Claire",
  lastName: "Delmas",
  role: "Avocate",
  company: "Cabinet Orsay",
  email: "c@orsay.example",
  phone: "1",
  objectives: ["meetings"],
};

test.each([
  ["2000", 2000],
  [" 2 000 ", 2000],
  ["2\u202f000", 2000],
  ["2.000", 2000],
  ["1 250 000", 1_250_000],
  ["environ 2 000", 2000],
  ["Environ 2 000 prospects.", 2000],
  ["~ 2000", 2000],
  ["env. 2 000 appels", 2000],
  ["2 500 environ", 2500],
  ["2 500 contacts environ", 2500],
  ["près de 800 entreprises", 800],
  ["2k", 2000],
  ["2 K", 2000],
  ["environ 2,5k", 2500],
  ["1.5 k prospects", 1500],
  ["2 mille", 2000],
  ["3 milliers de prospects", 3000],
  ["1", 1],
])("%j is an order of %i calls", (typed, calls) => {
  expect(callsOrdered(typed)).toBe(calls);
  expect(readClosingOrder({ ...order, prospectsCount: typed })).toMatchObject({ ok: true });
});

test.each([
  "beaucoup",
  "environ deux mille",
  "0",
  "00",
  "0k",
  "-5",
  "1e9",
  "2,5",
  "12,5 %",
  "2000 €",
  "10M",
  "2 millions",
  "2 000 ou 3 000",
  "entre 500 et 3000",
  "500-1000",
  "500 à 1000",
  "2 fichiers de 500",
  "20 00",
  "2 0000",
  "10 par jour",
  "1234567890",
  "environ",
  "?",
  "👩🏽‍⚖️".repeat(40),
])("%j is no number of calls, and the form asks for one", (typed) => {
  expect(callsOrdered(typed)).toBeUndefined();
  expect(readClosingOrder({ ...order, prospectsCount: typed })).toEqual({
    ok: false,
    problem: { prospectsCount: "malformed" },
  });
});
