import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";

import { signedInCall } from "#subjects/account/contract/own-sessions.ts";

import { readStored, removeStored } from "./local-storage.ts";
import { call } from "./call.ts";
import { type ApiSettings, apiAddress } from "./rest-client.ts";

/** Where the auth client keeps the session; its other keys start with it. */
const sessionKey = "sb-auth-token";

let loading: Promise<GoTrueClient> | undefined;

/** Known without downloading the auth client, which most visitors never need. */
export function hasStoredSession(): boolean {
  removeUnreadableSession();
  return readStored(sessionKey) !== null;
}

/**
 * The auth client removes a stored session that lacks a token, and leaves what it cannot read.
 *
 * Source: specification, section 4, session rules.
 */
function removeUnreadableSession(): void {
  const kept = readStored(sessionKey);
  if (kept === null || isJsonObject(kept)) return;
  console.warn("The stored session could not be read and was removed.");
  removeStored(sessionKey);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Downloads the auth client at its first use. A failed download is thrown, and tried again next time. */
export function loadAuthClient(api: ApiSettings): Promise<GoTrueClient> {
  loading ??= startAuthClient(api).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function startAuthClient(api: ApiSettings): Promise<GoTrueClient> {
  removeUnreadableSession();
  const { GoTrueClient } = await import("@supabase/auth-js");
  const client = new GoTrueClient({
    url: apiAddress(api, "/auth/v1"),
    headers: { apikey: api.publishableKey, Authorization: `Bearer ${api.publishableKey}` },
    storageKey: sessionKey,
    flowType: "pkce",
    // The funnel reads the address itself: it has other parameters to take away.
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
  });
  client.onAuthStateChange((event, session) => observeAuth(api, event, session));
  return client;
}

let announcedToken: string | undefined;

/**
 * Source: specification, section 4, auth events; resolutions, section 9, sign-in event.
 *
 * Profile work never runs in here: the client waits for its listeners.
 */
function observeAuth(api: ApiSettings, event: AuthChangeEvent, session: Session | null): void {
  if (event === "TOKEN_REFRESHED" || event === "SIGNED_OUT") console.info(`Auth: ${event}`);
  if (event !== "SIGNED_IN" || !session) return;

  // The client says SIGNED_IN again each time the tab comes back to the front.
  if (session.access_token === announcedToken) return;
  announcedToken = session.access_token;
  void announceSignIn(api, session.access_token);
}

async function announceSignIn(api: ApiSettings, accessToken: string): Promise<void> {
  const announced = await call({ api, accessToken: async () => accessToken }, signedInCall, undefined, {
    keepalive: true,
  });
  if (!announced.ok) console.warn("The sign-in was not announced.", announced.problem);
}

/** As the auth client: a token that lasts less is exchanged before it is used. */
const leastLifeMs = 90_000;

/** The stored session while its token lasts: reading it takes no client. What is whole and fresh is returned as it is. */
function readFreshSession(): Session | undefined {
  const text = readStored(sessionKey);
  if (text === null || !isJsonObject(text)) return undefined;
  const kept = JSON.parse(text) as Partial<Session>;
  const isWhole = [kept.access_token, kept.refresh_token, kept.user?.id].every((part) => typeof part === "string");
  const endsAtMs = typeof kept.expires_at === "number" ? kept.expires_at * 1000 : 0;
  return isWhole && endsAtMs - Date.now() > leastLifeMs ? (kept as Session) : undefined;
}

/**
 * The stored session, refreshed when it has expired: only then is the auth client downloaded. An auth error without a
 * session signs out, unless the network is to blame. Source: specification, section 8.
 */
export async function currentSession(api: ApiSettings): Promise<Session | undefined> {
  const fresh = loading ? undefined : readFreshSession();
  if (fresh) return fresh;
  const client = await loadAuthClient(api);
  const { data, error } = await client.getSession();
  if (data.session) return data.session;
  if (error && error.name !== "AuthRetryableFetchError") await client.signOut({ scope: "local" });
  return undefined;
}

/** Ends the session of this browser; forgotten here even when the server cannot be told. */
export async function signOut(api: ApiSettings, timeLimitMs: number): Promise<void> {
  if (hasStoredSession()) {
    try {
      const client = await loadAuthClient(api);
      await Promise.race([client.signOut({ scope: "local" }), pause(timeLimitMs)]);
    } catch (cause) {
      console.warn("The server was not told of the sign-out.", cause);
    }
  }
  forgetSession();
}

/** For a session the server no longer knows; see `signOut` for one it does. */
export function forgetSession(): void {
  for (const key of storedKeys()) if (key.startsWith(sessionKey)) removeStored(key);
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
