import { describeUser, type User } from "#engine/auth/accounts/users.ts";
import type { DbRow, Tx } from "#engine/db/database.ts";

import type { AccountRecords } from "./account-administration.ts";

/** What our own tables keep about an account. Hashes, tokens and keys are left out. */
export async function collectOwnRecords(tx: Tx, user: User): Promise<AccountRecords> {
  const list = async (text: string) => (await tx.query(text, [user.id])).rows;
  return {
    account: await describeUser(tx, user),
    sessions: await listSessions(tx, user.id),
    known_devices: await list("select seen_at from auth.known_devices where user_id = $1 order by seen_at"),
    passkeys: await list(ownPasskeys),
    pending_links: await list(ownLinks),
  };
}

/** Of a project too: its API lists none. */
export async function listSessions(tx: Tx, userId: string): Promise<DbRow[]> {
  const { rows } = await tx.query(
    `select created_at, refreshed_at, not_after as ends_at, ip, user_agent from private.account_sessions($1)
     order by created_at, id`,
    [userId],
  );
  return rows;
}

const ownPasskeys = `
  select friendly_name, aaguid, transports, backup_eligible, backed_up, last_used_at, created_at
  from auth.webauthn_credentials where user_id = $1 order by created_at, id`;

const ownLinks = `
  select token_type as type, relates_to as email, created_at, expires_at from auth.one_time_tokens
  where user_id = $1 order by created_at`;
