import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { siteSettingsCall } from "#subjects/site-settings/contract/site-settings.ts";
import { inviteAdministratorCall, listAdministratorsCall } from "#subjects/team/contract/team.ts";

import { call, hasAccessEnded, isRefusedFor } from "./call.ts";

describe("Access has ended", () => {
  test.for([
    // Without a session, whatever the answer says.
    [401, "no_authorization", true],
    [401, "session_not_found", true],
    [401, "PGRST301", true],
    [401, "", true],
    // With one that is over, or lacks the second factor or the right.
    [403, "session_not_found", true],
    [403, "insufficient_aal", true],
    [403, "not_admin", true],
    // About what was asked.
    [403, "42501", false],
    [403, "not_your_note", false],
    [403, "own_right", false],
    [403, "reauthentication_needed", false],
    [403, "sign_in_again", false],
    [403, "", false],
    [404, "unknown_lead", false],
    [409, "changed_meanwhile", false],
    [429, "over_request_rate_limit", false],
    [500, "session_not_found", false],
  ] as const)("at %i with the code « %s »: %s", ([status, code, isOver]) => {
    expect(hasAccessEnded({ status, code })).toBe(isOver);
  });
});

describe("A call", () => {
  const fetchStub = vi.fn<typeof fetch>();
  const api = { url: "", publishableKey: "public" };
  const caller = { api, accessToken: async () => "token" };
  const answer = (body: unknown, status = 200) => fetchStub.mockResolvedValueOnce(Response.json(body, { status }));

  beforeEach(() => {
    vi.stubGlobal("fetch", fetchStub);
    vi.stubGlobal("location", { origin: "https://page.example" });
  });
  afterEach(() => {
    fetchStub.mockReset();
    vi.unstubAllGlobals();
  });

  test("goes to the function of the contract, with the token of the caller, and reads its answer", async () => {
    answer({ administrators: [], mayReset: true, turns: [], more: "is left out" });
    expect(await call(caller, listAdministratorsCall, {})).toEqual({
      ok: true,
      value: { administrators: [], mayReset: true, turns: [] },
    });
    const [address, request] = fetchStub.mock.calls[0] ?? [];
    expect(address).toBe("https://page.example/functions/v1/list-administrators");
    expect(new Headers(request?.headers).get("authorization")).toBe("Bearer token");
  });

  test("that its contract says to be a reading is a GET without a body", async () => {
    answer({});
    await call(caller, siteSettingsCall, {});
    const [address, request] = fetchStub.mock.calls[0] ?? [];
    expect([address, request?.method, request?.body]).toEqual([
      "https://page.example/functions/v1/site-settings",
      "GET",
      undefined,
    ]);
  });

  test("is not sent under the public key once the session is over", async () => {
    const over = { api, accessToken: async () => undefined };
    expect(await call(over, listAdministratorsCall, {})).toEqual({ ok: false, problem: { code: "access_ended" } });
    expect(fetchStub).not.toHaveBeenCalled();
  });

  test("is refused for a reason of the contract, in a sentence", async () => {
    answer({ error: "Phrase.", code: "already_administrator", field: "email" }, 409);
    const refused = await call(caller, inviteAdministratorCall, { email: "a@example.com" });
    expect(refused).toMatchObject({
      ok: false,
      problem: { code: "refused", reason: "already_administrator", sentence: "Phrase.", status: 409, field: "email" },
    });
    expect(!refused.ok && isRefusedFor<typeof inviteAdministratorCall>(refused.problem, "already_administrator")).toBe(
      true,
    );
    expect(!refused.ok && isRefusedFor<typeof inviteAdministratorCall>(refused.problem, "malformed_email")).toBe(false);
  });

  test.for([
    ["something else than the contract says", () => answer({ administrators: "none" })],
    ["nothing", () => fetchStub.mockRejectedValueOnce(new TypeError("cut"))],
  ] as const)("that is answered %s is unavailable", async ([, prepare]) => {
    prepare();
    expect(await call(caller, listAdministratorsCall, {})).toMatchObject({
      ok: false,
      problem: { code: "unavailable" },
    });
  });
});
