// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";

import { standInForBrowser } from "#tests/support/browser.ts";

import { currentSession, hasStoredSession } from "./auth-client.ts";

const api = { url: "https://api.example", publishableKey: "public-key" };
const key = "sb-auth-token";

standInForBrowser({ now: new Date("2025-10-15T10:00:00Z") });

test.each(["{{{", "", "null", '"session"', "42", "[]"])("An unreadable stored session is removed: %j", (text) => {
  vi.spyOn(console, "warn").mockReturnValue();
  localStorage.setItem(key, text);
  localStorage.setItem(`${key}-code-verifier`, '"of a sign-in under way"');
  expect(hasStoredSession()).toBe(false);
  expect(localStorage.getItem(key)).toBeNull();
  expect(localStorage.getItem(`${key}-code-verifier`)).not.toBeNull();
});

test("So it is where the client is loaded first", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  localStorage.setItem(key, "{{{");
  await expect(currentSession(api)).resolves.toBeUndefined();
  expect(localStorage.getItem(key)).toBeNull();
});

test("A readable one stays", () => {
  const session = JSON.stringify({ access_token: "a", refresh_token: "r", expires_at: 1 });
  localStorage.setItem(key, session);
  expect(hasStoredSession()).toBe(true);
  expect(localStorage.getItem(key)).toBe(session);
});
