import { randomUUID } from "node:crypto";

import type { Tx } from "#engine/db/database.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { sendMailCall } from "#subjects/mails/contract/mails.ts";
import { fillFields, hasUnknownField, openFields } from "#subjects/mails/rules/mail-fields.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";
import type { TeamMail } from "#subjects/mails/words/team-mail.ts";

import { type MailDraft, collectMailDraft } from "./mail-draft.ts";
import { isSubject } from "./mail-templates.ts";

/** Longer than the ten seconds in which the desk lets a mail be taken back. */
const waitMs = 15_000;
const mostInADay = 100;
const longestText = 10_000;

/**
 * `POST /send-mail`: `{"lead_id", "template"?, "subject", "text", "message_id"?}`. The mail and its line in the history
 * are written together; what becomes of it is said by the outbox alone.
 */
export const sendMail = administratorFunction(sendMailCall, {
  sentences: mailProblems,
  async act(tx, call, asked) {
    const { caller, now } = call;
    const { lead_id: leadId, message_id: id = randomUUID(), template } = asked;
    // One mail of a person at a time: the hundredth is counted, a repeat is seen.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('mails of ' || $1, 0))", [caller.userId]);
    const read = await collectMailDraft(tx, call, leadId);
    if (!read.ok) return read;
    const draft = read.value;
    const filled = fill(draft, asked);
    if (!filled.ok) return failed({ status: 400, ...filled.problem } as const);
    const { subject, text } = filled.value;

    const written = [id, leadId, caller.userId, subject, text];
    const leavesAt = new Date(now.getTime() + waitMs);
    const said = { message_id: id, leaves_at: leavesAt };
    if (await isKnown(tx, written)) return ok(said);
    const { recipient, refusal } = draft;
    if (refusal !== null || recipient === null) {
      return failed({ status: 409, code: refusal ?? "no_address" } as const);
    }
    if (await hasWrittenEnough(tx, caller.userId)) return failed({ status: 429, code: "too_many_mails" } as const);

    const { rowCount } = await tx.query(
      `insert into private.lead_notes
         (id, lead_id, author, subject, text, recipient, delivery, is_for_customer, template_id, template_version)
       values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8::uuid,
         case when $8::uuid is not null then (
           select coalesce(max(version), 0) from private.mail_template_versions where template_id = $8) end)
       on conflict (id) do nothing`,
      [...written, recipient, draft.hasAccount, template ?? null],
    );
    if (rowCount === 0) return failed({ status: 409, code: "key_reused" } as const);
    await queue(tx, { id, leadId, draft, recipient, subject, text, leavesAt });
    await writeAudit(tx, { actor: caller.userId, action: "lead.mailed", leadId, detail: { mail: id } });
    return ok(said);
  },
  answer: (said) => said,
});

type Typed = { subject: string; text: string };
type Code = "subject_malformed" | "text_too_long" | "unknown_field" | "empty_field" | "no_order_link";

/** Every field filled in but that of the link, which only the mail that leaves holds. */
function fill({ values, order }: MailDraft, typed: Typed): Result<Typed, { code: Code; field: keyof Typed }> {
  const subject = fillFields(typed.subject, values);
  const text = fillFields(typed.text, values);
  if (!isSubject(subject)) return failed({ code: "subject_malformed", field: "subject" });
  for (const [field, said] of [
    ["subject", subject],
    ["text", text],
  ] as const) {
    if (hasUnknownField(said)) return failed({ code: "unknown_field", field });
    const open = openFields(said);
    if (open.some((name) => name !== "lien" || field === "subject")) return failed({ code: "empty_field", field });
    if (open.length > 0 && !order) return failed({ code: "no_order_link", field });
  }
  return Array.from(text).length <= longestText
    ? ok({ subject, text })
    : failed({ code: "text_too_long", field: "text" });
}

/** The same mail, sent before: its answer may have been lost. */
async function isKnown(tx: Tx, written: unknown[]): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from private.lead_notes
     where id = $1 and (lead_id, author, subject, text) = ($2::uuid, $3::uuid, $4::text, $5::text)`,
    written,
  );
  return rowCount > 0;
}

async function hasWrittenEnough(tx: Tx, author: string): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from private.lead_notes
     where author = $1 and subject is not null and written_at > now() - interval '1 day'`,
    [author],
  );
  return (rows[0]?.count ?? 0) >= mostInADay;
}

type Queued = Typed & { id: string; leadId: string; recipient: string; draft: MailDraft; leavesAt: Date };

async function queue(tx: Tx, { id, leadId, draft, recipient, subject, text, leavesAt }: Queued): Promise<void> {
  const { lead, writer, order, hasAccount, source } = draft;
  const invitation = await tx.query<{ id: string | null }>("select private.invitation_of_mail($1) as id", [leadId]);
  const firstPassword = invitation.rows[0]?.id ?? null;
  const data: TeamMail & { firstPassword?: string } = {
    offer: lead.origin ?? "general",
    ...(openFields(text).length > 0 && order),
    subject,
    text,
    senderName: writer.name,
    senderEmail: writer.email,
    file: leadId,
    ...(source !== null && { source }),
    ...(hasAccount && { isInSpace: true }),
    ...(firstPassword !== null && { firstPassword }),
  };
  await queueMail(tx, { id, to: recipient, template: "team-mail", data, rowId: leadId, leavesAt });
}
