// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { recogniseCustomer, signInCustomer, welcomeFromGoogle } from "./customer.ts";

const api = { url: "https://api.example", publishableKey: "public-key" };
const path = "/inscription-secretariat";
const credentials = { email: "yann@ex.fr", password: "secret" };
const session = {
  access_token: "header.payload.signature",
  token_type: "bearer",
  expires_in: 3600,
  refresh_token: "refresh",
  user: { id: "user-1", email: "yann@ex.fr", aud: "authenticated", app_metadata: {}, user_metadata: {} },
};

/** The browser's network is the boundary: one answer per path. */
type Answers = Record<string, { status: number; body: unknown } | "cut">;
const asked: string[] = [];

function answerWith(answers: Answers) {
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname } = new URL(address);
    asked.push(pathname);
    const answer = answers[pathname] ?? { status: 404, body: {} };
    if (answer === "cut") return Promise.reject(new TypeError("Failed to fetch"));
    const headers = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status, headers }));
  });
}

const signedIn: Answers = {
  "/auth/v1/token": { status: 200, body: session },
  "/rest/v1/rpc/create_profile_if_not_exists": { status: 200, body: "profile-1" },
  "/rest/v1/user_profiles": { status: 200, body: [{ first_name: "Yann" }] },
  "/functions/v1/signed-in": { status: 200, body: {} },
};

beforeEach(() => {
  asked.length = 0;
  for (const method of ["warn", "error", "info"] as const) vi.spyOn(console, method).mockReturnValue();
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("Signing in", () => {
  test.each([
    ["wrong credentials", { status: 400, body: { code: "invalid_credentials", message: "x" } }, "wrongCredentials"],
    ["an unconfirmed e-mail", { status: 400, body: { code: "email_not_confirmed", message: "x" } }, "notConfirmed"],
    ["a suspended account", { status: 400, body: { code: "user_banned", message: "x" } }, "suspended"],
    ["429", { status: 429, body: { code: "over_request_rate_limit", message: "x" } }, "unexpected"],
    ["500", { status: 500, body: {} }, "unexpected"],
    ["a network cut", "cut", "unexpected"],
  ] as const)("With %s the visitor gets the sentence for it", async (_, answer, problem) => {
    answerWith({ "/auth/v1/token": answer });
    expect(await signInCustomer(api, credentials, path)).toEqual({ ok: false, problem });
  });

  test("Ensures profile and lead, reads the profile, and announces the sign-in without waiting for it", async () => {
    answerWith({ ...signedIn, "/functions/v1/signed-in": "cut" });
    expect(await signInCustomer(api, credentials, path)).toMatchObject({
      ok: true,
      value: { userId: "user-1", email: "yann@ex.fr", profile: { firstName: "Yann", callsPerMonth: 5 } },
    });
    expect(asked).toContain("/rest/v1/rpc/create_profile_if_not_exists");
    expect(asked).toContain("/functions/v1/signed-in");
    expect(JSON.stringify(Object.values<string>(localStorage))).not.toContain("secret");
  });

  test("A profile that cannot be created or read is logged, and the customer goes on", async () => {
    answerWith({
      ...signedIn,
      "/rest/v1/rpc/create_profile_if_not_exists": { status: 500, body: {} },
      "/rest/v1/user_profiles": { status: 500, body: {} },
    });
    expect(await signInCustomer(api, credentials, path)).toMatchObject({ ok: true, value: { profile: {} } });
    expect(console.error).toHaveBeenCalledTimes(2);
  });
});

describe("Coming back", () => {
  test("Without a session no customer is recognised", async () => {
    answerWith({});
    expect(await recogniseCustomer(api)).toBeUndefined();
  });

  test("A code that this browser did not ask for is refused", async () => {
    answerWith({});
    expect(await welcomeFromGoogle(api, { code: "stolen" }, path)).toEqual({ ok: false, problem: "googleRefused" });
  });

  test.each([
    ["access_denied", "googleRefused"],
    ["server_error", "googleUnexpected"],
  ])("The provider's %s is said, with or without a session before", async (error, problem) => {
    answerWith(signedIn);
    expect(await welcomeFromGoogle(api, { error }, path)).toEqual({ ok: false, problem });
  });

  test("A used code, as after a reload, is no failure for a signed-in customer", async () => {
    localStorage.setItem("sb-auth-token", JSON.stringify({ ...session, expires_at: Date.now() / 1000 + 3600 }));
    answerWith({
      ...signedIn,
      "/auth/v1/token": { status: 400, body: { code: "flow_state_not_found", message: "x" } },
    });
    expect(await welcomeFromGoogle(api, { code: "used" }, path)).toMatchObject({
      ok: true,
      value: { userId: "user-1" },
    });
  });

  test("A kept session that the server no longer knows is forgotten", async () => {
    const expired = { ...session, expires_at: 1 };
    localStorage.setItem("sb-auth-token", JSON.stringify(expired));
    answerWith({ "/auth/v1/token": { status: 400, body: { code: "refresh_token_not_found", message: "x" } } });
    expect(await recogniseCustomer(api)).toBeUndefined();
    expect(localStorage.getItem("sb-auth-token")).toBeNull();
  });
});
