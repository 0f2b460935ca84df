import { Hono } from "hono";
import { describe, expect, test } from "vitest";

import { createAuthService } from "#engine/auth/auth-service.ts";
import type { ServerContext } from "#server/context/context.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createWire, expectProblem, goodPassword, origin, productionSettings, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });
const owner = await signUpCustomer(wire);

describe("An error", () => {
  const refused = (headers: Record<string, string>) =>
    wire.send("POST", "/token?grant_type=password", { body: {}, headers });

  test("answers a client that names its version with code and message, and echoes the version", async () => {
    for (const version of ["2024-01-01", "2026-01-01"]) {
      const { body, headers } = await refused({ "x-supabase-api-version": version });
      expect(body).toEqual({ code: "validation_failed", message: "missing email or phone" });
      expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
      expect(headers.get("x-sb-error-code")).toBe("validation_failed");
    }
  });

  test.each(["", "2023-12-31", "latest", "2024-1-1"])(
    "answers version '%s' in the older shape, without the header",
    async (version) => {
      const { body, headers } = await refused({ "x-supabase-api-version": version });
      expect(body).toEqual({ code: 400, error_code: "validation_failed", msg: "missing email or phone" });
      expect(headers.get("x-supabase-api-version")).toBeNull();
      expect(headers.get("x-sb-error-code")).toBe("validation_failed");
    },
  );

  test("carries weak_password in both shapes", async () => {
    const body = { email: "a@exemple.example", password: "court" };
    for (const version of ["2024-01-01", ""]) {
      const answer = await wire.send("POST", "/signup", { body, headers: { "x-supabase-api-version": version } });
      expect(answer.body.weak_password).toEqual({ reasons: ["length"] });
    }
  });
});

test.each([
  ["broken JSON", "{", {}, 400, "bad_json"],
  ["a list", "[]", {}, 400, "bad_json"],
  ["a text", '"x"', {}, 400, "bad_json"],
  ["a form", "email=a", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
  ["a compressed body", "{}", { "content-encoding": "gzip" }, 415, "unsupported_media_type"],
  ["70 KB", JSON.stringify({ email: "x".repeat(70_000) }), {}, 413, "request_entity_too_large"],
  ["33 levels", "[".repeat(33) + "]".repeat(33), {}, 400, "bad_json"],
])("%s as body is refused by every endpoint that reads one", async (_, rawBody, headers, status, code) => {
  const { access: token } = owner;
  for (const path of ["/signup", "/token?grant_type=password", "/recover", "/resend", "/verify"]) {
    const problem = expectProblem(await wire.send("POST", path, { rawBody, headers }));
    expect({ path, ...problem }).toEqual({ path, status, code });
  }
  expect(expectProblem(await wire.send("PUT", "/user", { rawBody, headers, token }))).toEqual({ status, code });
});

describe("What the wire has and this service does not", () => {
  const needUser = true;
  test.each([
    ["POST", "/otp", 400, "validation_failed"],
    ["POST", "/magiclink", 400, "validation_failed"],
    ["POST", "/sso", 404, "saml_provider_disabled"],
    ["POST", "/sso/saml/acs", 404, "saml_provider_disabled"],
    ["GET", "/sso/saml/metadata", 404, "saml_provider_disabled"],
    ["POST", "/token?grant_type=id_token", 400, "validation_failed"],
    ["POST", "/token?grant_type=web3", 400, "web3_unsupported_chain"],
    ["POST", "/token?grant_type=nonsense", 400, "invalid_credentials"],
    ["POST", "/token", 400, "invalid_credentials"],
    ["POST", "/invite", 403, "not_admin"],
    ["POST", "/generate_link", 403, "not_admin"],
    ["GET", "/admin/users", 403, "not_admin"],
    ["DELETE", "/admin/users/00000000-0000-4000-8000-000000000000", 403, "not_admin"],
    ["DELETE", "/user/identities/00000000-0000-4000-8000-000000000000", 422, "single_identity_not_deletable", needUser],
    ["DELETE", "/user/identities/x", 404, "validation_failed", needUser],
    ["POST", "/factors", 400, "validation_failed", needUser],
    ["POST", "/factors/x/challenge", 404, "validation_failed", needUser],
    ["POST", "/factors/x/verify", 404, "validation_failed", needUser],
    ["DELETE", "/factors/x", 404, "validation_failed", needUser],
    ["POST", "/factors/recovery-codes", 404, "feature_disabled", needUser],
    ["POST", "/passkeys/registration/options", 401, "no_authorization"],
    ["GET", "/oauth/authorizations/x", 404, "feature_disabled"],
    ["POST", "/scim/v2/Users", 404, "feature_disabled"],
    ["GET", "/.well-known/oauth-authorization-server", 404, "feature_disabled"],
    ["GET", "/", 404, "not_found"],
    ["GET", "/nonsense", 404, "not_found"],
    ["GET", "/user/", 401, "no_authorization"],
    ["GET", "/user//", 404, "not_found"],
    ["GET", "/../../etc/passwd", 404, undefined],
    ["GET", "/signup", 405, "method_not_allowed"],
    ["DELETE", "/user", 405, "method_not_allowed"],
    ["PATCH", "/token", 405, "method_not_allowed"],
    ["POST", "/callback", 405, "method_not_allowed"],
    ["PUT", "/logout", 405, "method_not_allowed"],
    ["HEAD", "/callback", 405, undefined],
    ["POST", "/.well-known/jwks.json", 405, "method_not_allowed"],
    ["CONSTRUCTOR", "/user", 405, "method_not_allowed"],
  ])("%s %s answers %i %s, as JSON", async (method, path, status, code, needsUser?: boolean) => {
    const body = ["POST", "PUT", "PATCH"].includes(method) ? { body: { chain: "ethereum", provider: "x" } } : {};
    const token = needsUser ? owner.access : undefined;
    const answer = await wire.send(method, path, { ...body, token });
    expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
    expect(answer.headers.has("allow")).toBe(status === 405);
  });

  test.each([
    ["GET", "/reauthenticate"],
    ["GET", "/user/identities/authorize?provider=google"],
    ["DELETE", "/user/identities/00000000-0000-4000-8000-000000000000"],
    ["POST", "/factors"],
    ["POST", "/factors/x/challenge"],
    ["POST", "/factors/x/verify"],
    ["DELETE", "/factors/x"],
  ])("%s %s needs a user first", async (method, path) => {
    expect(expectProblem(await wire.send(method, path))).toEqual({ status: 401, code: "no_authorization" });
  });

  test("The published client gets an error object from each, and never throws", async () => {
    const { auth } = wire.client();
    await auth.signInWithPassword({ email: owner.email, password: goodPassword });
    const errors = [
      (await auth.signInWithSSO({ domain: "exemple.example" })).error,
      (await auth.mfa.challenge({ factorId: "00000000-0000-4000-8000-000000000000" })).error,
      (await auth.mfa.unenroll({ factorId: "00000000-0000-4000-8000-000000000000" })).error,
      (await auth.verifyOtp({ phone: "+33600000000", token: "123456", type: "sms" })).error,
    ];
    expect(errors.map((error) => [error?.name, error?.code])).toEqual([
      ["AuthApiError", "saml_provider_disabled"],
      ["AuthApiError", "mfa_factor_not_found"],
      ["AuthApiError", "mfa_factor_not_found"],
      ["AuthApiError", "otp_expired"],
    ]);
  });
});

test("Health and settings are JSON, and name no version", async () => {
  expect((await wire.send("GET", "/health", { apiKey: null })).body).toEqual({
    name: "auth",
    description: expect.any(String),
  });
  expect((await wire.send("GET", "/settings")).body).toMatchObject({
    external: { email: true, google: true, phone: true, anonymous_users: true },
    disable_signup: false,
    mailer_autoconfirm: true,
  });
  const live = createWire({ db, settings: productionSettings });
  expect((await live.send("GET", "/settings")).body.mailer_autoconfirm).toBe(false);
});

describe("Our own trouble", () => {
  const failing = (error: Error): ServerContext => ({
    ...wire.context,
    limits: {
      consume: () => Promise.reject(error),
      consumeWith: () => Promise.reject(error),
      consumeAll: () => Promise.reject(error),
      refusalOf: () => undefined,
      refund: () => Promise.reject(error),
    },
  });
  const signIn = async (error: Error) => {
    const app = new Hono().route("/auth/v1", createAuthService(failing(error)));
    const response = await app.request(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: wire.context.settings.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: "a@exemple.example", password: goodPassword }),
    });
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text: await response.text() };
  };

  test("of a database that is away is a 503 that says when to come back", async () => {
    const { status, retryAfter } = await signIn(new DatabaseUnavailable("unreachable", "secret host"));
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "1" });
  });

  test("is never quoted", async () => {
    const { status, text } = await signIn(new Error("select * from auth.users"));
    expect(status).toBe(500);
    expect(text).not.toContain("select");
  });
});
