import { describeUser, findUserById } from "#engine/auth/accounts/users.ts";
import type { Tx } from "#engine/db/database.ts";

type Hidden = { banned_until: Date | null; deleted_at: Date | null };

/** An account as its administrator reads it: as the owner does, with its ban and the time of its deletion. */
export async function describeAccount(tx: Tx, userId: string): Promise<Record<string, unknown>> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error("An account disappeared while it was administered.");
  const { rows } = await tx.query<Hidden>("select banned_until, deleted_at from auth.users where id = $1", [userId]);
  return { ...(await describeUser(tx, user)), ...describeHidden(rows[0]) };
}

function describeHidden(hidden: Hidden | undefined): Record<string, unknown> {
  return {
    ...(hidden?.banned_until && { banned_until: hidden.banned_until }),
    ...(hidden?.deleted_at && { deleted_at: hidden.deleted_at }),
  };
}
