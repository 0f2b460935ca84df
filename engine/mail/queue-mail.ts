import type { Tx } from "#engine/db/database.ts";

/** `template` and `data` are for the function that composes mails. */
export type QueuedMail = {
  to: string;
  template: string;
  data: object;
  /** That of what tells what becomes of it; a new one without. */
  id?: string;
  /** Of the row that it is about: the mail goes with it. */
  rowId?: string;
  /** Not before: until then it can be taken back. At once without. */
  leavesAt?: Date;
};

/**
 * Greets by the first name of the account of this address, if there is one. Writes the mail in the caller's
 * transaction: it leaves after the commit, never before and never without it.
 */
export async function insertMail(tx: Tx, { id, rowId, leavesAt, ...mail }: QueuedMail): Promise<void> {
  await tx.query(
    `insert into private.deliveries (id, kind, event, lead_id, next_try_at, body)
     values (coalesce($4::uuid, gen_random_uuid()), 'mail', $1, $5, coalesce($6::timestamptz, now()),
             jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_account($2))) || $3::jsonb)`,
    [
      `mail.${mail.template}`,
      mail.to,
      JSON.stringify(mail),
      id ?? null,
      rowId ?? null,
      leavesAt?.toISOString() ?? null,
    ],
  );
  await tx.query("select pg_notify('deliveries', '')");
}
