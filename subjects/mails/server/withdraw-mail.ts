import type { Tx } from "#engine/db/database.ts";

/** @returns false where there is none that still waits: it has left, is on its way, or was given up */
export async function withdrawMail(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from private.deliveries
     where id = $1 and event = 'mail.team-mail' and status = 'waiting' and attempts = 0
       and (leased_until is null or leased_until <= $2)`,
    [id, now.toISOString()],
  );
  return rowCount > 0;
}
