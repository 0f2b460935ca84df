import type { Tx } from "#engine/db/database.ts";

/** By then nobody takes a note back any more: the desk offers it for ten seconds. */
const waitMs = 60_000;

const ofNote = "event = 'mail.team-message' and status = 'waiting' and body -> 'data' ->> 'note' = $1";

/** Mails whoever has an account for this lead that a note waits in their space; the mail does not repeat it. */
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
