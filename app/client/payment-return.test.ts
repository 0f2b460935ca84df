// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { start } from "./payment-return.ts";

const paid = JSON.stringify({ funnel: "secretariat", paymentStartedAt: "2025-10-15T10:00:00.000Z", email: "a@b.fr" });

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

function returnFromPayment(query: string, stored: string): string | null {
  history.replaceState(null, "", `/merci${query}`);
  localStorage.setItem("funnel_state", stored);
  start(document.body);
  return localStorage.getItem("funnel_state");
}

test("The funnel is forgotten when payment was started for the offer that was paid", () => {
  expect(returnFromPayment("?offre=secretariat", paid)).toBeNull();
});

test.each([
  ["of another offer", "?offre=marketing", paid],
  ["without an offer in the address", "", paid],
  [
    "whose payment was never started",
    "?offre=secretariat",
    JSON.stringify({ funnel: "secretariat", paymentStartedAt: null }),
  ],
  ["that is not JSON", "?offre=secretariat", "{"],
  ["that is not an object", "?offre=secretariat", "12"],
])("A funnel %s is kept", (_, query, stored) => {
  expect(returnFromPayment(query, stored)).toBe(stored);
});

test("Forbidden storage breaks nothing", () => {
  const getItem = () => {
    throw new DOMException("refused", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem });

  expect(() => start(document.body)).not.toThrow();
  vi.unstubAllGlobals();
});
