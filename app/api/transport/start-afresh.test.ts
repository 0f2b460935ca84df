// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";

import { startAfresh } from "./start-afresh.ts";

test("Starting afresh forgets what may break the page, and keeps what waits, consents and objections", () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  history.replaceState({ volume: 3 }, "", "/inscription-secretariat?etape=3#reglages=x");
  for (const key of ["funnel_state", "sb-auth-token", "colonnes_leads"]) localStorage.setItem(key, "{");
  const kept = ["cookieConsent", "cookieConsentChoices", "ne_pas_compter", "pending_submissions"];
  for (const key of kept) localStorage.setItem(key, "1");
  sessionStorage.setItem("attribution", "1");
  sessionStorage.setItem("password-link", "1");

  startAfresh();
  expect(Object.keys(localStorage).toSorted()).toEqual(kept);
  expect(Object.keys(sessionStorage)).toEqual(["attribution"]);
  expect([location.pathname, location.search, location.hash, history.state]).toEqual([
    "/inscription-secretariat",
    "",
    "",
    null,
  ]);
  expect(reload).toHaveBeenCalledOnce();
});

test("Where nothing may be stored it opens the page anew all the same", () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  reload.mockClear();
  vi.stubGlobal("localStorage", undefined);
  startAfresh();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
