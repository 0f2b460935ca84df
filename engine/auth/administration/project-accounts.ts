import { randomBytes } from "node:crypto";

import { AuthClient, type AuthError, GoTrueAdminApi, type User } from "@supabase/auth-js";
import * as z from "zod";

import { failed, ok } from "#kit/result.ts";
import { endSessionsOf } from "#engine/auth/sessions/own-sessions.ts";
import { describedByProject } from "#engine/auth/sessions/project-user.ts";
import type { Tx } from "#engine/db/database.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import type { AccountAdministration, AccountRecords, KnownAccount, WaysLeft } from "./account-administration.ts";
import { listSessions } from "./account-records.ts";

const requestTimeoutMs = 8_000;

type Project = { supabaseUrl: string; secretKey: string; passwordPage: string };

export type ProjectAccounts = AccountAdministration & {
  /** An account with this password, its address confirmed; the one that has the address gets this password. */
  giveAccount(tx: Tx, account: { email: string; password: string }): Promise<{ userId: string } & WaysLeft>;
  /** What `remove` could not finish: the project was away, or this process ended. @returns how many accounts */
  finishRemovals(tx: Tx): Promise<number>;
};

/** @returns undefined where accounts are our own */
export function projectOf({
  supabaseUrl,
  secretKey,
  pages,
}: Pick<EngineSettings, "supabaseUrl" | "secretKey" | "pages">) {
  if (supabaseUrl === undefined) return undefined;
  return createProjectAccounts({ supabaseUrl, secretKey, passwordPage: pages.password });
}

/** The accounts of a hosted project, by its own administration API. */
function createProjectAccounts({ supabaseUrl, secretKey, passwordPage }: Project): ProjectAccounts {
  const url = `${supabaseUrl.replace(/\/+$/, "")}/auth/v1`;
  // Spelt as the client spells it: where it sends a token instead, there is to be one.
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
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

  async function removeAccount(userId: string) {
    const { error } = await admin.deleteUser(userId);
    if (error && error.code !== "user_not_found") throw problemOf(error);
  }

  async function listPasskeys(userId: string) {
    const { data, error } = await admin.passkey.listPasskeys({ userId });
    if (error && !isWithoutPasskeys(error)) throw problemOf(error);
    return data ?? [];
  }

  async function removeFactors(userId: string): Promise<number> {
    const { data, error } = await admin.mfa.listFactors({ userId });
    if (error) throw problemOf(error);
    const passkeys = await listPasskeys(userId);
    for (const { id } of data.factors) {
      const deleted = await admin.mfa.deleteFactor({ id, userId });
      if (deleted.error && deleted.error.status !== 404) throw problemOf(deleted.error);
    }
    for (const { id: passkeyId } of passkeys) {
      const deleted = await admin.passkey.deletePasskey({ userId, passkeyId });
      if (deleted.error && deleted.error.status !== 404) throw problemOf(deleted.error);
    }
    return data.factors.length + passkeys.length;
  }

  /**
   * Closes the ways into an account that becomes an administrator's, as far as the API allows: a random password ends
   * sessions, mailed links and pending changes; factors and passkeys are removed. Linked identities and a phone stay and
   * are returned.
   */
  async function closeWaysIn(tx: Tx, email: string): Promise<({ userId: string } & WaysLeft) | undefined> {
    const userId = await findIdByEmail(tx, email);
    if (userId === undefined) return undefined;
    await change(userId, { password: randomBytes(48).toString("base64url") });
    await removeFactors(userId);
    await endSessionsOf(tx, userId);
    const { data, error } = await admin.getUserById(userId);
    if (error) throw problemOf(error);
    const waysLeft = otherWaysOf(data.user);
    return waysLeft.length === 0 ? { userId } : { userId, waysLeft };
  }

  // Links that wait and devices it remembers are the project's to tell: its API does not.
  async function collectRecords(tx: Tx, userId: string, account: Record<string, unknown>): Promise<AccountRecords> {
    const passkeys = await listPasskeys(userId);
    return {
      account,
      sessions: await listSessions(tx, userId),
      known_devices: [],
      passkeys: passkeys.map(({ friendly_name, created_at, last_used_at }) => ({
        friendly_name,
        created_at,
        last_used_at,
      })),
      pending_links: [],
    };
  }

  return {
    async find(_, userId) {
      const { data, error } = await admin.getUserById(userId);
      if (error?.code === "user_not_found") return undefined;
      if (error) throw problemOf(error);
      return knownAs(data.user);
    },

    // As supabase/auth reads addresses (`checkmail`).
    takes: (email) => /^\p{ASCII}*$/u.test(email),

    invite: (_, email) => invite(email),

    async inviteAgain(_, { email }) {
      const invited = await invite(email);
      if (!invited.ok) throw new Error("An invited account was confirmed while it was invited again.");
    },

    // In the project's own words.
    async inviteAnew(tx, { email }) {
      const closed = await closeWaysIn(tx, email);
      const invited = await invite(email);
      if (invited.ok) return { ...invited.value, ...closed };
      if (!closed) throw new Error("The project says that an address is taken, and has no account for it.");
      const client = new AuthClient({
        url,
        headers,
        fetch: fetchInTime,
        persistSession: false,
        autoRefreshToken: false,
      });
      const { error } = await client.resetPasswordForEmail(email, { redirectTo: passwordPage });
      if (error) throw problemOf(error);
      return { email, ...closed };
    },

    async giveAccount(tx, { email, password }) {
      const closed = await closeWaysIn(tx, email);
      if (closed) {
        await change(closed.userId, { password, email_confirm: true });
        return closed;
      }
      const { data, error } = await admin.createUser({ email, password, email_confirm: true });
      if (error) throw problemOf(error);
      return { userId: data.user.id };
    },

    async giveFirstPassword(_, { userId, email, password }) {
      if (userId !== null) {
        await change(userId, { password, email_confirm: true });
        return userId;
      }
      const { data, error } = await admin.createUser({ email, password, email_confirm: true });
      if (error?.code === "email_exists") return undefined;
      if (error) throw problemOf(error);
      return data.user.id;
    },

    // The project removes the profile with the account: it would wait for the transaction that removes it here.
    async remove(tx, userId) {
      await tx.query("insert into private.account_removals (account_id) values ($1) on conflict do nothing", [userId]);
      return { accounts: 1, afterCommit: () => removeAccount(userId) };
    },

    async finishRemovals(tx) {
      const { rows } = await tx.query<{ account_id: string }>(
        "select account_id from private.account_removals order by asked_at limit $1 for update skip locked",
        [removalsPerRun],
      );
      for (const { account_id: userId } of rows) {
        await removeAccount(userId);
        await tx.query("delete from private.account_removals where account_id = $1", [userId]);
      }
      return rows.length;
    },

    removeFactors: (_, userId) => removeFactors(userId),

    async endOtherSessions(tx, { userId, accessToken }) {
      const before = await countSessions(tx, userId);
      const { error } = await admin.signOut(accessToken, "others");
      if (error) throw problemOf(error);
      return before - (await countSessions(tx, userId));
    },

    // By the token, which the project signed.
    hasSignedInSince: async (_, { claims }, instant) => {
      const proofs = readProofs(claims);
      return proofs.length > 0 && proofs.every(({ timestamp }) => timestamp * 1000 >= instant.getTime());
    },
    async hasProvedSince(tx, { userId, sessionId, claims }, instant) {
      if (readProofs(claims).some(({ timestamp }) => timestamp * 1000 >= instant.getTime())) return true;
      const { rowCount } = await tx.query(
        "select from private.account_sessions($1) where id = $2 and created_at >= $3",
        [userId, sessionId, instant],
      );
      return rowCount > 0;
    },

    collectRecords: (tx, { user, ofProject }) => collectRecords(tx, user.id, ofProject?.description ?? {}),

    async collectRecordsOf(tx, userId) {
      const { data, error } = await admin.getUserById(userId);
      if (error?.code === "user_not_found") return undefined;
      if (error) throw problemOf(error);
      const { user, description } = describedByProject(data.user);
      return { user, records: await collectRecords(tx, userId, description) };
    },
  };
}

/** Few enough for one transaction, each being a call. */
export const removalsPerRun = 20;

const amrShape = z.array(z.object({ method: z.string(), timestamp: z.number() }));

function readProofs({ amr }: Record<string, unknown>): z.infer<typeof amrShape> {
  const proofs = amrShape.safeParse(amr);
  return proofs.success ? proofs.data.filter(({ method }) => method !== "token_refresh") : [];
}

function knownAs(user: User): KnownAccount {
  const verified = (user.factors ?? []).filter(({ status }) => status === "verified");
  return {
    email: user.email || null,
    isEmailConfirmed: Boolean(user.email_confirmed_at),
    lastSignInAt: user.last_sign_in_at ? new Date(user.last_sign_in_at) : null,
    factorKinds: [...new Set(verified.map(({ factor_type: kind }) => kind))].toSorted(),
  };
}

/** It has none, or is older than passkeys are. */
function isWithoutPasskeys({ code, status }: AuthError): boolean {
  return status === 404 || code === "passkey_disabled";
}

async function countSessions(tx: Tx, userId: string): Promise<number> {
  return (await tx.query("select from private.account_sessions($1)", [userId])).rowCount;
}

/** The API finds accounts by their id alone. */
async function findIdByEmail(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string | null }>("select private.account_with_address($1) as id", [email]);
  return rows[0]?.id ?? undefined;
}

function otherWaysOf({ identities, phone }: User): string[] {
  const providers = (identities ?? []).map(({ provider }) => provider).filter((provider) => provider !== "email");
  return [...new Set([...providers, ...(phone ? ["phone"] : [])])].toSorted();
}

const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });

/** Its own trouble is told apart from a refusal, which is ours. */
function problemOf(error: AuthError): Error {
  const isItsTrouble = error.status === undefined || error.status === 0 || error.status === 429 || error.status >= 500;
  if (isItsTrouble) return new ProjectUnavailable(error);
  return new Error(`The project refused with ${error.code ?? error.status}.`, { cause: error });
}
