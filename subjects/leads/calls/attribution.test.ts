// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { currentAttribution, forgetVisits, rememberVisit } from "./attribution.ts";

beforeEach(() => sessionStorage.clear());

const visit = (path: string) => history.replaceState(null, "", path);
const kept = () => sessionStorage.getItem("attribution");

test("Without consent, a form says its own address and nothing is written", () => {
  visit("/?utm_source=lettre");
  expect(currentAttribution()).toMatchObject({ last: { utm_source: "lettre" } });
  expect(currentAttribution()).not.toHaveProperty("first");
  visit("/inscription-secretariat");
  expect([currentAttribution(), kept()]).toEqual([undefined, null]);
});

test("With consent, the first visit of the tab goes with the form; withdrawn, it is forgotten", () => {
  visit("/?utm_source=lettre");
  rememberVisit();
  visit("/closing?utm_source=annonce");
  rememberVisit();
  visit("/inscription-secretariat");
  expect(currentAttribution()).toMatchObject({ first: { utm_source: "lettre" }, last: { utm_source: "annonce" } });
  forgetVisits();
  expect([currentAttribution(), kept()]).toEqual([undefined, null]);
});

test("Nothing is written when there is nothing to say", () => {
  visit("/");
  rememberVisit();
  expect(kept()).toBeNull();
});

test.each(["{", "7", '{"first":{"utm_source":5}}'])("A stored %s is ignored without an error", (stored) => {
  sessionStorage.setItem("attribution", stored);
  visit("/?utm_source=a");
  expect(currentAttribution()).toMatchObject({ last: { utm_source: "a" } });
});

test("Forbidden storage raises no error", () => {
  const refuse = () => {
    throw new DOMException("no");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  visit("/?utm_source=a");
  rememberVisit();
  forgetVisits();
  expect(currentAttribution()).toMatchObject({ last: { utm_source: "a" } });
  vi.unstubAllGlobals();
});
