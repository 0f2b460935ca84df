// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { forgetLastOrder, keepLastOrder, readLastOrder } from "./last-order.ts";

const order = {
  ordered: "#commande=closing,2000,2025-10-15,60000",
  told: { offer: "closing", volume: "2 000 appels", due: "600 €", lines: [], steps: [] },
  reference: "r-1",
  firstName: "Camille",
  email: "camille@atelier.example",
};

beforeEach(() => localStorage.clear());

test("What left for its payment is kept with its reference, first name and e-mail, and no more", () => {
  keepLastOrder(order);
  expect(readLastOrder()).toEqual(order);
  expect(Object.keys(JSON.parse(localStorage.getItem("last_order") ?? "{}"))).toEqual([
    "ordered",
    "told",
    "reference",
    "firstName",
    "email",
    "keptAt",
  ]);
});

test("After seven days it is removed", () => {
  keepLastOrder(order);
  vi.useFakeTimers({ now: Date.now() + 7 * 24 * 60 * 60 * 1000 });
  expect(readLastOrder()).toEqual({});
  vi.useRealTimers();
  expect(localStorage.getItem("last_order")).toBeNull();
});

test.each(["{", "12", '"text"', '{"ordered":{}}', '{"keptAt":"2099-01-01"}'])("%s is no order", (text) => {
  localStorage.setItem("last_order", text);
  expect(readLastOrder()).toEqual({});
});

test("What was forgotten is not kept", () => {
  keepLastOrder(order);
  forgetLastOrder();
  expect(localStorage.getItem("last_order")).toBeNull();
});
