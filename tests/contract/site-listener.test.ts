import { afterEach, describe, expect, test, vi } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { createWire, goodPassword, nextEmail, origin, signUpCustomer, wallClock } from "#tests/auth/support.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { versions } from "./versions.ts";

const storageKey = "sb-auth-token";
const patience = { timeout: 10_000 };

const db = await openDatabaseForFile();
const wire = createWire({ db, clock: wallClock });
await registerReceivers(db, wire.context.settings, new Date());

/** What the page asked for, by path. */
let asked: string[];
let logged: string[];
/** What answers in the server's place, if anything. */
let intercept: (path: string) => Response | undefined;
let storage: Record<string, string>;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.doUnmock("@supabase/auth-js");
});

/** A page of the site in a browser that keeps what was stored before. */
function stubPage(stored: Record<string, string> = {}): void {
  asked = [];
  logged = [];
  intercept = () => undefined;
  storage = { ...stored };
  const hidden = (value: unknown) => ({ value, enumerable: false });
  const localStorage = Object.defineProperties(storage, {
    getItem: hidden((key: string) => storage[key] ?? null),
    setItem: hidden((key: string, value: string) => void (storage[key] = value)),
    removeItem: hidden((key: string) => void delete storage[key]),
  });
  const listening = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("location", new URL(origin));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", { ...listening, visibilityState: "visible" });
  vi.stubGlobal("window", { ...listening, location: new URL(origin), localStorage });
  vi.stubGlobal("fetch", answerPage);
  // One tab: those of earlier tests hear nothing.
  vi.stubGlobal("BroadcastChannel", undefined);
  for (const level of ["info", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...line: unknown[]) => void logged.push(line.join(" ")));
  }
}

async function answerPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  asked.push(pathname);
  const instead = intercept(pathname);
  if (instead) return instead;
  if (pathname.startsWith("/functions/v1/")) return mountFunctions(wire.context).request(request);
  const { status, text, headers } = await wire.send(request.method, pathname.replace("/auth/v1", "") + search, {
    apiKey: null,
    headers: Object.fromEntries(request.headers),
    ...(request.body && { rawBody: await request.text() }),
  });
  return new Response(text === "" ? null : text, { status, headers });
}

async function announcedTo(email: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.inspect<{ body: Record<string, unknown> }>(
    "select body from private.deliveries where event = 'user.signed_in' and body ->> 'email' = $1",
    [email],
  );
  return rows.map(({ body }) => body);
}

/** What the site does at the events of its client: app/api/transport/auth-client.ts, with either version. */
describe.each(versions)("With the client $version the site", ({ AuthClient }) => {
  async function openSite() {
    vi.resetModules();
    vi.doMock("@supabase/auth-js", () => ({ GoTrueClient: AuthClient }));
    const { loadAuthClient, currentSession } = await import("#app/api/transport/auth-client.ts");
    const api = { url: "", publishableKey: wire.context.settings.publishableKey };
    return { auth: await loadAuthClient(api), currentSession: () => currentSession(api) };
  }

  test("only logs that a token was refreshed, and that a user signed out (AUTH-EVT-01)", async () => {
    const { email } = await signUpCustomer(wire);
    stubPage();
    const { auth } = await openSite();
    await auth.signInWithPassword({ email, password: goodPassword });
    await vi.waitFor(async () => expect(await announcedTo(email)).toHaveLength(1), patience);
    [asked, logged] = [[], []];
    await auth.refreshSession();
    expect([asked, logged]).toEqual([["/auth/v1/token"], ["Auth: TOKEN_REFRESHED"]]);
    [asked, logged] = [[], []];
    await auth.signOut({ scope: "local" });
    expect([asked, logged]).toEqual([["/auth/v1/logout"], ["Auth: SIGNED_OUT"]]);
    expect(await announcedTo(email)).toHaveLength(1);
  });

  test("announces a sign-in with its address, once, without waiting for the answer (AUTH-EVT-03)", async () => {
    const { email } = await signUpCustomer(wire);
    stubPage();
    const { auth } = await openSite();
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
    await vi.waitFor(async () => expect(await announcedTo(email)).toHaveLength(1), patience);
    const [told] = await announcedTo(email);
    expect(told).toMatchObject({ email, timestamp: expect.stringMatching(/Z$/), source: `${origin}/` });

    const failing = nextEmail();
    intercept = (path) => (path.startsWith("/functions/") ? new Response(null, { status: 500 }) : undefined);
    const signedUp = await auth.signUp({ email: failing, password: goodPassword });
    expect(signedUp.data.session?.user.email).toBe(failing);
    await vi.waitFor(() => expect(logged.join()).toContain("The sign-in was not announced."), patience);
    expect(asked.filter((path) => path === "/functions/v1/signed-in")).toHaveLength(2);
  });

  test("signs out when the stored session is refused, not when we are away (AUTH-EVT-04)", async () => {
    const { access, refresh, userId } = await signUpCustomer(wire);
    const session = { access_token: access, refresh_token: refresh, expires_in: 3600, token_type: "bearer" };
    const stored = (change: object) => ({
      [storageKey]: JSON.stringify({ ...session, expires_at: 1, user: { id: userId }, ...change }),
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubPage(stored({ refresh_token: "of nobody" }));
    const refused = await openSite();
    expect(await refused.currentSession()).toBeUndefined();
    expect(Object.keys(storage)).toEqual([]);
    expect(logged).toContain("Auth: SIGNED_OUT");

    stubPage(stored({}));
    expect(await (await openSite()).currentSession()).toMatchObject({ user: { id: userId } });
  });
});
