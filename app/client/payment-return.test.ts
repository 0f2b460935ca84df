// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { start } from "./payment-return.ts";

const paid = JSON.stringify({ funnel: "secretariat", paymentStartedAt: "2025-10-15T10:00:00.000Z", email: "a@b.fr" });

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

function returnFromPayment(query: string, stored: string): string | null {
  history.replaceState(null, "", `/merci${query}`);
  localStorage.setItem("funnel_state", stored);
  void start(document.body);
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

test.each([
  ["?offre=secretariat", true],
  ["?offre=marketing", true],
  ["?offre=suiviclient", true],
  ["?offre=closing", false],
  ["?offre=toString", false],
  ["", false],
])("After %s the next steps are shown: %s", (query, isShown) => {
  document.body.innerHTML = "<span data-next-steps hidden></span>";
  returnFromPayment(query, paid);
  expect(document.querySelector("[data-next-steps]")?.hasAttribute("hidden")).toBe(!isShown);
});

test.each([
  ["?offre=secretariat", true],
  ["?offre=closing", true],
  ["?offre=conferences", false],
  ["?offre=general", false],
  ["?offre=toString", false],
  ["", false],
])("After %s what its mail holds is said: %s", (query, isShown) => {
  document.body.innerHTML = "<p data-ordered hidden></p>";
  returnFromPayment(query, paid);
  expect(document.querySelector("[data-ordered]")?.hasAttribute("hidden")).toBe(!isShown);
});

test("After a place at the conference its day is shown, no next steps and no assistant to try", () => {
  document.body.innerHTML =
    "<p data-conference hidden></p><span data-next-steps hidden></span><p data-not-conference></p>";
  returnFromPayment("?offre=conferences", paid);
  expect(document.querySelector("[data-not-conference]")?.hasAttribute("hidden")).toBe(true);
  expect(document.querySelector("[data-conference]")?.hasAttribute("hidden")).toBe(false);
  expect(document.querySelector("[data-next-steps]")?.hasAttribute("hidden")).toBe(true);
});

test("Forbidden storage breaks nothing", () => {
  const getItem = () => {
    throw new DOMException("refused", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem });

  expect(() => void start(document.body)).not.toThrow();
  vi.unstubAllGlobals();
});

test.each([
  ["secretariat", { callsPerMonth: 50 }, "#commande=secretariat,50,2025-10-15,0-11640-71640"],
  ["secretariat", { callsPerMonth: 0 }, "#commande=secretariat,5,2025-10-15,0-11640-11640"],
  [
    "suiviclient",
    { activeClientsPerMonth: 100, audience: "formation" },
    "#commande=suiviclient,100,2025-10-15,0-58800,formation",
  ],
  [
    "marketing",
    { prospectsPerMonth: "1000-5000", contactsPerMonth: 2000 },
    "#commande=marketing,2000,2025-10-15,72000-72000",
  ],
  ["secretariat", { callsPerMonth: "<b>" }, ""],
])("What was ordered of %s stays in the address: %j is %j", async (offer, answers, fragment) => {
  Object.assign(document.body.dataset, {
    today: "2025-10-15",
    promotionFrom: "2025-09-01",
    promotionTo: "2025-10-30",
  });
  document.body.innerHTML = '<span data-next-steps hidden><a href="/commande-validee">Suite</a></span>';
  history.replaceState(null, "", `/merci?offre=${offer}`);
  localStorage.setItem("funnel_state", JSON.stringify({ ...answers, funnel: offer, paymentStartedAt: "x" }));
  await start(document.body);
  expect(location.hash).toBe(fragment);
  expect(document.querySelector("a")?.hash).toBe(fragment);
});
