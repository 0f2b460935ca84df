import { afterEach, describe, expect, test, vi } from "vitest";

import { createProfileIfNotExists, fetchProfile } from "./profiles.ts";

const api = { url: "https://api.example", publishableKey: "public-key" };
const owner = { access_token: "token", user: { id: "user-1" } };
const answers = (status: number, body: unknown) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status }))),
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("Profiles", () => {
  test("Without a user id the creation fails in the specified words, and nothing is sent", async () => {
    answers(200, {});
    const created = createProfileIfNotExists(api, { access_token: "token", user: null }, "/inscription-secretariat");
    await expect(created).rejects.toThrow("Cannot create profile: User ID is missing");
    expect(fetch).not.toHaveBeenCalled();
  });

  test("The creation is asked with the customer's token", async () => {
    answers(200, "profile-1");
    await createProfileIfNotExists(api, owner, "/inscription-secretariat");
    const [address, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(address).toBe("https://api.example/rest/v1/rpc/create_profile_if_not_exists");
    expect(init).toMatchObject({
      headers: { apikey: "public-key", authorization: "Bearer token" },
      body: '{"user_id_param":"user-1","registration_path_param":"/inscription-secretariat"}',
    });
  });

  test("A creation that fails is logged and thrown", async () => {
    answers(500, { code: "XX000" });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await expect(createProfileIfNotExists(api, owner, "/x")).rejects.toThrow("The profile was not created.");
    expect(logged).toHaveBeenCalledOnce();
  });

  test("A profile that cannot be read is logged and null", async () => {
    answers(500, {});
    const logged = vi.spyOn(console, "error").mockReturnValue();
    expect(await fetchProfile(api, owner)).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
  });

  test("A customer without a profile has null, the others their row", async () => {
    answers(200, []);
    expect(await fetchProfile(api, owner)).toBeNull();
    answers(200, [{ first_name: "Yann" }]);
    expect(await fetchProfile(api, owner)).toEqual({ first_name: "Yann" });
  });
});
