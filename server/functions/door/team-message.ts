import type { Tx } from "#engine/db/database.ts";

/** Longer than the ten seconds in which the desk lets a note be taken back. */
const waitMs = 60_000;

const ofNote = "event = 'mail.team-message' and status = 'waiting' and body -> 'data' ->> 'note' = $1";

/** Mails the account of this lead that a note waits in the customer's space; the mail does not repeat the note. */
export async function tellTeamMessage(tx: Tx, leadId: string, noteId: string, now: Date): Promise<void> {
  await tx.query(
    `select private.queue_lead_mail('team-message', profile.email, lead.id, jsonb_build_object('note', $2::text))
     from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
     where lead.id = $1 and profile.user_id is not null`,
    [leadId, noteId],
  );
  await tx.query(`update private.deliveries set next_try_at = $2 where ${ofNote}`, [
    noteId,
    new Date(now.getTime() + waitMs),
  ]);
}

/** Unless it has left already. */
export async function forgetTeamMessage(tx: Tx, noteId: string): Promise<void> {
  await tx.query(`delete from private.deliveries where ${ofNote}`, [noteId]);
}
