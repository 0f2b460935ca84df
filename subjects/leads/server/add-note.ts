import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { refuseAbsentLead } from "#server/functions/door/outcomes.ts";
import { restoreCallConsent } from "./log-call.ts";
import { withdrawMail } from "#subjects/mails/server/withdraw-mail.ts";
import { forgetTeamMessage, tellTeamMessage } from "#server/functions/door/team-message.ts";

/** A message for its customer is kept where there is a space to read it in. */
const asksAccount = `
  select from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
  where lead.id = $1 and profile.user_id is null`;

/** Its customer would hear of it by mail. */
const asksForNoMails = "select where private.team_mail_refusal($1) = 'mails_refused'";

type Note = { note_id: string; written_at: Date | null };

/**
 * `POST /add-note`: `{"lead_id", "text"}`, plain text of 10,000 characters at most; with a `note_id` made by the
 * browser, a repeat writes nothing twice, and with `"for_customer": true` the customer reads it in their space,
 * and is told so by mail; `mentions` names the colleagues of the text, who are told.
 * `{"lead_id", "withdraw": note_id}` withdraws one's own note, call, or mail that waits.
 */
export const addNote = administratorFunction(wire.addNoteCall, {
  sentences: deskProblems,
  act: (tx, { caller, now }, asked) =>
    asked.withdraw === undefined
      ? writeNote(tx, { author: caller.userId, now, ...asked })
      : withdraw(tx, { author: caller.userId, noteId: asked.withdraw, leadId: asked.lead_id, now }),
  answer: (note) => note,
});

type Written = {
  author: string;
  now: Date;
  lead_id: string;
  text: string;
  note_id?: string | undefined;
  for_customer?: boolean | undefined;
  mentions?: { user_id: string; said: string }[] | undefined;
};

export async function writeNote(tx: Tx, written: Written) {
  const { author, now, lead_id: leadId, text, note_id: noteId, for_customer: isShown } = written;
  const { rowCount } = await tx.query("select 1 from public.leads where id = $1 for key share", [leadId]);
  if (rowCount === 0) return refuseAbsentLead(tx, leadId);
  if (isShown && (await tx.query(asksAccount, [leadId])).rowCount > 0) {
    return failed({ status: 409, code: "no_account", field: "for_customer" } as const);
  }
  if (isShown && (await tx.query(asksForNoMails, [leadId])).rowCount > 0) {
    return failed({ status: 409, code: "mails_refused", field: "for_customer" } as const);
  }
  const { rows } = await tx.query<Note>(
    `insert into private.lead_notes (id, lead_id, author, text, is_for_customer)
     values (coalesce($1, gen_random_uuid()), $2, $3, $4, $5)
     on conflict (id) do nothing returning id as note_id, written_at`,
    [noteId ?? null, leadId, author, text, isShown ?? false],
  );
  const note = rows[0];
  if (!note) return ok<Note>({ note_id: noteId ?? "", written_at: null });
  if (written.mentions?.length) {
    await tx.query("select private.mention($1, $2::jsonb)", [note.note_id, JSON.stringify(written.mentions)]);
  }
  await writeAudit(tx, { actor: author, action: "lead.noted", leadId, detail: { note: note.note_id } });
  if (isShown) await tellTeamMessage(tx, leadId, note.note_id, now);
  return ok(note);
}

type Withdrawal = { author: string; noteId: string; leadId: string; now: Date };

/** Said twice, it counts once. */
async function withdraw(tx: Tx, { author, noteId, leadId, now }: Withdrawal) {
  const { rows } = await tx.query<{ author: string; is_mail: boolean }>(
    "select author, subject is not null as is_mail from private.lead_notes where id = $1 for update",
    [noteId],
  );
  const withdrawn = ok<Note>({ note_id: noteId, written_at: null });
  if (!rows[0]) return withdrawn;
  if (rows[0].author !== author) return failed({ status: 403, code: "not_your_note" } as const);
  if (rows[0].is_mail && !(await withdrawMail(tx, noteId, now))) {
    return failed({ status: 409, code: "already_left" } as const);
  }
  await tx.query("delete from private.lead_notes where id = $1", [noteId]);
  await restoreCallConsent(tx, leadId, noteId);
  await forgetTeamMessage(tx, noteId);
  await writeAudit(tx, { actor: author, action: "lead.note_withdrawn", leadId, detail: { note: noteId } });
  return withdrawn;
}
