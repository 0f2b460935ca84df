import type { MailTemplate, MailTemplateData } from "#content/mails.ts";
import type { Tx } from "#engine/db/database.ts";
import { insertMail } from "#engine/mail/queue-mail.ts";

/** `insertMail` of the engine, for the mails that the site knows how to write. */
export function queueMail<Template extends MailTemplate>(
  tx: Tx,
  mail: { to: string; template: Template; data: MailTemplateData[Template] },
): Promise<void> {
  return insertMail(tx, mail);
}
