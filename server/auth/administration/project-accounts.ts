import { randomBytes } from "node:crypto";

import { AuthClient, type AuthError, GoTrueAdminApi } from "@supabase/auth-js";

import { failed, ok } from "#domain/kernel/result.ts";
import { passwordPage } from "#server/auth/wire/return-address.ts";
import type { Tx } from "#server/db/database.ts";
import { ProjectUnavailable } from "#server/identity/project-keys.ts";
import type { Settings } from "#server/settings/settings.ts";

import type { AccountAdministration } from "./account-administration.ts";

const requestTimeoutMs = 8_000;

type Project = { supabaseUrl: string; secretKey: string; passwordPage: string };

export type ProjectAccounts = AccountAdministration & {
  /** An account with this password, its address confirmed; the one that has the address gets this password. */
  giveAccount(tx: Tx, account: { email: string; password: string }): Promise<string>;
};

/** @returns undefined where accounts are our own */
export function projectOf({ supabaseUrl, secretKey, site }: Pick<Settings, "supabaseUrl" | "secretKey" | "site">) {
  if (supabaseUrl === undefined) return undefined;
  return createProjectAccounts({ supabaseUrl, secretKey, passwordPage: passwordPage({ settings: { site } }) });
}

/** The accounts of a hosted project, by its own administration API. */
function createProjectAccounts({ supabaseUrl, secretKey, passwordPage }: Project): ProjectAccounts {
  const url = `${supabaseUrl.replace(/\/+$/, "")}/auth/v1`;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const admin = new GoTrueAdminApi({ url, headers, fetch: fetchInTime });

  async function invite(email: string) {
    const { data, error } = await admin.inviteUserByEmail(email, { redirectTo: passwordPage });
    if (error?.code === "email_exists") return failed("email_has_account" as const);
    if (error) throw problemOf(error);
    return ok({ userId: data.user.id, email });
  }

  async function change(userId: string, attributes: { password: string; email_confirm?: boolean }) {
    const { error } = await admin.updateUserById(userId, attributes);
    if (error) throw problemOf(error);
  }

  return {
    invite: (_, email) => invite(email),

    async inviteAgain(_, { email }) {
      const invited = await invite(email);
      if (!invited.ok) throw new Error("An invited account was confirmed while it was invited again.");
    },

    async inviteAnew(tx, email) {
      const invited = await invite(email);
      if (invited.ok) return invited.value;
      const userId = await findIdByEmail(tx, email);
      // Nobody's password: it ends every session, and the mail leads to a new one.
      await change(userId, { password: randomBytes(48).toString("base64url") });
      const client = new AuthClient({
        url,
        headers,
        fetch: fetchInTime,
        persistSession: false,
        autoRefreshToken: false,
      });
      const { error } = await client.resetPasswordForEmail(email, { redirectTo: passwordPage });
      if (error) throw problemOf(error);
      return { userId, email };
    },

    async giveAccount(tx, { email, password }) {
      const { data, error } = await admin.createUser({ email, password, email_confirm: true });
      if (!error) return data.user.id;
      if (error.code !== "email_exists") throw problemOf(error);
      const userId = await findIdByEmail(tx, email);
      await change(userId, { password, email_confirm: true });
      return userId;
    },

    // The project removes the profile with the account: it would wait for the transaction that removes it here.
    remove: async (_, userId) => ({
      accounts: 1,
      async afterCommit() {
        const { error } = await admin.deleteUser(userId);
        if (error && error.code !== "user_not_found") throw problemOf(error);
      },
    }),
  };
}

/** The API finds accounts by their id alone. */
async function findIdByEmail(tx: Tx, email: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>("select id from auth.users where email = $1", [email]);
  if (!rows[0]) throw new Error("The project says that an address is taken, and has no account for it.");
  return rows[0].id;
}

const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });

/** Its own trouble is told apart from a refusal, which is ours. */
function problemOf(error: AuthError): Error {
  const isItsTrouble = error.status === undefined || error.status === 0 || error.status === 429 || error.status >= 500;
  if (isItsTrouble) return new ProjectUnavailable(error);
  return new Error(`The project refused with ${error.code ?? error.status}.`, { cause: error });
}
