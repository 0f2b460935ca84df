// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";

import { forgetLastOrder, keepLastOrder, lastOrderText, readLastOrder } from "./last-order.ts";

const terms = { day: civilDate("2025-10-15") };
const payer = { reference: "r-1", firstName: "Camille", email: "camille@atelier.example" };

beforeEach(() => localStorage.clear());

test("What left for its payment is kept with its reference, first name and e-mail, and no more", () => {
  keepLastOrder({ offer: "closing", volume: 2000 }, terms, payer);
  expect(readLastOrder(lastOrderText())).toEqual({ ordered: "#commande=closing,2000,2025-10-15,60000", ...payer });
  expect(Object.keys(JSON.parse(localStorage.getItem("last_order") ?? "{}"))).toEqual([
    "ordered",
    "reference",
    "firstName",
    "email",
    "keptAt",
  ]);
});

test("After seven days it is removed", () => {
  keepLastOrder({ offer: "conferences", volume: 1 }, terms, payer);
  vi.useFakeTimers({ now: Date.now() + 7 * 24 * 60 * 60 * 1000 });
  expect(lastOrderText()).toBe("");
  vi.useRealTimers();
  expect(localStorage.getItem("last_order")).toBeNull();
});

test.each(["{", "12", '"text"', '{"ordered":{}}', '{"keptAt":"2099-01-01"}'])("%s is no order", (text) => {
  localStorage.setItem("last_order", text);
  expect(lastOrderText()).toBe("");
});

test("What is not sold, and what was forgotten, is not kept", () => {
  keepLastOrder({ offer: "secretariat", volume: 7 }, terms, payer);
  expect(lastOrderText()).toBe("");
  keepLastOrder({ offer: "secretariat", volume: 50 }, terms, payer);
  forgetLastOrder();
  expect(localStorage.getItem("last_order")).toBeNull();
});
