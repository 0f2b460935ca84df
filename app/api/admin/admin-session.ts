import type { GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";

import { loadAuthClient } from "#app/api/transport/auth-client.ts";
import { call } from "#app/api/transport/call.ts";
import { type ApiSettings, apiAddress } from "#app/api/transport/rest-client.ts";
import {
  asksSecondFactor,
  factorProblemCode,
  listSecondFactors,
  proveByCode,
  proveByKey,
  type ProofCode,
  type SecondFactor,
  sendFactorCode,
} from "#app/api/transport/second-factor.ts";
import { type Role, roles } from "#domain/kernel/roles.ts";
import { ownAdministratorAccessCall } from "#domain/wire/access.ts";
import { type Result, failed, ok } from "#kit/result.ts";

/** `code` is the service's error code where it gave one; `message` is the service's own sentence. */
export type SignInProblem = { code: string; message: string };

/**
 * How far someone has come towards the back office.
 *
 * The rights are looked up in `admin_users`, never read from the token. With an enrolled factor nothing is readable
 * before it is shown, so that step comes first; without one, where one is required, it has to be enrolled. Who is let
 * through comes with their role.
 */
export type AccessState = "signed_out" | "second_factor" | "enrolment" | "not_admin" | Role;

export type AdminSession = {
  signIn(email: string, password: string): Promise<Result<void, SignInProblem>>;
  secondFactors(): Promise<Result<SecondFactor[], SignInProblem>>;
  /** By SMS. @returns what the code belongs to */
  sendCode(factorId: string): Promise<Result<string, SignInProblem>>;
  verifyCode(factorId: string, code: ProofCode): Promise<Result<void, SignInProblem>>;
  verifyKey(factorId: string): Promise<Result<void, SignInProblem>>;
  accessState(): Promise<Result<AccessState, { code: "unavailable"; message: string }>>;
  email(): Promise<string | undefined>;
  /** Refreshed by the client shortly before it ends; undefined once the session is over. */
  accessToken(): Promise<string | undefined>;
  /** Of this browser only: other devices stay signed in. */
  signOut(): Promise<void>;
  onSignedOut(listener: () => void): void;
};

/** One browser has one session for the whole site: the client, and where it keeps the session, are the funnels'. */
export function createAdminSession(
  api: ApiSettings,
  loadClient: () => Promise<GoTrueClient> = () => loadAuthClient(api),
) {
  async function currentSession() {
    const { data } = await (await loadClient()).getSession();
    return data.session ?? undefined;
  }

  const session: AdminSession = {
    async signIn(email, password) {
      const { error } = await (await loadClient()).signInWithPassword({ email, password });
      return error ? failed(signInProblem(error)) : ok(undefined);
    },

    async secondFactors() {
      const factors = await listSecondFactors(await loadClient());
      return factors.ok ? factors : failed(signInProblem(factors.problem));
    },
    async sendCode(factorId) {
      const sent = await sendFactorCode(await loadClient(), factorId);
      return sent.ok ? sent : failed(signInProblem(sent.problem));
    },
    verifyCode: async (factorId, code) => settled(await proveByCode(await loadClient(), factorId, code)),
    verifyKey: async (factorId) => settled(await proveByKey(await loadClient(), factorId)),

    async accessState() {
      const current = await currentSession();
      if (!current) return ok("signed_out");
      if (await asksSecondFactor(await loadClient())) return ok("second_factor");
      return checkAdmin(api, current.user.id, current.access_token);
    },

    email: async () => (await currentSession())?.user.email,
    accessToken: async () => (await currentSession())?.access_token,

    async signOut() {
      await (await loadClient()).signOut({ scope: "local" });
    },

    onSignedOut(listener) {
      void loadClient().then(
        (client) =>
          client.onAuthStateChange((event) => {
            if (event === "SIGNED_OUT") listener();
          }),
        // Without the client there is no session; the screens say that it did not load.
        (cause: unknown) => console.error("The auth client did not load.", cause),
      );
    },
  };
  return session;
}

/** Source: specification, section 7: select id from the admin users table where user_id equals the current user. */
async function checkAdmin(api: ApiSettings, userId: string, token: string) {
  const rest = new PostgrestClient(apiAddress(api, "/rest/v1"), {
    headers: { apikey: api.publishableKey, Authorization: `Bearer ${token}` },
    retry: false,
    timeout: 15_000,
  });
  const { data, error, status } = await rest.from("admin_users").select("id,role").eq("user_id", userId);
  if (status === 401) return ok("signed_out" as const);
  if (status === 403) return ok("not_admin" as const);
  if (error) return failed({ code: "unavailable" as const, message: error.message });
  const role = roles.find((known) => known === data[0]?.role);
  if (role) return ok(role);
  const access = await call({ api, accessToken: async () => token }, ownAdministratorAccessCall, {});
  return ok(access.ok && access.value === "enrol" ? ("enrolment" as const) : ("not_admin" as const));
}

function settled(error: Error | null): Result<void, SignInProblem> {
  return error ? failed(signInProblem(error)) : ok(undefined);
}

function signInProblem(error: Error): SignInProblem {
  return { code: factorProblemCode(error), message: error.message };
}
