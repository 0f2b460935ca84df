import type { AuthError, AuthWeakPasswordError, GoTrueClient, User } from "@supabase/auth-js";

import { loadAuthClient } from "#app/api/transport/auth-client.ts";
import { call } from "#app/api/transport/call.ts";
import { type ApiSettings, apiAddress, readRetryAfter, requestApi } from "#app/api/transport/rest-client.ts";
import {
  asksSecondFactor,
  listSecondFactors,
  proveByCode,
  proveByKey,
  type ProofCode,
  type SecondFactor,
  sendFactorCode,
} from "#app/api/transport/second-factor.ts";
import { webStorage } from "#app/api/transport/web-storage.ts";
import type { PasswordFailure } from "#subjects/account/words/password.ts";
import { passwordLinkMethods } from "#kit/password-link-methods.ts";
import { ownAdministratorAccessCall } from "#domain/wire/access.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** What a mailed link has opened. `code`: the account has second factors, of which one comes first. */
export type OpenedLink =
  | { step: "code"; factors: SecondFactor[] }
  | { step: "choose"; email: string; isAdministrator: boolean; waysIn: WaysIn };

/** What opens the account besides its password: accounts elsewhere, by the name of their provider, and passkeys. */
export type WaysIn = { providers: string[]; passkeys: number };

export type PasswordLink = {
  /** The same answer whether or not the address has an account. */
  ask(email: string): Promise<Result<void, PasswordFailure>>;
  /** Whether a link opened in this tab still waits for its password, as after a reload. */
  isOpen(): boolean;
  /**
   * Takes a session of a mailed link only, and says whose it is once the server knows it.
   *
   * @param fragment what a mailed link left in the address; empty to go on with the link of this tab
   */
  open(fragment: string): Promise<Result<OpenedLink, PasswordFailure>>;
  /** By the digits of a mail, whose link may have been opened before. */
  enter(email: string, code: string): Promise<Result<OpenedLink, PasswordFailure>>;
  /** How long the service asks to wait, after it said that it is busy. */
  waitMs(): number | undefined;
  /** By SMS. @returns what the code belongs to */
  sendCode(factorId: string): Promise<Result<string, PasswordFailure>>;
  verifyCode(factorId: string, code: ProofCode): Promise<Result<OpenedLink, PasswordFailure>>;
  verifyKey(factorId: string): Promise<Result<OpenedLink, PasswordFailure>>;
  /**
   * Then signs in with it: the session of the link ends, so what was in the address opens nothing any more.
   *
   * @returns whether the other ways into the account are still open although they were to end
   */
  choose(password: string, also: { endsWaysIn: boolean }): Promise<Result<{ areWaysLeft: boolean }, PasswordFailure>>;
};

const linkKey = "password-link";

export function createPasswordLink(api: ApiSettings): PasswordLink {
  let loading: Promise<GoTrueClient> | undefined;
  let waitMs: number | undefined;

  /** The client's errors do not say how long to wait: the answer does. */
  async function fetchAndNote(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(...request);
    waitMs = response.status === 429 ? readRetryAfter(response.headers.get("retry-after")) : undefined;
    return response;
  }

  /**
   * A client of its own: who is signed in elsewhere on the site stays so until a password is chosen. Without PKCE,
   * since a mail is often opened on another device than the one that asked for it.
   */
  function loadClient(): Promise<GoTrueClient> {
    loading ??= import("@supabase/auth-js").then(
      ({ GoTrueClient }) =>
        new GoTrueClient({
          url: apiAddress(api, "/auth/v1"),
          headers: { apikey: api.publishableKey, Authorization: `Bearer ${api.publishableKey}` },
          storageKey: linkKey,
          storage: tabStorage,
          flowType: "implicit",
          detectSessionInUrl: false,
          autoRefreshToken: false,
          persistSession: true,
          fetch: fetchAndNote,
        }),
    );
    return loading;
  }

  /** The client throws nothing but a failed download of itself. */
  async function withClient<Value>(
    act: (client: GoTrueClient) => Promise<Result<Value, PasswordFailure>>,
  ): Promise<Result<Value, PasswordFailure>> {
    try {
      return await act(await loadClient());
    } catch (cause) {
      loading = undefined;
      console.warn("The auth client did not answer.", cause);
      return failed("unavailable");
    }
  }

  /** What the tab keeps is not believed: the server knows the very token whose kind is read, or it is forgotten. */
  async function readAccessState(client: GoTrueClient): Promise<Result<OpenedLink, PasswordFailure>> {
    const { data, error } = await client.getSession();
    if (!data.session) return failed(error ? failureOf(error) : "expired");
    const accessToken = data.session.access_token;
    const known = isOfMailedLink(accessToken) ? await client.getUser(accessToken) : undefined;
    if (!known?.data.user) {
      const failure = known?.error ? failureOf(known.error) : "expired";
      if (failure === "expired") tabStorage.removeItem(linkKey);
      return failed(failure);
    }
    if (await asksSecondFactor(client)) {
      const factors = await listSecondFactors(client);
      return factors.ok ? ok({ step: "code", factors: factors.value }) : failed(failureOf(factors.problem));
    }
    const { user } = known.data;
    const isAdministrator = await askIfAdministrator(api, user.id, accessToken);
    return ok({
      step: "choose",
      email: user.email ?? "",
      isAdministrator,
      waysIn: await listWaysIn(client, user),
    });
  }

  const prove = (show: (client: GoTrueClient) => Promise<Error | null>) =>
    withClient(async (client) => {
      const error = await show(client);
      return error ? failed(failureOf(error)) : readAccessState(client);
    });

  return {
    ask: (email) =>
      withClient(async (client) => {
        const redirectTo = `${location.origin}${location.pathname}`;
        const { error } = await client.resetPasswordForEmail(email, { redirectTo });
        return error ? failed(failureOf(error)) : ok(undefined);
      }),

    isOpen: () => tabStorage.getItem(linkKey) !== null,

    open: (fragment) =>
      withClient(async (client) => {
        const values = new URLSearchParams(fragment);
        const [access_token, refresh_token] = [values.get("access_token"), values.get("refresh_token")];
        if (access_token && refresh_token) {
          // Anybody can write an address: a session of another kind, put there, is not even asked about.
          if (!isOfMailedLink(access_token)) return failed("expired");
          const { error } = await client.setSession({ access_token, refresh_token });
          // What was cut from the link is no token at all.
          if (error) return failed(error.code === "validation_failed" ? "expired" : failureOf(error));
        } else if (values.has("error_code")) {
          return failed(values.get("error_code") === "over_request_rate_limit" ? "busy" : "expired");
        }
        return readAccessState(client);
      }),

    enter: (email, code) =>
      withClient(async (client) => {
        const { error } = await client.verifyOtp({ email, token: code, type: "email" });
        if (!error) return readAccessState(client);
        const failure = failureOf(error);
        return failed(failure === "expired" ? "mailCode" : failure);
      }),

    waitMs: () => waitMs,

    sendCode: (factorId) =>
      withClient(async (client) => {
        const sent = await sendFactorCode(client, factorId);
        return sent.ok ? sent : failed(failureOf(sent.problem));
      }),
    verifyCode: (factorId, code) => prove((client) => proveByCode(client, factorId, code)),
    verifyKey: (factorId) => prove((client) => proveByKey(client, factorId)),

    choose: (password, { endsWaysIn }) =>
      withClient(async (client) => {
        const { data, error } = await client.updateUser({ password });
        if (error) return failed(failureOf(error));
        const areWaysLeft = endsWaysIn && !(await endWaysIn(client));
        await client.signOut({ scope: "local" });
        await signInWithNewPassword(api, { email: data.user.email ?? "", password });
        return ok({ areWaysLeft });
      }),
  };
}

const isElsewhere = ({ provider }: { provider: string }) => provider !== "email" && provider !== "phone";

/** Where passkeys are not offered, or are not told, the account has none to end here. */
async function listWaysIn(client: GoTrueClient, { identities = [] }: User): Promise<WaysIn> {
  const passkeys = await client.passkey.list();
  const providers = identities.filter(isElsewhere).map(({ provider }) => provider);
  return { providers: [...new Set(providers)], passkeys: passkeys.data?.length ?? 0 };
}

/** With the session of the link, which has passed what the account asks for. @returns whether all are ended */
async function endWaysIn(client: GoTrueClient): Promise<boolean> {
  const [identities, passkeys] = [await client.getUserIdentities(), await client.passkey.list()];
  const ends = [
    ...(identities.data?.identities ?? []).filter(isElsewhere).map((identity) => () => client.unlinkIdentity(identity)),
    ...(passkeys.data ?? []).map(
      ({ id: passkeyId }) =>
        () =>
          client.passkey.delete({ passkeyId }),
    ),
  ];
  let areEnded = identities.error === null;
  for (const end of ends) areEnded = (await end()).error === null && areEnded;
  return areEnded;
}

/** How the token says that its session began. Whether it is true, the server says. */
function isOfMailedLink(accessToken: string): boolean {
  const kinds: readonly unknown[] = passwordLinkMethods;
  return readMethods(accessToken).some((method) => kinds.includes(method));
}

function readMethods(accessToken: string): unknown[] {
  const payload = accessToken.split(".")[1] ?? "";
  try {
    const { amr } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { amr?: unknown };
    return Array.isArray(amr) ? amr.map((entry: { method?: unknown } | null) => entry?.method) : [];
  } catch {
    return []; // no token
  }
}

/** The password is chosen whatever comes of this: the page it leads to asks for it again. */
export async function signInWithNewPassword(
  api: ApiSettings,
  credentials: { email: string; password: string },
): Promise<void> {
  try {
    const { error } = await (await loadAuthClient(api)).signInWithPassword(credentials);
    if (error) console.warn("The new password was not signed in with.", error.code);
  } catch (cause) {
    console.warn("The new password was not signed in with.", cause);
  }
}

/** For the length to ask for, also of who is invited to administer; the service applies the real one. */
async function askIfAdministrator(api: ApiSettings, userId: string, accessToken: string): Promise<boolean> {
  const path = `/rest/v1/admin_users?select=id&user_id=eq.${encodeURIComponent(userId)}`;
  const asked = await requestApi(api, path, { method: "GET", accessToken });
  if (asked.ok && Array.isArray(asked.value) && asked.value.length > 0) return true;
  const access = await call({ api, accessToken: async () => accessToken }, ownAdministratorAccessCall, {});
  return access.ok && access.value !== "none";
}

/** By the service's error code; a session that is gone is a link that is over. */
const failuresOfCodes: Readonly<Record<string, PasswordFailure>> = {
  validation_failed: "emailMalformed",
  same_password: "same",
  // The link was opened too long ago for its session alone to be proof enough.
  reauthentication_needed: "expired",
  insufficient_aal: "secondFactor",
  mfa_verification_failed: "code",
  mfa_challenge_expired: "code",
  mfa_totp_verify_not_enabled: "secondFactor",
  over_request_rate_limit: "busy",
  over_email_send_rate_limit: "busy",
  otp_expired: "expired",
  bad_jwt: "expired",
  no_authorization: "expired",
  session_not_found: "expired",
  session_expired: "expired",
  user_not_found: "expired",
  user_banned: "expired",
  refresh_token_not_found: "expired",
  refresh_token_already_used: "expired",
};

function failureOfWeakness(reasons: readonly string[]): PasswordFailure {
  if (reasons.includes("length")) return "length";
  return reasons.includes("characters") ? "plain" : "common";
}

/** Told apart by their names: the classes would bring the whole client along. */
function failureOf(error: Error & Partial<Pick<AuthError, "code">>): PasswordFailure {
  switch (error.name) {
    case "AuthRetryableFetchError":
      return "unavailable";
    case "AuthWeakPasswordError":
      return failureOfWeakness((error as AuthWeakPasswordError).reasons);
    case "AuthSessionMissingError":
    case "AuthInvalidJwtError":
      return "expired";
    default:
      return failuresOfCodes[error.code ?? ""] ?? "unavailable";
  }
}

/** Lives as long as the tab, so that going to look for the password in another application loses nothing. */
const tabStorage = webStorage(() => sessionStorage);
