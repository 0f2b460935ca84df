import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import type { Tx } from "#engine/db/database.ts";
import type { ServerContext } from "#server/context/context.ts";

/** As whom an administrator writes: the name that readers see, and where their answers go. */
export type MailWriter = { name: string; email: string };

export async function readMailWriter(tx: Tx, context: ServerContext, userId: string): Promise<MailWriter> {
  const email = (await accountsOf(context).find(tx, userId))?.email ?? "";
  const { rows } = await tx.query<{ name: string }>("select name from public.admin_users where user_id = $1", [userId]);
  return { name: rows[0]?.name || email, email };
}
