import type { Tx } from "#engine/db/database.ts";

/** `template` and `data` are for the function that composes mails. */
export type QueuedMail = { to: string; template: string; data: object };

/**
 * Greets by the first name of the account of this address, if there is one. Writes the mail in the caller's
 * transaction: it leaves after the commit, never before and never without it.
 */
export async function insertMail(tx: Tx, mail: QueuedMail): Promise<void> {
  await tx.query(
    `insert into private.deliveries (id, kind, event, body)
     values (gen_random_uuid(), 'mail', $1,
             jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_account($2))) || $3::jsonb)`,
    [`mail.${mail.template}`, mail.to, JSON.stringify(mail)],
  );
  await tx.query("select pg_notify('deliveries', '')");
}
