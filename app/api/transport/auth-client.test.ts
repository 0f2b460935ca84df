// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";

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

describe("The session that is kept", () => {
  const nowS = Date.parse("2025-10-15T10:00:00Z") / 1000;
  const whole = {
    access_token: "a",
    refresh_token: "r",
    expires_at: nowS + 91,
    user: { id: "u", email: "c@exemple.fr" },
  };
  const keep = (session: object) => localStorage.setItem(key, JSON.stringify(session));
  beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());

  test("is read without the auth client while its token lasts", async () => {
    vi.resetModules();
    const GoTrueClient = vi.fn<() => object>(function refuse() {
      throw new Error("The auth client was asked for.");
    });
    vi.doMock("@supabase/auth-js", () => ({ GoTrueClient }));
    const anew = await import("./auth-client.ts");
    keep(whole);
    await expect(anew.currentSession(api)).resolves.toEqual(whole);
    keep({ ...whole, expires_at: nowS + 90 });
    await expect(anew.currentSession(api)).rejects.toThrow("The auth client was asked for.");
    vi.doUnmock("@supabase/auth-js");
  });

  test.each([
    ["without an access token", { access_token: undefined }],
    ["without a refresh token", { refresh_token: undefined }],
    ["without an end", { expires_at: undefined }],
  ])("is removed %s", async (_, missing) => {
    vi.resetModules();
    const anew = await import("./auth-client.ts");
    keep({ ...whole, ...missing });
    await expect(anew.currentSession(api)).resolves.toBeUndefined();
    expect(localStorage.getItem(key)).toBeNull();
  });
});
